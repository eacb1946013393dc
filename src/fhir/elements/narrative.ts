/** Plain text as FHIR's XHTML (hl7.org/fhir/R4/narrative.html). */
import { said } from '../../rules/said';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Of what `said` leaves, XML 1.0 has no place for these two (w3.org/TR/xml/#charsets). */
const NO_XML = /[\ufffe\uffff]/g;

/** @returns undefined where the text says nothing: a narrative has to */
export function narrativeOf(text: string): string | undefined {
  const plain = said(text.replace(NO_XML, ''));
  const escaped = plain?.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign).replace(/\r\n?|\n/g, '<br/>');
  return escaped && `<div xmlns="http://www.w3.org/1999/xhtml">${escaped}</div>`;
}
