import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { type Body, type CallOptions, call } from './client';
import { count } from './rows';

/** One character is one byte. */
export const bytesOf = (latin1: string): Uint8Array => new Uint8Array(Buffer.from(latin1, 'latin1'));
const ofBase64 = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

/** A picture of one pixel. */
export const PNG = ofBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);
const JPEG = ofBase64(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
);
const PDF = bytesOf(
  '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n' +
    'trailer<</Root 1 0 R>>\n%%EOF\n',
);
const WEBP = ofBase64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA');
const HEIC = bytesOf('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat');
const HEIF = bytesOf('\0\0\0\x1cftypmif1\0\0\0\0mif1heicmiaf\0\0\0\x08mdat');
const PDF_WITH_PASSWORD = bytesOf(
  '%PDF-1.7\n1 0 obj<</Filter/Standard/V 5/R 6/Length 256>>endobj\ntrailer<</Encrypt 1 0 R>>\n%%EOF\n',
);
const DOC = bytesOf(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(16)}>\0\x03\0\xfe\xff\x09\0${'\0'.repeat(480)}`);

/** A stored (not compressed) entry of a zip archive: its local header, its name, its bytes. */
function zipEntry(name: string, content: string): string {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return header.toString('latin1') + name + content;
}
const END_OF_ZIP = `PK\x05\x06${'\0'.repeat(18)}`;
const zip = (...entries: [name: string, content: string][]) =>
  bytesOf(entries.map(([name, content]) => zipEntry(name, content)).join('') + END_OF_ZIP);

const WORD: [string, string] = ['word/document.xml', '<w:document/>'];
const DOCX = zip(['[Content_Types].xml', '<Types/>'], WORD);
const DOCX_OF_ANOTHER_WRITER = zip(['_rels/.rels', '<Relationships/>'], ['docProps/app.xml', 'x'.repeat(5_000)], WORD);

/** As Word writes what has a password: a compound file with a directory of UTF-16 names. */
const DOCX_WITH_PASSWORD = Buffer.concat([
  DOC,
  Buffer.from('Root Entry\0EncryptionInfo\0EncryptedPackage\0', 'utf16le'),
]);

const WORD_MEDIA = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Files of every accepted kind. */
export const SAMPLES: [name: string, bytes: Uint8Array, extension: string, media: string][] = [
  ['scan.png', PNG, '.png', 'image/png'],
  ['photo.jpg', JPEG, '.jpg', 'image/jpeg'],
  ['photo.JPEG', JPEG, '.jpeg', 'image/jpeg'],
  ['from Chrome.jfif', JPEG, '.jfif', 'image/jpeg'],
  ['from WhatsApp.webp', WEBP, '.webp', 'image/webp'],
  ['IMG_0001.HEIC', HEIC, '.heic', 'image/heic'],
  ['IMG_0002.heif', HEIF, '.heif', 'image/heif'],
  ['letter.Pdf', PDF, '.pdf', 'application/pdf'],
  ['with a password.pdf', PDF_WITH_PASSWORD, '.pdf', 'application/pdf'],
  ['letter.doc', DOC, '.doc', 'application/msword'],
  ['letter.docx', DOCX, '.docx', WORD_MEDIA],
  ['exported.docx', DOCX_OF_ANOTHER_WRITER, '.docx', WORD_MEDIA],
  ['with a password.docx', new Uint8Array(DOCX_WITH_PASSWORD), '.docx', WORD_MEDIA],
];

/** A body of unknown length. */
export function streamOf(...chunks: Uint8Array[]): ReadableStream {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
}

export const fileOf = (bytes: Uint8Array, name: string) => new File([bytes], name);

/** Uploads as a form. */
export function uploadForm(fields: Record<string, string | File>, options: CallOptions = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value as string);
  return call('POST', '/static/upload_file', { body: form, ...options });
}

/** Uploads as the body itself, with its Content-Length where that is known. */
export function uploadRaw(
  body: Uint8Array | ReadableStream,
  query: Record<string, string>,
  { headers, ...options }: CallOptions = {},
) {
  const length: Record<string, string> = body instanceof Uint8Array ? { 'content-length': String(body.length) } : {};
  const path = `/static/upload_file?${new URLSearchParams(query)}`;
  return call('POST', path, { body: body as BodyInit, headers: { ...length, ...headers }, ...options });
}

/** Uploads a picture and returns its File. */
export const makePng = async (entity_id: string, filename = 'scan.png'): Promise<Body> =>
  (await uploadRaw(PNG, { entity_id, filename })).body;

export const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;
/** The key of a file's bytes in R2. */
export const keyOf = (file: { url: string }): string => pathOf(file).slice('/static/'.length);

/** Reads a file without a token, as anyone may. */
export const readFile = (file: { url: string }, headers: Record<string, string> = {}, method = 'GET') =>
  call(method, pathOf(file), { as: null, headers });

export const storedKeys = async () => (await env.FILES.list()).objects.map(({ key }) => key).sort();

/** Runs a request and expects that it leaves neither bytes nor a row. */
export async function leavesNothing<T>(run: () => Promise<T>): Promise<T> {
  const before = [await storedKeys(), await count('file')];
  const result = await run();
  expect([await storedKeys(), await count('file')]).toEqual(before);
  return result;
}
