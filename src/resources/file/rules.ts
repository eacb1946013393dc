import { NAME_MAX } from '../../schemas/fields';

export const HEAD_BYTES = 64 * 1024;

interface Kind {
  media: string;
  isOf: (head: Buffer) => boolean;
}

const starts = (hex: string) => {
  const signature = Buffer.from(hex, 'hex');
  return (head: Buffer) => head.subarray(0, signature.length).equals(signature);
};
const isZip = starts('504b0304');

const jpeg: Kind = { media: 'image/jpeg', isOf: starts('ffd8ff') };

const FILE_KINDS: Record<string, Kind> = {
  '.png': { media: 'image/png', isOf: starts('89504e470d0a1a0a') },
  '.jpg': jpeg,
  '.jpeg': jpeg,
  // PDF readers accept a preamble before the signature, within the first 1,024 bytes.
  '.pdf': { media: 'application/pdf', isOf: (head) => head.subarray(0, 1024).includes('%PDF-') },
  '.doc': { media: 'application/msword', isOf: starts('d0cf11e0a1b11ae1') },
  '.docx': {
    media: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isOf: (head) => isZip(head) && (head.includes('[Content_Types].xml') || head.includes('word/')),
  },
};

export const EXTENSIONS = Object.keys(FILE_KINDS);
export const MEDIA_TYPES = [...new Set(Object.values(FILE_KINDS).map(({ media }) => media))];

const ENDING = new RegExp(`(?:${EXTENSIONS.join('|').replaceAll('.', '\\.')})$`, 'i');

/** In lower case; undefined for one that is not accepted. */
export const extensionOf = (name: string): string | undefined => ENDING.exec(name)?.[0].toLowerCase();

export const mediaTypeOf = (extension: string): string => FILE_KINDS[extension]?.media ?? 'application/octet-stream';

export const isOfKind = (extension: string, head: Uint8Array): boolean =>
  FILE_KINDS[extension]?.isOf(Buffer.from(head.buffer, head.byteOffset, head.length)) ?? false;

/** Characters that nobody sees: they can make a name look like another one, or turn its extension around. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Without path and invisible characters, cut to 200 characters before the extension. */
export function fileName(sent: string, extensionLength: number): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').toWellFormed().replace(INVISIBLE, '');
  const characters = [...name];
  if (characters.length <= NAME_MAX) return name;
  return [...characters.slice(0, NAME_MAX - extensionLength), ...characters.slice(-extensionLength)].join('');
}

/** Content-Disposition (RFC 6266): the exact name as in RFC 8187, and one in ASCII for older clients. */
export function contentDisposition(stored: string): string {
  const ascii = stored.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(stored).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
