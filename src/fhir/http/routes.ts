/** FHIR R4 for other systems: the routing table of all types. What a type is: resources/; what it promises: docs/fhir.md. */
import { Hono } from 'hono';
import * as z from 'zod';
import { PERMISSIONS } from '../../auth/permissions';
import { authenticate } from '../../http/authenticate';
import type { AppContext, AppEnv } from '../../http/context';
import { endpoint } from '../../http/endpoint';
import { idempotencyHeader, ifMatchHeader } from '../../http/headers';
import { serviceContext } from '../../http/service-context';
import { targetOf } from '../../http/versions';
import { maySee, permissionOf } from '../../scopes';
import { FhirError, notFound } from '../errors';
import { exportRoutes } from '../export/routes';
import { everything, readEverything } from '../search/everything';
import { SERVED } from '../served';
import type { Found, ServedType } from '../served-type';
import { accessOf } from './access';
import { answerPage, answerSearch, queryOf, sentBy } from './answer-search';
import { answerCreate, answerUpdate } from './answer-write';
import { capabilityStatement } from './capability';
import { deploymentOf } from './deployment';
import { answerFound, isStrict } from './exchange';
import { answerFhir, negotiated } from './negotiation';
import { onFhirError } from './outcome';
import { answerSmartConfiguration, tokenEndpoint } from './smart';

type Interaction = 'read' | 'vread' | 'search' | 'create' | 'update';

const LETTERS = { read: 'r', vread: 'r', search: 's', create: 'c', update: 'u' } as const;

/** What a route of a type promises, as every endpoint of the service does; the CapabilityStatement describes it. */
function specOf({ type }: ServedType, interaction: Interaction) {
  const letter = LETTERS[interaction];
  const access = accessOf(type);
  const shown = interaction === 'search' ? access?.array() : access;
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

async function versionOf(served: ServedType, c: AppContext, id: string, version: string): Promise<Found> {
  const current = await served.read(serviceContext(c), await deploymentOf(c), id);
  if (version !== String(current.version)) throw notFound(served.type, `${id}/_history/${version}`);
  return current;
}

/** What is taken of it depends on what is preferred (read-sent.ts). */
const RESOURCE = z.unknown();

/** The form of an id: what is none falls through to 404. */
const ID = ':id{[A-Za-z0-9.-]{1,64}}';

export const fhirRoutes = new Hono<AppEnv>({ strict: false });
fhirRoutes.onError(onFhirError);
fhirRoutes.use(negotiated);

fhirRoutes.get('/.well-known/smart-configuration', answerSmartConfiguration);
fhirRoutes.get('/metadata', async (c) =>
  answerFhir(c, capabilityStatement(await deploymentOf(c), tokenEndpoint(c), SERVED)),
);
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
    const [deployment, id] = [await deploymentOf(c), c.req.param('id')];
    return served.answer
      ? served.answer(c, deployment, id)
      : answerFound(c, await served.read(serviceContext(c), deployment, id));
  });
  fhirRoutes.get(`${path}/${ID}/_history/:version`, endpoint(specOf(served, 'vread')), async (c) =>
    answerFound(c, await versionOf(served, c, c.req.param('id'), c.req.param('version'))),
  );
  if (writing) {
    fhirRoutes.post(path, endpoint({ ...specOf(served, 'create'), header: idempotencyHeader, json: RESOURCE }), (c) =>
      answerCreate(c, served, writing, c.req.valid('json'), c.req.valid('header'), specOf(served, 'search')),
    );
  }
  if (writing?.update) {
    const { update } = writing;
    fhirRoutes.put(
      `${path}/${ID}`,
      endpoint({ ...specOf(served, 'update'), header: ifMatchHeader, json: RESOURCE }),
      (c) => {
        const { id, if_version } = targetOf(c.req.param('id'), c.req.valid('header'));
        return answerUpdate(c, served, { ...writing, update }, c.req.valid('json'), id, if_version);
      },
    );
  }
}

const patients = SERVED.find(({ type }) => type === 'Patient');
if (patients) {
  fhirRoutes.get('/Patient/:id/$everything', endpoint(specOf(patients, 'read')), async (c) => {
    const [deployment, id] = [await deploymentOf(c), c.req.param('id')];
    const asked = readEverything(queryOf(c), isStrict(c));
    const seen = SERVED.filter(({ type }) => maySee(c.get('actor'), type));
    const page = await everything(serviceContext(c), deployment, id, asked, seen);
    const all = {
      deployment,
      path: `Patient/${id}/$everything`,
      request: { used: asked.used, passed: asked.passed },
      page,
      served: patients,
    };
    return answerPage(c, all, { id, of: page.of });
  });
}

/** Methods of a path, for `Allow`. */
function methodsOf(path: readonly string[]): string[] | undefined {
  const [type, id, history] = path;
  const served = SERVED.find((one) => one.type === type);
  if (!served) return type === undefined ? ['POST'] : undefined;
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
  // Where there is nothing else, a browser may still ask what there is: an empty header is lost on its way.
  const allow = methods.join(', ') || 'OPTIONS';
  throw new FhirError(405, 'not-supported', `${c.req.method} is not served here`, { headers: { allow } });
});
