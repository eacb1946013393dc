/** The two forms of an upload, whose bodies are too large for the validators of `endpoint()`. */

import type * as z from 'zod';
import { type Fault, InvalidError, RuleError } from '../../errors';
import { fileLength, fileTooLarge, mediaType } from '../../http/body';
import type { AppContext } from '../../http/context';
import { HttpError } from '../../http/errors';
import { toInvalidError } from '../../http/faults';
import { withoutEmpty } from '../../http/validation';
import { decodeFormName, withoutWindowsFolders } from './form-name';
import { EXTENSIONS, extensionOf, fileName, HEAD_BYTES, otherKind } from './rules';
import { UploadForm, UploadQuery } from './schemas';
import type { Upload } from './service';
import { digestOf, peek, pipe, writeAll } from './stream';

const MIB = 1024 * 1024;
const FORM_FILE_MAX = 25 * MIB;
const RAW_FILE_MAX = 100 * MIB;
/** Bytes that a form may have besides its file. */
const FORM_REST_MAX = 64 * 1024;

const invalidAt = (loc: Fault['loc'], msg: string) => new InvalidError([{ loc, msg, type: 'value_error' }]);

function validate<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (!success) throw toInvalidError(error, where);
  return data;
}

function parseName(filename: string): { name: string; extension: string } {
  const extension = extensionOf(filename);
  if (!extension) throw new HttpError('unsupported_media_type', `Files accepted: ${EXTENSIONS.join(' ')}`);
  return { name: fileName(filename, extension.length), extension };
}

function checkBytes(loc: Fault['loc'], extension: string, size: number, head: Uint8Array): void {
  if (size === 0) throw invalidAt(loc, 'File is empty');
  const wrong = otherKind(extension, head);
  if (wrong) throw invalidAt(loc, wrong);
}

async function readParts(c: AppContext): Promise<FormData> {
  const max = FORM_FILE_MAX + FORM_REST_MAX;
  if (Number(c.req.header('content-length') ?? 0) > max) throw fileTooLarge(FORM_FILE_MAX);
  let size = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > max) controller.error(fileTooLarge(FORM_FILE_MAX));
      else controller.enqueue(chunk);
    },
  });
  // What else is in the form is smaller, so the header of its file is in what comes first.
  const { head, rest } = await peek(c.req.raw.body, FORM_REST_MAX);
  const headers = { 'content-type': c.req.header('content-type') ?? '' };
  try {
    const parsed = new Response(counter.readable, { headers }).formData();
    const [form] = await Promise.all([parsed, pipe({ head: withoutWindowsFolders(head), rest }, counter.writable)]);
    return form;
  } catch {
    throw size > max
      ? fileTooLarge(FORM_FILE_MAX)
      : new RuleError('invalid_body', 'The body is not valid multipart/form-data');
  }
}

async function readFormUpload(c: AppContext): Promise<Upload> {
  const parts = Object.fromEntries(await readParts(c));
  // Browsers send a file that was not chosen without name and bytes, which the runtime reads as a text.
  if (parts.file === '') delete parts.file;
  const { file, sha256 = null, ...fields } = validate(UploadForm, parts, 'body');
  if (file.size > FORM_FILE_MAX) throw fileTooLarge(FORM_FILE_MAX);
  const nameParts = parseName(decodeFormName(file.name));
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  checkBytes(['body', 'file'], nameParts.extension, file.size, head);
  return {
    ...fields,
    ...nameParts,
    size: file.size,
    sha256,
    sha256At: ['body', 'sha256'],
    write: async (put, hash) => {
      await put(file);
      return hash ? digestOf(file.stream()) : '';
    },
  };
}

async function readRawUpload(c: AppContext): Promise<Upload> {
  const size = fileLength(c, RAW_FILE_MAX);
  const { filename, sha256 = null, ...fields } = validate(UploadQuery, withoutEmpty(c.req.query()), 'query');
  const nameParts = parseName(filename);
  const peeked = await peek(c.req.raw.body, HEAD_BYTES);
  checkBytes(['body'], nameParts.extension, size, peeked.head);
  return {
    ...fields,
    ...nameParts,
    size,
    sha256,
    sha256At: ['query', 'sha256'],
    write: (put, hash) => writeAll(peeked, size, put, hash),
  };
}

/** @throws InvalidError, RuleError, HttpError 411, 413, 415 */
export const readUpload = (c: AppContext): Promise<Upload> =>
  mediaType(c) === 'multipart/form-data' ? readFormUpload(c) : readRawUpload(c);
