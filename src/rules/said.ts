/** But for tab, line feed and carriage return, FHIR's strings have no control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** What leaves of a text; undefined where that is nothing. */
export function said(text: string | null | undefined): string | undefined {
  return text?.replace(CONTROL, '').trim() || undefined;
}
