import { NAME_MAX } from '../../schemas/fields';
import { isCompound, isDocx, isHeif, isJpeg, isPdf, isPng, isWebp } from './signatures';

export const HEAD_BYTES = 64 * 1024;

interface Kind {
  media: string;
  isOf: (head: Buffer) => boolean;
}

const jpeg: Kind = { media: 'image/jpeg', isOf: isJpeg };

const FILE_KINDS: Record<string, Kind> = {
  '.png': { media: 'image/png', isOf: isPng },
  '.jpg': jpeg,
  '.jpeg': jpeg,
  '.jfif': jpeg,
  '.webp': { media: 'image/webp', isOf: isWebp },
  '.heic': { media: 'image/heic', isOf: isHeif },
  '.heif': { media: 'image/heif', isOf: isHeif },
  '.pdf': { media: 'application/pdf', isOf: isPdf },
  '.doc': { media: 'application/msword', isOf: isCompound },
  '.docx': { media: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', isOf: isDocx },
};

export const EXTENSIONS = Object.keys(FILE_KINDS);
export const MEDIA_TYPES = [...new Set(Object.values(FILE_KINDS).map(({ media }) => media))];

const ENDING = new RegExp(`(?:${EXTENSIONS.join('|').replaceAll('.', '\\.')})$`, 'i');

/** In lower case; undefined for one that is not accepted. */
export const extensionOf = (name: string): string | undefined => ENDING.exec(name)?.[0].toLowerCase();

export const mediaTypeOf = (extension: string): string => FILE_KINDS[extension]?.media ?? 'application/octet-stream';

/** What is wrong with bytes that are not of the kind that the extension says; undefined where they are. */
export function otherKind(extension: string, bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (FILE_KINDS[extension]?.isOf(head)) return undefined;
  const why = extension === '.docx' && isCompound(head) ? ': it is a .doc, or has a password' : '';
  return `File should be what its extension ${extension} says${why}`;
}

/** Characters that nobody sees: they can make a name look like another one, or turn its extension around. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Without path and invisible characters, line breaks as blanks, cut to 200 characters before the extension. */
export function fileName(sent: string, extensionLength: number): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/[\r\n]+/g, ' ')
    .replace(INVISIBLE, '');
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
