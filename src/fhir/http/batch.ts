/**
 * Batches (hl7.org/fhir/R4/http.html#transaction): creates that are sent together. Each is a request of its own to the service, so
 * that nothing gets in which a single one would not; that it may name what those before it have made is all that a batch adds.
 */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import { authenticate } from '../../http/authenticate';
import { type AppContext, type AppEnv, originOf } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader } from '../../http/headers';
import { limitAccount } from '../../http/limits';
import { beginAtPrimary } from '../../http/service-context';
import { FhirError } from '../errors';
import { PAGE_BYTES } from '../search/bounds';
import { type Answered, answeredEntry } from './batch-answer';
import { ENTRIES_MAX, type Entry, nameOf, readEntry, refer, refusedEntry } from './batch-entry';
import { BASE_PATH } from './deployment';
import { isLenient } from './exchange';
import { answerFhir, FHIR_JSON, negotiated } from './negotiation';
import { onFhirError } from './outcome';

const Bundle = z.object({
  resourceType: z.literal('Bundle'),
  implicitRules: z.undefined('It changes the meaning of what it stands at').optional(),
  type: z.string(),
  entry: z.array(z.unknown()).optional(),
});
type Bundle = z.output<typeof Bundle>;

/** @throws FhirError 400, 413 */
function requireBatch({ type, entry = [] }: Bundle): void {
  const expression = 'Bundle.type';
  if (type === 'transaction') {
    const why = 'not all or nothing: what entries have created cannot be undone when a later one is refused';
    const instead = 'Send it as a batch, with an ifNoneExist in each request, so that it can be sent again';
    throw new FhirError(400, 'not-supported', `A Bundle is ${why}. ${instead}`, { expression });
  }
  if (type !== 'batch') throw new FhirError(400, 'value', 'A Bundle of type batch is expected', { expression });
  if (entry.length > ENTRIES_MAX) {
    const message = `A batch has at most ${ENTRIES_MAX} entries, and this one ${entry.length}: send several`;
    throw new FhirError(413, 'too-long', message, { expression: 'Bundle.entry' });
  }
}

/** What the entries so far have come to. */
interface Run {
  /** by what entries are called: a reference to what they have made; undefined where that is nothing */
  made: Map<string, string | undefined>;
  /** of what is answered */
  bytes: number;
}

const PASSED_ON = ['authorization', 'cf-connecting-ip', 'prefer'];

/** A header has no other characters, and a search reads them so. */
const headerText = (value: string) => value.toWellFormed().replace(/[^\x20-\x7e]+/g, encodeURIComponent);

function requestOf(c: AppContext, { request: { url, ifNoneExist }, resource }: Entry, n: number, { bytes }: Run) {
  const headers = new Headers({ accept: FHIR_JSON, 'content-type': FHIR_JSON, 'x-request-id': c.get('requestId') });
  const pass = (name: string, value: string | undefined) => value !== undefined && headers.set(name, value);
  for (const name of PASSED_ON) pass(name, c.req.header(name));
  pass('if-none-exist', ifNoneExist && headerText(ifNoneExist));
  const key = c.req.header('idempotency-key');
  pass('idempotency-key', key && `${key}.${n}`);
  // Those that are found may be large.
  if (bytes > PAGE_BYTES) headers.set('prefer', `return=minimal, ${c.req.header('prefer') ?? ''}`);
  try {
    const body = JSON.stringify(resource);
    return new Request(`${originOf(c.req.url)}${BASE_PATH}/${url}`, { method: 'POST', headers, body });
  } catch (error) {
    throw error instanceof RangeError ? refusedEntry(n, ['resource'], 'It is nested too deep') : error;
  }
}

async function perform(c: AppContext, app: Hono<AppEnv>, sent: unknown, n: number, run: Run): Promise<Answered> {
  const { entry, leftOut } = readEntry(sent, n, isLenient(c));
  const name = nameOf(entry.fullUrl);
  if (name !== undefined && run.made.has(name)) throw refusedEntry(n, ['fullUrl'], 'An entry before has it, too');
  if (name !== undefined) run.made.set(name, undefined);
  const unmade = refer(entry.resource, run.made);
  const response = await app.fetch(requestOf(c, entry, n, run), c.env, c.executionCtx);
  const answered = await answeredEntry(c, response, n, { leftOut, unmade });
  if (name !== undefined) run.made.set(name, answered.reference);
  run.bytes += answered.bytes;
  return answered;
}

async function answerBatch(c: AppContext, app: Hono<AppEnv>, bundle: Bundle) {
  requireBatch(bundle);
  // Refuses a malformed bookmark. Entries come without one: the primary has what those before them have made.
  beginAtPrimary(c);
  const run: Run = { made: new Map(), bytes: 0 };
  const entry: object[] = [];
  for (const [n, sent] of (bundle.entry ?? []).entries()) {
    const answered = await perform(c, app, sent, n, run).catch((error) =>
      answeredEntry(c, onFhirError(error, c), n, { leftOut: [], unmade: [] }),
    );
    if (answered.bookmark !== null) c.header('x-d1-bookmark', answered.bookmark);
    entry.push(answered.entry);
  }
  const answer = { resourceType: 'Bundle', id: crypto.randomUUID(), type: 'batch-response' };
  return answerFhir(c, { ...answer, ...(entry.length > 0 && { entry }) });
}

const SPEC = {
  operationId: 'fhirBatch',
  summary: 'FHIR R4: batch',
  isDescribedElsewhere: true,
  header: idempotencyHeader,
  json: Bundle,
  answers: { 200: { description: 'Bundle' } },
} as const;

/** Whoever has a token may send one: what an entry needs is asked there. */
const admitted = createMiddleware<AppEnv>(async (c, next) => {
  await limitAccount(c, await authenticate(c), false);
  await next();
});

/** @param app what answers each entry */
export function batchRoutes(app: Hono<AppEnv>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>({ strict: false });
  routes.onError(onFhirError);
  routes.post('/', negotiated, admitted, endpoint(SPEC), (c) => answerBatch(c, app, c.req.valid('json')));
  return routes;
}
