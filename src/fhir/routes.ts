/** FHIR R4 for other systems: the routing table of all types. What a type is: resources/; what it promises: docs/fhir.md. */
import { Hono } from 'hono';
import { may, PERMISSIONS } from '../auth/permissions';
import { covers, type FhirType, permissionOf } from '../auth/scopes';
import { DuplicateError, ForbiddenError, NotFoundError } from '../errors';
import { recordLooks } from '../http/access-log';
import { authenticate } from '../http/authenticate';
import { FORM_TYPE, JSON_MAX_BYTES, mediaType, readBytes } from '../http/body';
import type { AppContext, AppEnv } from '../http/context';
import { idempotencyOf } from '../http/created';
import { endpoint } from '../http/endpoint';
import { HttpError } from '../http/errors';
import { idempotencyHeader, ifMatchHeader } from '../http/headers';
import { serviceContext } from '../http/service-context';
import { targetOf } from '../http/versions';
import { searchset } from './bundle';
import { capabilityStatement } from './capability';
import { FhirError, notFound } from './errors';
import { everything, readEverything } from './everything';
import { answerFound, answerWritten, isStrict } from './exchange';
import { exportRoutes } from './export/routes';
import { houseOf } from './house';
import { lookOf } from './looks';
import { answerFhir, negotiated } from './negotiation';
import { onFhirError } from './outcome';
import { readSearch } from './search/request';
import { SERVED } from './served';
import { answerSmartConfiguration, tokenEndpoint } from './smart';
import type { Found, ServedType, Writing } from './type';

type Interaction = 'read' | 'vread' | 'search' | 'create' | 'update';

const LETTERS = { read: 'r', vread: 'r', search: 's', create: 'c', update: 'u' } as const;

/** What a route of a type promises, as every endpoint of the service does; the CapabilityStatement describes it. */
function specOf({ type }: ServedType, interaction: Interaction) {
  const letter = LETTERS[interaction];
  const look = lookOf(type);
  const shown = interaction === 'search' ? look?.array() : look;
  const permission = PERMISSIONS.find((known) => known === permissionOf(type, letter));
  if (!permission) throw new TypeError(`Nobody may ${interaction} ${type}`);
  return {
    operationId: `fhir${type}.${interaction}`,
    summary: `FHIR R4: ${interaction} ${type}`,
    isDescribedElsewhere: true,
    permission,
    scope: { type, interaction: letter },
    answers: { 200: { description: type, ...(shown && { body: shown }) } },
    ...(interaction === 'search' && { search: true as const }),
  } as const;
}

/** Whether what is shown along may be shown to the account. */
function maySee(c: AppContext, type: FhirType): boolean {
  const actor = c.get('actor');
  return actor !== undefined && may(actor.role, permissionOf(type, 'r')) && covers(actor, { type, interaction: 'r' });
}

type Search = NonNullable<ServedType['search']>;

async function found(
  c: AppContext,
  served: ServedType,
  search: Search,
  sent: Iterable<[string, string]>,
  strict: boolean,
) {
  const house = houseOf(c);
  const read = readSearch(sent, { ...served, strict }, house);
  const includes = read.includes.filter((name) => maySee(c, served.includes[name] ?? served.type));
  const request = { ...read, includes };
  return { house, request, page: await search.call(served, serviceContext(c), house, request) };
}

async function answerSearch(c: AppContext, served: ServedType, search: Search, sent: Iterable<[string, string]>) {
  const { house, request, page } = await found(c, served, search, sent, isStrict(c));
  recordLooks(
    c,
    page.matches.map(({ look }) => look),
  );
  return answerFhir(c, searchset(house, served.type, request, page, served));
}

const queryOf = (c: AppContext) => new URL(c.req.url).searchParams;

/** Values of the body and of the address count together (hl7.org/fhir/R4/http.html#search). */
async function sentBy(c: AppContext): Promise<[string, string][]> {
  if (mediaType(c) !== FORM_TYPE) throw new HttpError('unsupported_media_type', `Parameters are sent as ${FORM_TYPE}`);
  const body = new TextDecoder().decode(await readBytes(c, JSON_MAX_BYTES));
  return [...queryOf(c), ...new URLSearchParams(body)];
}

async function versionOf(served: ServedType, c: AppContext, id: string, version: string): Promise<Found> {
  const current = await served.read(serviceContext(c), houseOf(c), id);
  if (version !== String(current.version)) throw notFound(served.type, `${id}/_history/${version}`);
  return current;
}

/** What `If-None-Exist` names, if it is there. @throws FhirError 412 where there are several */
async function existing(c: AppContext, served: ServedType): Promise<Found | undefined> {
  const criteria = c.req.header('if-none-exist')?.replace(/^\?/, '');
  if (criteria === undefined || !served.search) return undefined;
  const actor = c.get('actor');
  if (!actor || !covers(actor, { type: served.type, interaction: 's' }))
    throw new ForbiddenError('The scope of the login does not cover the search', 'insufficient_scope');
  const { request, page } = await found(c, served, served.search, new URLSearchParams(criteria), true);
  if (request.conditions.length === 0 && !request.isEmpty)
    throw new FhirError(412, 'multiple-matches', 'If-None-Exist has no criterion');
  if (page.matches.length > 1) throw new FhirError(412, 'multiple-matches', 'If-None-Exist is met by several');
  return page.matches[0];
}

async function answerCreate(
  c: AppContext,
  served: ServedType,
  writing: Writing,
  sent: unknown,
  key: Parameters<typeof idempotencyOf>[1],
) {
  const house = houseOf(c);
  const before = await existing(c, served);
  if (before) return answerWritten(c, house, before, 200);
  try {
    const made = await writing.create(serviceContext(c), house, sent, await idempotencyOf(c, key));
    return answerWritten(c, house, made, 201);
  } catch (error) {
    // Somebody else has created it since the search.
    const now = error instanceof DuplicateError ? await existing(c, served) : undefined;
    if (!now) throw error;
    return answerWritten(c, house, now, 200);
  }
}

async function answerUpdate(
  c: AppContext,
  served: ServedType,
  update: NonNullable<Writing['update']>,
  sent: unknown,
  id: string,
  if_version: number | null,
) {
  const { id: given } = sent as { id?: string };
  if (given !== id)
    throw new FhirError(400, 'value', `The id in the resource should be ${id}`, { expression: `${served.type}.id` });
  const house = houseOf(c);
  try {
    const made = await update(serviceContext(c), house, sent, id, if_version);
    return answerWritten(c, house, made, 200);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await served.read(serviceContext(c), house, id).catch((missing) => {
      if (missing instanceof FhirError && missing.status !== 404) throw missing;
    });
    throw new FhirError(405, 'not-supported', 'Ids are given by the server: create it by POST', {
      headers: { allow: 'GET, HEAD' },
    });
  }
}

/** The form of an id: what is none falls through to 404. */
const ID = ':id{[A-Za-z0-9.-]{1,64}}';

export const fhirRoutes = new Hono<AppEnv>({ strict: false });
fhirRoutes.onError(onFhirError);
fhirRoutes.use(negotiated);

fhirRoutes.get('/.well-known/smart-configuration', answerSmartConfiguration);
fhirRoutes.get('/metadata', (c) => answerFhir(c, capabilityStatement(houseOf(c), tokenEndpoint(c), SERVED)));
fhirRoutes.route('/', exportRoutes);

for (const served of SERVED) {
  const { type, search, writing } = served;
  const path = `/${type}`;
  if (search) {
    fhirRoutes.get(path, endpoint(specOf(served, 'search')), (c) => answerSearch(c, served, search, queryOf(c)));
    fhirRoutes.post(`${path}/_search`, endpoint(specOf(served, 'search')), async (c) =>
      answerSearch(c, served, search, await sentBy(c)),
    );
  }
  fhirRoutes.get(`${path}/${ID}`, endpoint(specOf(served, 'read')), async (c) => {
    const [house, id] = [houseOf(c), c.req.param('id')];
    return served.answer
      ? served.answer(c, house, id)
      : answerFound(c, await served.read(serviceContext(c), house, id));
  });
  fhirRoutes.get(`${path}/${ID}/_history/:version`, endpoint(specOf(served, 'vread')), async (c) =>
    answerFound(c, await versionOf(served, c, c.req.param('id'), c.req.param('version'))),
  );
  if (writing) {
    fhirRoutes.post(
      path,
      endpoint({ ...specOf(served, 'create'), header: idempotencyHeader, json: writing.schema }),
      (c) => answerCreate(c, served, writing, c.req.valid('json'), c.req.valid('header')),
    );
  }
  if (writing?.update) {
    const { update } = writing;
    fhirRoutes.put(
      `${path}/${ID}`,
      endpoint({ ...specOf(served, 'update'), header: ifMatchHeader, json: writing.schema }),
      (c) => {
        const { id, if_version } = targetOf(c.req.param('id'), c.req.valid('header'));
        return answerUpdate(c, served, update, c.req.valid('json'), id, if_version);
      },
    );
  }
}

const patients = SERVED.find(({ type }) => type === 'Patient');
if (patients) {
  fhirRoutes.get('/Patient/:id/$everything', endpoint(specOf(patients, 'read')), async (c) => {
    const [house, id] = [houseOf(c), c.req.param('id')];
    const asked = readEverything(queryOf(c), isStrict(c));
    const seen = SERVED.filter(({ type }) => maySee(c, type));
    const page = await everything(serviceContext(c), house, id, asked, seen);
    recordLooks(c, { id, of: id });
    return answerFhir(c, searchset(house, `Patient/${id}/$everything`, asked, page, patients));
  });
}

/** Methods of a path, for `Allow`. */
function methodsOf(path: readonly string[]): string[] | undefined {
  const [type, id, history] = path;
  const served = SERVED.find((one) => one.type === type);
  if (!served) return type === undefined ? [] : undefined;
  const { search, writing } = served;
  if (id === undefined) return [...(search ? ['GET', 'HEAD'] : []), ...(writing ? ['POST'] : [])];
  if (id === '_search') return search ? ['POST'] : [];
  if (history !== undefined || id === '_history') return path.length === 4 ? ['GET', 'HEAD'] : [];
  return ['GET', 'HEAD', ...(writing?.update ? ['PUT'] : [])];
}

fhirRoutes.all('*', async (c) => {
  await authenticate(c);
  const path = c.req.path.split('/').slice(3).filter(Boolean);
  const methods = methodsOf(path);
  const [type = '', id = ''] = path;
  if (!methods) throw new FhirError(404, 'not-supported', `${type} is not served: /metadata says what is`);
  if (methods.includes(c.req.method)) throw notFound(type, id);
  const allow = methods.join(', ');
  throw new FhirError(405, 'not-supported', `${c.req.method} is not served here`, { headers: { allow } });
});
