import type { Encoding } from '../../../src/schemas/import';

/** What Windows-1252 has where ISO 8859-1 has control characters. */
const WINDOWS = new Map([...'€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'].map((letter) => [letter, byteOf(letter)]));
function byteOf(letter: string): number {
  for (let byte = 0x80; byte < 0xa0; byte++)
    if (new TextDecoder('windows-1252').decode(new Uint8Array([byte])) === letter) return byte;
  throw new Error(`Windows-1252 has no ${letter}`);
}

/** Written apart from what reads it. */
export function encode(text: string, encoding: Encoding, isBigEndian = false): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-16') {
    const bytes = Buffer.from(text, 'utf16le');
    return isBigEndian ? bytes.swap16() : bytes;
  }
  return Uint8Array.from(text, (letter) => {
    const code = (encoding === 'windows-1252' ? WINDOWS.get(letter) : undefined) ?? letter.codePointAt(0) ?? 0;
    if (code > 255) throw new Error(`${encoding} has no ${letter}`);
    return code;
  });
}
