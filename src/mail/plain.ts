import type { Link, Parts } from './parts';

/** An address stands on a line of its own, which is never broken: a program makes a link of all of it. */
const linkLines = ({ label, url }: Link): string => `${label}:\n${url}`;

const factLines = ({ label, lines }: Parts['facts'][number]): string =>
  lines.length === 1 ? `${label}: ${lines[0]}` : [`${label}:`, ...lines].join('\n');

/** Complete: what HTML shows, in the same order. */
export const plainOf = ({ clinic, heading, paragraphs, facts, button, closing, footer, footerLink }: Parts): string =>
  [
    ...(clinic ? [clinic] : []),
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(factLines).join('\n')] : []),
    ...(button ? [linkLines(button)] : []),
    ...closing,
    ...footer,
    ...(footerLink ? [linkLines(footerLink)] : []),
  ]
    .join('\n\n')
    .concat('\n');
