import type { Link, Parts } from './parts';
import { TEXTS } from './texts';
import { escaped } from './values';

// For old programs: tables, since Outlook's Word lays out nothing else; styles at each element, since some drop those of the head; no image
// and nothing from elsewhere, which would tell a stranger that the letter is read. Those of the head are for dark screens alone.

const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Tahoma,Arial,sans-serif;";

/** Of the portal. Light ones stand at the elements, dark ones in the head, by the same classes. */
const COLOURS = {
  ground: ['background-color:#f3f6f7', 'background-color:#10181a'],
  surface: ['background-color:#ffffff', 'background-color:#182326'],
  text: ['color:#14252b', 'color:#e4eef0'],
  muted: ['color:#4c6067', 'color:#9fb4ba'],
  link: ['color:#0b6e75', 'color:#6ccfd6'],
  button: ['background-color:#0b6e75', 'background-color:#6ccfd6'],
  label: ['color:#ffffff', 'color:#04292c'],
  line: ['border-top:1px solid #d6e0e3', 'border-top-color:#2d3d42'],
} as const;
type Colour = keyof typeof COLOURS;

const looks = (colour: Colour, style: string) => `class="${colour}" style="${FONT}${COLOURS[colour][0]};${style}"`;

const dark = Object.entries(COLOURS)
  .map(([name, [, style]]) => `.${name}{${style}!important}`)
  .join('');

/** A gap below belongs to the cell, as Word drops margins. */
const row = (colour: Colour, style: string, content: string) => `<tr><td ${looks(colour, style)}>${content}</td></tr>`;
const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;

const TEXT = 'font-size:16px;line-height:24px;padding:0 0 16px;';
const SMALL = 'font-size:13px;line-height:20px;padding:0 0 8px;';
/** A long address breaks anywhere; it must not widen the letter. */
const BREAKS = 'word-break:break-all;overflow-wrap:anywhere;';

const anchor = (url: string, text: string, style = BREAKS) =>
  `<a href="${escaped(url)}" ${looks('link', `text-decoration:underline;${style}`)}>${escaped(text)}</a>`;

function factRows({ facts, direction }: Parts): string {
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  const cell = (colour: Colour, style: string, content: string) =>
    `<td valign="top" align="${start}" ${looks(colour, `font-size:16px;line-height:24px;${style}`)}>${content}</td>`;
  const rows = facts.map(({ label, lines }) => {
    const name = cell('muted', `white-space:nowrap;padding:0 0 8px;padding-${end}:16px;`, escaped(label));
    const value = cell('text', 'font-weight:600;padding:0 0 8px;', lines.map(escaped).join('<br>'));
    return `<tr>${name}${value}</tr>`;
  });
  return row('text', 'padding:0 0 16px;', table(`dir="${direction}"`, rows.join('')));
}

function buttonRows({ label, url }: Link, { direction, language }: Parts): string {
  const link =
    `<a href="${escaped(url)}" ${looks('label', 'display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;text-decoration:none;')}>` +
    `${escaped(label)}</a>`;
  // Word ignores the padding of a link.
  const cell = `<td bgcolor="#0b6e75" ${looks('button', 'border-radius:6px;mso-padding-alt:12px 24px;')}>${link}</td>`;
  return (
    row('text', 'padding:0 0 16px;', table(`dir="${direction}"`, `<tr>${cell}</tr>`)) +
    row('muted', SMALL, escaped(TEXTS[language].ifNoButton)) +
    row('muted', `${SMALL}padding-bottom:16px;`, `<span dir="ltr">${anchor(url, url)}</span>`)
  );
}

const NAME = 'font-size:14px;line-height:20px;font-weight:600;padding:0 0 16px;';
const HEADING = 'margin:0;font-size:22px;line-height:30px;font-weight:600;';

const bodyRows = (parts: Parts): string =>
  [
    parts.clinic ? row('muted', NAME, escaped(parts.clinic)) : '',
    row('text', 'padding:0 0 16px;', `<h1 ${looks('text', HEADING)}>${escaped(parts.heading)}</h1>`),
    ...parts.paragraphs.map((text) => row('text', TEXT, escaped(text))),
    parts.facts.length > 0 ? factRows(parts) : '',
    parts.button ? buttonRows(parts.button, parts) : '',
    ...parts.closing.map((text) => row('text', TEXT, escaped(text))),
    row('line', 'font-size:0;line-height:0;padding:0 0 16px;', '&nbsp;'),
    ...parts.footer.map((text) => row('muted', SMALL, escaped(text))),
    parts.footerLink ? row('muted', SMALL, anchor(parts.footerLink.url, parts.footerLink.label, '')) : '',
  ].join('');

/** What lists of letters show beside the subject. */
const preheader = (text: string) =>
  `<div aria-hidden="true" style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all;">${escaped(text)}</div>`;

/** For Word, which knows no greatest width. */
const ofWidth = (content: string) =>
  `<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->${content}<!--[if mso]></td></tr></table><![endif]-->`;

export function htmlOf(parts: Parts): string {
  const { language, direction, subject } = parts;
  const align = direction === 'rtl' ? 'right' : 'left';
  const content = table(`width="100%" dir="${direction}"`, bodyRows(parts));
  const card =
    `<tr><td align="${align}" dir="${direction}" bgcolor="#ffffff" ` +
    `${looks('surface', `text-align:${align};padding:24px 24px 16px;border-radius:8px;`)}>${content}</td></tr>`;
  return (
    `<!DOCTYPE html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escaped(subject)}</title>` +
    `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${dark}}</style></head>` +
    `<body dir="${direction}" ${looks('ground', 'margin:0;padding:0;')}>${preheader(parts.paragraphs[0] ?? '')}` +
    table(
      `width="100%" bgcolor="#f3f6f7" ${looks('ground', '')}`,
      `<tr><td align="center" style="padding:24px 12px;">${ofWidth(table('width="100%" style="max-width:560px;"', card))}</td></tr>`,
    ) +
    '</body></html>\n'
  );
}
