const HEX = '[0-9a-f]';
// The hyphens are all there or none.
const DIGITS = `${HEX}{8}(?:(?:-${HEX}{4}){3}-|${HEX}{12})${HEX}{12}`;
const FORM = new RegExp(`^(?:urn:uuid:)?(?:${DIGITS}|\\{${DIGITS}\\})$`, 'i');
/** As the service writes them and almost everyone sends them: tried first. */
const CANONICAL = new RegExp(`^${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}$`);

/** RFC 9562's form of all that Python's `UUID()` takes: capitals, no hyphens, braces, `urn:uuid:`. Otherwise undefined. */
export function canonicalUuid(text: string): string | undefined {
  if (CANONICAL.test(text)) return text;
  if (!FORM.test(text)) return undefined;
  const digits = text.toLowerCase().replace(/^urn:uuid:|[^0-9a-f]/g, '');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** How those of version 7 (RFC 9562) of a millisecond begin: they are in the order of time. */
export function timePrefix(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
}

export const timeOrderedUuid = (time: number): string => timePrefix(time) + crypto.randomUUID().slice(15);
