/** Binary (hl7.org/fhir/R4/binary.html): the bytes of a file as they are stored, or a resource with them where JSON is asked for. */
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { selected } from '../../db/fields';
import { file } from '../../db/schema/file';
import { rawStatement } from '../../db/statement';
import { answerBytes } from '../../http/answers';
import type { AppContext } from '../../http/context';
import { serviceContext } from '../../http/service-context';
import { SANDBOX } from '../../resources/file/download';
import { contentDisposition, mediaTypeOf } from '../../resources/file/rules';
import { bodyOf, fileKey, openObject, type Wanted } from '../../storage/bucket';
import type { Deployment } from '../elements/datatypes';
import { FhirError, gone, notFound } from '../errors';
import { type Found, found, type ServedType } from '../served-type';
import { accessTo, type FileRow, fileFields, subjectOf } from '../types/document-reference';
import { answerFound, headersOf, isUnmodified } from './exchange';
import { wantsResource } from './negotiation';

const TYPE = 'Binary';

/** A resource is made in memory, several times as large. */
const RESOURCE_MAX = 10 * 1024 * 1024;

const byId = rawStatement<{ id: string }, FileRow>(
  (p) => sql`select ${selected(fileFields)} from ${file} where ${file.id} = ${p.id}`,
  fileFields,
);

async function rowOf(ctx: ServiceContext, id: string): Promise<FileRow> {
  const row = await ctx.db.first(byId({ id }));
  if (!row) throw notFound(TYPE, id);
  if (row.deleted_at !== null) throw gone(TYPE, id);
  return row;
}

async function stored(ctx: ServiceContext, row: FileRow, wanted: Wanted) {
  const object = await openObject(ctx, fileKey(row), wanted);
  if (!object) throw notFound(TYPE, row.id);
  return object;
}

async function resourceOf(ctx: ServiceContext, row: FileRow): Promise<Found> {
  const { id, size, version, updated_at } = row;
  if (size > RESOURCE_MAX)
    throw new FhirError(413, 'too-long', `${TYPE}/${id} has ${size} bytes: as a resource at most ${RESOURCE_MAX}`);
  const body = bodyOf(await stored(ctx, row, {}));
  const data = Buffer.from(await new Response(body).arrayBuffer()).toString('base64');
  const subject = subjectOf(row);
  const resource = {
    ...{ resourceType: TYPE, id },
    meta: { versionId: String(version), lastUpdated: new Date(updated_at).toISOString() },
    contentType: mediaTypeOf(row.extension),
    ...(subject && { securityContext: subject }),
    data,
  };
  return found(resource, { version, updated_at, access: accessTo(row) });
}

async function answer(c: AppContext, _: Deployment, id: string): Promise<Response> {
  const ctx = serviceContext(c);
  const row = await rowOf(ctx, id);
  const headers = { ...headersOf(row), vary: 'Accept' };
  if (isUnmodified(c, row)) return answerBytes(c, accessTo(row), null, 304, headers);
  if (wantsResource(c)) return answerFound(c, await resourceOf(ctx, row));
  const object = await stored(ctx, row, c.req.method === 'HEAD' ? 'head' : {});
  return answerBytes(c, accessTo(row), bodyOf(object), 200, {
    ...headers,
    'content-type': mediaTypeOf(row.extension),
    'content-length': String(object.size),
    'content-disposition': contentDisposition(row.name),
    'content-security-policy': SANDBOX,
  });
}

export const binaryType: ServedType = {
  ...{ type: TYPE, parameters: {}, includes: {}, mandatory: ['contentType'] },
  read: async (ctx, _, id) => resourceOf(ctx, await rowOf(ctx, id)),
  answer,
};
