import fc from 'fast-check';

/** Any text, for property tests. */
export const anyText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

/** Every code point except surrogates and the planes that are unassigned or for private use. */
export function* codePoints(): Generator<string> {
  for (let code = 0; code <= 0xeffff; code++) {
    const unused = code >= 0x40000 && code < 0xe0000;
    if (!unused && (code < 0xd800 || code > 0xdfff)) yield String.fromCodePoint(code);
  }
}

/** Compares the UTF-8 bytes of two texts, as SQLite's BINARY collation does. */
export function compareBytes(a: string, b: string): number {
  const [x, y] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}
