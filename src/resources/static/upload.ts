import type * as z from 'zod';
import { AppError, type Fault, InvalidError, RuleError } from '../../errors';
import { mediaType } from '../../http/body';
import type { AppContext } from '../../http/context';
import { faultOf } from '../../http/faults';
import { EXTENSIONS, extensionOf, HEAD_BYTES, isOfKind } from './kinds';
import { fileName } from './names';
import { UploadForm, UploadQuery } from './schemas';
import { peek, writeAll } from './stream';

const MIB = 1024 * 1024;
const FORM_FILE_MAX = 25 * MIB;
const RAW_FILE_MAX = 100 * MIB;
/** What a form has beside its file. */
const FORM_REST_MAX = 64 * 1024;

/** A file that is of an accepted kind, its bytes not yet stored. */
export interface Upload {
  entity_id: string;
  type: string;
  name: string;
  extension: string;
  size: number;
  sha256: string | null;
  /** where the request has its digest */
  sha256At: Fault['loc'];
  write: (put: (body: Blob | ReadableStream) => Promise<unknown>) => Promise<void>;
}

const tooLarge = (max: number) => new AppError('too_large', `The file is larger than ${max} bytes`);
const fault = (loc: Fault['loc'], msg: string) => new InvalidError([{ loc, msg, type: 'value_error' }]);

function validated<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (!success) throw new InvalidError(error.issues.map((issue) => faultOf(issue, where)));
  return data;
}

function accepted(filename: string): { name: string; extension: string } {
  const extension = extensionOf(filename);
  if (!extension) throw new AppError('unsupported_media_type', `Files accepted: ${EXTENSIONS.join(' ')}`);
  return { name: fileName(filename, extension.length), extension };
}

function checkBytes(loc: Fault['loc'], extension: string, size: number, head: Uint8Array): void {
  if (size === 0) throw fault(loc, 'File is empty');
  if (!isOfKind(extension, head)) throw fault(loc, `File should be what its extension ${extension} says`);
}

/** The body's parts, counted while they arrive. */
async function readParts(c: AppContext): Promise<FormData> {
  const max = FORM_FILE_MAX + FORM_REST_MAX;
  if (Number(c.req.header('content-length') ?? 0) > max) throw tooLarge(FORM_FILE_MAX);
  let size = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length;
      if (size > max) controller.error(tooLarge(FORM_FILE_MAX));
      else controller.enqueue(chunk);
    },
  });
  const body = c.req.raw.body?.pipeThrough(counter) ?? null;
  const headers = { 'content-type': c.req.header('content-type') ?? '' };
  try {
    return await new Response(body, { headers }).formData();
  } catch {
    throw size > max ? tooLarge(FORM_FILE_MAX) : new RuleError('The body is not valid multipart/form-data');
  }
}

async function readForm(c: AppContext): Promise<Upload> {
  const parts = Object.fromEntries(await readParts(c));
  // A file that was not chosen: browsers send it without name and bytes, which the runtime reads as a text.
  if (parts.file === '') delete parts.file;
  const { file, sha256 = null, ...fields } = validated(UploadForm, parts, 'body');
  if (file.size > FORM_FILE_MAX) throw tooLarge(FORM_FILE_MAX);
  const named = accepted(file.name);
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  checkBytes(['body', 'file'], named.extension, file.size, head);
  return {
    ...fields,
    ...named,
    size: file.size,
    sha256,
    sha256At: ['body', 'sha256'],
    write: async (put) => void (await put(file)),
  };
}

function contentLength(c: AppContext): number {
  const given = c.req.header('content-length');
  if (!given || !/^\d+$/.test(given)) throw new AppError('length_required', 'Content-Length is required');
  const size = Number(given);
  if (size > RAW_FILE_MAX) throw tooLarge(RAW_FILE_MAX);
  return size;
}

async function readRaw(c: AppContext): Promise<Upload> {
  const size = contentLength(c);
  const { filename, sha256 = null, ...fields } = validated(UploadQuery, c.req.query(), 'query');
  const named = accepted(filename);
  const peeked = await peek(c.req.raw.body, HEAD_BYTES);
  checkBytes(['body'], named.extension, size, peeked.head);
  return {
    ...fields,
    ...named,
    size,
    sha256,
    sha256At: ['query', 'sha256'],
    write: (put) => writeAll(peeked, size, put),
  };
}

/**
 * A multipart form, or a body that is the file itself.
 * @throws InvalidError; AppError 400, 411, 413, 415
 */
export const readUpload = (c: AppContext): Promise<Upload> =>
  mediaType(c) === 'multipart/form-data' ? readForm(c) : readRaw(c);
