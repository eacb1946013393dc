/** How many leading bytes are needed to recognise a file. */
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

/** Content types as the interface names them, and how such files begin. */
const KINDS: Record<string, Kind> = {
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

export const EXTENSIONS = Object.keys(KINDS);
export const MEDIA_TYPES = [...new Set(Object.values(KINDS).map(({ media }) => media))];

const ENDING = new RegExp(`(?:${EXTENSIONS.join('|').replaceAll('.', '\\.')})$`, 'i');

/** In lower case; undefined for one that is not accepted. */
export const extensionOf = (name: string): string | undefined => ENDING.exec(name)?.[0].toLowerCase();

export const mediaTypeOf = (extension: string): string => KINDS[extension]?.media ?? 'application/octet-stream';

/** Whether a file that begins with `head` is what its extension says. */
export const isOfKind = (extension: string, head: Uint8Array): boolean =>
  KINDS[extension]?.isOf(Buffer.from(head.buffer, head.byteOffset, head.length)) ?? false;
