/** Bulk Data Access, at the level of the system (hl7.org/fhir/uv/bulkdata/STU2/export.html). */
import { Hono } from 'hono';
import { may } from '../../auth/permissions';
import { levelOf, scopeText } from '../../auth/scopes';
import { recordExported } from '../../http/access-log';
import { lacking } from '../../http/along';
import { authenticate } from '../../http/authenticate';
import type { AppContext, AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { serviceContext } from '../../http/service-context';
import { mayExport, permissionOf } from '../../scopes';
import { FhirError } from '../errors';
import { loggedEntity } from '../http/access';
import { urlOf } from '../http/deployment';
import { isAsync, isLenient } from '../http/exchange';
import { answerFhir } from '../http/negotiation';
import { outcomeOf } from '../http/outcome';
import { EXPORTED } from './exported';
import { Parameters, readKickOff, type Sent, sentIn } from './kick-off';
import type { Job } from './queries';
import { deleteExport, getExport, openExported, startExport } from './service';

const NDJSON = 'application/fhir+ndjson';
/** Seconds between two questions for the status. */
const POLL = '5';

const specOf = (operation: string, status: 200 | 202) =>
  ({
    operationId: `fhirExport.${operation}`,
    summary: `FHIR bulk export: ${operation}`,
    isDescribedElsewhere: true,
    permission: 'export:run',
    answers: { [status]: { description: operation } },
  }) as const;

const METHODS = {
  '/$export': 'GET, POST',
  '/$export-status/:job': 'GET, HEAD, DELETE',
  '/$export-file/:job/:name': 'GET, HEAD',
};
const notServed = (c: AppContext, allow: string) =>
  new FhirError(405, 'not-supported', `${c.req.method} is not served here`, { headers: { allow } });

const said = (diagnostics: string) => outcomeOf([{ severity: 'information', code: 'informational', diagnostics }]);

/** @param parameters of the body */
async function answerKickOff(c: AppContext, parameters: Sent = []) {
  // Hono has GET answer HEAD.
  if (c.req.method === 'HEAD') throw notServed(c, METHODS['/$export']);
  if (!isAsync(c)) throw new FhirError(400, 'required', 'An export is asked for with Prefer: respond-async');
  const sent = new URL(c.req.url).searchParams;
  const actor = await authenticate(c);
  const seen = EXPORTED.filter((type) => may(actor.role, permissionOf(type, 'r')));
  const granted = seen.filter((type) => mayExport(actor, type));
  const { steps, since, outside } = readKickOff([...sent], parameters, { seen, granted }, isLenient(c));
  if (outside.length > 0) throw lacking(outside.map((type) => scopeText(levelOf(actor), { type, letters: 'rs' })));
  for (const [name, value = ''] of parameters) if (!sent.has(name, value)) sent.append(name, value);
  const url = urlOf(c);
  const wanted = { url, query: sent.size > 0 ? `?${sent}` : '', since, types: steps };
  const job = await startExport(serviceContext(c), c.env, wanted);
  return answerFhir(c, said('The export has begun'), 202, { 'content-location': `${url}/$export-status/${job}` });
}

function manifestOf({ id, url, query, since, transaction_time, files }: Job) {
  const {
    output = [],
    deleted = [],
    error = [],
  } = Object.groupBy(
    files.map(({ name, type, count }) => ({ type, url: `${url}/$export-file/${id}/${name}`, count })),
    ({ type }) => (type === 'Bundle' ? 'deleted' : type === 'OperationOutcome' ? 'error' : 'output'),
  );
  return {
    transactionTime: new Date(transaction_time).toISOString(),
    request: `${url}/$export${query}`,
    requiresAccessToken: true,
    output,
    ...(since !== null && { deleted }),
    error,
  };
}

export const exportRoutes = new Hono<AppEnv>({ strict: false });

exportRoutes.get('/$export', endpoint(specOf('begin', 202)), (c) => answerKickOff(c));
exportRoutes.post(
  '/$export',
  endpoint({ ...specOf('begin', 202), json: Parameters, jsonIfNone: { resourceType: 'Parameters' } }),
  (c) => answerKickOff(c, sentIn(c.req.valid('json'))),
);

exportRoutes.get('/$export-status/:job', endpoint(specOf('status', 200)), async (c) => {
  const job = await getExport(serviceContext(c), c.env, c.req.param('job'));
  if (job.state === 'done') return c.json(manifestOf(job), 200, { expires: new Date(job.expires_at).toUTCString() });
  const progress = `${job.types[0]}, ${job.files.length} files so far`;
  return c.body(null, 202, { 'x-progress': progress, 'retry-after': POLL });
});

exportRoutes.delete('/$export-status/:job', endpoint(specOf('delete', 202)), async (c) => {
  await deleteExport(serviceContext(c), c.req.param('job'));
  return answerFhir(c, said('The export is gone'), 202);
});

exportRoutes.get('/$export-file/:job/:name', endpoint(specOf('file', 200)), async (c) => {
  const { job, name } = c.req.param();
  const { file, object } = await openExported(serviceContext(c), job, name);
  // The others have no more than ids, and names of what was asked for.
  const entity = file.type === 'Bundle' || file.type === 'OperationOutcome' ? undefined : loggedEntity(file.type);
  if (entity) recordExported(c, entity, job, file.count);
  return c.body(object.body, 200, { 'content-type': NDJSON, 'content-length': String(object.size) });
});

for (const [path, allow] of Object.entries(METHODS)) {
  exportRoutes.all(path, async (c) => {
    await authenticate(c);
    throw notServed(c, allow);
  });
}
