const HEX = '[0-9a-f]';
// The hyphens are all there or none.
const DIGITS = `${HEX}{8}(?:(?:-${HEX}{4}){3}-|${HEX}{12})${HEX}{12}`;
const FORM = new RegExp(`^(?:urn:uuid:)?(?:${DIGITS}|\\{${DIGITS}\\})$`, 'i');
/** As the service writes them and almost everyone sends them: tried first. */
const CANONICAL = new RegExp(`^${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}$`);

const hyphenated = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** RFC 9562's form of all that Python's `UUID()` takes: capitals, no hyphens, braces, `urn:uuid:`. Otherwise undefined. */
export function canonicalUuid(text: string): string | undefined {
  if (CANONICAL.test(text)) return text;
  if (!FORM.test(text)) return undefined;
  return hyphenated(text.toLowerCase().replace(/^urn:uuid:|[^0-9a-f]/g, ''));
}

/** How those of version 7 (RFC 9562) of a millisecond begin: they are in the order of time. */
export function timePrefix(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
}

export const timeOrderedUuid = (time: number): string => timePrefix(time) + crypto.randomUUID().slice(15);

/** Of version 5 (RFC 9562): the same for a name within a UUID, by whomever it is made. It names, and keeps no secret: SHA-1 will do. */
export async function namedUuid(within: string, name: string): Promise<string> {
  const namespace = within.replaceAll('-', '').match(/../g) ?? [];
  const named = [...namespace.map((hex) => Number.parseInt(hex, 16)), ...new TextEncoder().encode(name)];
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array(named)));
  const hex = [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // The version, and the variant of RFC 9562.
  const variant = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return hyphenated(`${hex.slice(0, 12)}5${hex.slice(13, 16)}${variant.toString(16)}${hex.slice(18)}`);
}
