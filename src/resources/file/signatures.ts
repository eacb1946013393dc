/** What the bytes of a file begin with. */

const starts = (hex: string) => {
  const signature = Buffer.from(hex, 'hex');
  return (head: Buffer) => head.subarray(0, signature.length).equals(signature);
};

export const isPng = starts('89504e470d0a1a0a');
export const isJpeg = starts('ffd8ff');
export const isWebp = (head: Buffer) =>
  head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP';

/** The major brands of ISO/IEC 23008-12. What phones take is heic or, from some, mif1. */
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];
export const isHeif = (head: Buffer) =>
  head.toString('latin1', 4, 8) === 'ftyp' && HEIF_BRANDS.includes(head.toString('latin1', 8, 12));

/** PDF readers accept a preamble before the signature, within the first 1,024 bytes. */
export const isPdf = (head: Buffer) => head.subarray(0, 1024).includes('%PDF-');

/** Of Word 97 to 2003, and of what has a password. */
export const isCompound = starts('d0cf11e0a1b11ae1');

const isZip = starts('504b0304');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** With a password it is a compound file, one of whose streams is the encrypted archive ([MS-OFFCRYPTO] 2.3.4). */
export const isDocx = (head: Buffer) =>
  isZip(head)
    ? head.includes('[Content_Types].xml') || head.includes('word/')
    : isCompound(head) && head.includes(ENCRYPTED);
