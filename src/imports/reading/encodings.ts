// From bytes to characters, and back to how many bytes these were: a file is read from any place of it.

import type { Encoding } from '../../schemas/import';

/** U+FEFF, which some programs write first: it says the encoding, and is no text. */
export const MARK = '\uFEFF';

/** Bytes that no table has: C1 of ISO 8859-1, and what Windows-1252 leaves out, which the WHATWG's decoder reads as C1. */
const C1 = /[\x80-\x9f]/;

function charactersOf(bytes: Uint8Array, encoding: Encoding, isBigEndian: boolean): string {
  // The TextDecoder of this name is one of Windows-1252.
  if (encoding === 'iso-8859-1') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const label = encoding === 'utf-16' ? `utf-16${isBigEndian ? 'be' : 'le'}` : encoding;
  // As a stream, which may end within a character; with the mark, as bytes are counted by what comes out.
  return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
}

/**
 * Characters that are whole: an end within one is left out. No text has NUL; a file of another encoding often has.
 * @throws TypeError for bytes that do not fit
 */
export function decode(bytes: Uint8Array, encoding: Encoding, isBigEndian: boolean): string {
  const text = charactersOf(bytes, encoding, isBigEndian);
  const isOneByte = encoding === 'windows-1252' || encoding === 'iso-8859-1';
  if (text.includes('\0') || (isOneByte && C1.test(text))) throw new TypeError('Bytes that do not fit');
  return text;
}

export function bytesOf(text: string, encoding: Encoding): number {
  if (encoding === 'utf-8') return Buffer.byteLength(text);
  return encoding === 'utf-16' ? text.length * 2 : text.length;
}

/** In bytes: what stands before a place is at least so long, unless it is the beginning. */
export const unitOf = (encoding: Encoding): number => (encoding === 'utf-16' ? 2 : 1);

const begins = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);

/** What the mark at the beginning of a file says, if there is one. */
export function markedAs(bytes: Uint8Array): { encoding: Encoding; isBigEndian: boolean } | null {
  if (begins(bytes, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', isBigEndian: false };
  if (begins(bytes, 0xff, 0xfe)) return { encoding: 'utf-16', isBigEndian: false };
  return begins(bytes, 0xfe, 0xff) ? { encoding: 'utf-16', isBigEndian: true } : null;
}

/** Of any kind, as editors number lines. What is counted in parts must not be parted within a `\r\n`. */
export const lineEndsIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;
