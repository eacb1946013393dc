import { error, type Rule } from './issue.ts';

const ALLOWED = new Set(
  (
    'a abbr acronym b big blockquote br caption cite code col colgroup dd dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i img li ol p ' +
    'pre q samp small span strong sub sup table tbody td tfoot th thead tr tt ul var'
  ).split(' '),
);
const EMPTY = new Set(['br', 'hr', 'img', 'col']);

/** txt-1 and txt-2: a balanced div of plain XHTML that says something and does nothing. */
export const narrativeRules: Rule = (node) => {
  if (node.type !== 'xhtml' || typeof node.value !== 'string') return [];
  const html = node.value;
  const wrong = (text: string) => [error(node, text)];
  if (!/^<div\s[^>]*\bxmlns="http:\/\/www\.w3\.org\/1999\/xhtml"/.test(html)) return wrong('No div of XHTML');
  const open: string[] = [];
  for (const [, close, name = '', attributes = '', single] of html.matchAll(/<(\/?)([\w-]*)([^>]*?)(\/?)>/g)) {
    if (!ALLOWED.has(name)) return wrong(`A narrative has no <${name}>`);
    if (/\bon\w+\s*=|javascript:/i.test(attributes)) return wrong('A narrative does nothing');
    if (close ? open.pop() !== name : EMPTY.has(name) && !single) return wrong(`<${name}> is not balanced`);
    if (!close && !single) open.push(name);
  }
  if (open.length > 0) return wrong(`<${open.join('><')}> is not closed`);
  const text = html.replace(/<[^>]*>/g, '');
  if (/<|&(?!(?:amp|lt|gt|quot|apos|nbsp|#\d+|#x[\da-f]+);)/i.test(text)) return wrong('A sign that is not escaped');
  return text.trim() || /<img\b/.test(html) ? [] : wrong('A narrative that says nothing');
};
