import { beforeAll, describe, expect, it } from 'vitest';
import { SERVED } from '../../src/fhir/served';
import { FHIR_TYPES } from '../../src/fhir-types';
import { accessOf } from '../support/access';
import { type Body, type CallOptions, call, type Result } from '../support/client';
import { make } from '../support/factories';
import { databaseWith, logged } from '../support/fakes';
import { fhir, idsOf, issueOf, URL } from '../support/fhir/client';
import { synthea } from '../support/fhir/synthea';
import { unique } from '../support/input';
import { large } from '../support/large';
import { count, trail } from '../support/rows';
import { actorOf, programOf } from '../support/users';

let doctor: Body;
let department: Body;
beforeAll(async () => {
  [doctor, department] = await Promise.all([make.doctor(), make.department()]);
});

const SYSTEM = 'urn:oid:1.2.3.4';
const urn = () => `urn:uuid:${crypto.randomUUID()}`;
const patient = (given: object = {}) => ({
  ...{ resourceType: 'Patient', name: [{ family: 'Brandt', given: ['Ida'] }], birthDate: '1990-02-03' },
  ...{ identifier: [{ system: SYSTEM, value: unique('P') }], ...given },
});
let hour = Date.parse('2027-06-01T00:00:00Z');
const nextHour = (): string => {
  hour += 3_600_000;
  return new Date(hour).toISOString();
};
const visit = (of: string, given: object = {}) => ({
  ...{ resourceType: 'Appointment', status: 'booked', start: nextHour(), minutesDuration: 20 },
  participant: [of, `Practitioner/${doctor.id}`, `HealthcareService/${department.id}`].map((reference) => ({
    ...{ actor: { reference }, status: 'accepted' },
  })),
  ...{ identifier: [{ system: SYSTEM, value: unique('V') }], ...given },
});
const conditionOf = ({ identifier: [{ system, value }] }: Body) => `identifier=${system}|${value}`;
const create = (resource: Body, { fullUrl, ...request }: { fullUrl?: string; ifNoneExist?: string } = {}) => ({
  ...(fullUrl && { fullUrl }),
  resource,
  request: { method: 'POST', url: resource.resourceType, ...request },
});
const batch = (entry: unknown[], options: CallOptions = {}): Promise<Result> =>
  fhir('POST', '', { json: { resourceType: 'Bundle', type: 'batch', entry }, ...options });

const responsesIn = ({ status, body }: Result): Body[] => {
  expect([status, body.resourceType, body.type], JSON.stringify(body)).toEqual([200, 'Bundle', 'batch-response']);
  return body.entry.map(({ response }: Body) => response);
};
const statusesIn = (result: Result): string[] => responsesIn(result).map(({ status }) => status);
/** Status, code and place of what an entry is first refused for. */
const refusalIn = (result: Result, n: number) => {
  const { status, outcome } = responsesIn(result)[n];
  const [{ code, expression }] = outcome.issue;
  return [status, code, ...(expression ?? [])];
};
const textsIn = (result: Result, n: number): string[] =>
  responsesIn(result)[n].outcome.issue.map(({ diagnostics }: Body) => diagnostics);
const idIn = (result: Result, n: number): string =>
  new RegExp(`^${URL}/\\w+/([^/]+)/_history/1$`).exec(responsesIn(result)[n].location)?.[1] ?? '';

describe('A batch', () => {
  it('answers each entry as its create would be', async () => {
    const sent = patient();
    const answer = await batch([create(sent), create(visit(urn()))]);
    const id = idIn(answer, 0);
    const [{ resource, response }] = answer.body.entry;
    expect(resource).toEqual((await fhir('GET', `/Patient/${id}`)).body);
    expect(response).toEqual({
      status: '201 Created',
      location: `${URL}/Patient/${id}/_history/1`,
      etag: 'W/"1"',
      lastModified: expect.stringMatching(/^\d{4}-.*\.000Z$/),
    });
    expect(answer.body.entry[1]).toEqual({ response: { status: '422', outcome: expect.anything() } });
    expect(await trail(id)).toEqual(['create 1']);
  });

  it.each(['/', ''])('is sent to the base, %j behind it', async (end) => {
    const { status } = await fhir('POST', end, { json: { resourceType: 'Bundle', type: 'batch' } });
    expect(status).toBe(200);
  });

  it('may be empty', async () => {
    const { body } = await batch([]);
    expect(body).toEqual({ resourceType: 'Bundle', id: expect.any(String), type: 'batch-response' });
  });

  it('is told of the database as the last entry has seen it', async () => {
    const answer = await batch([create(patient())]);
    expect(answer.headers.get('x-d1-bookmark')).toMatch(/^[0-9a-f]{8}-/);
    const refused = await batch([create(patient())], { headers: { 'x-d1-bookmark': 'none' } });
    expect(issueOf(refused)).toEqual([400, 'business-rule']);
  });

  it('is told by the server of what it can do', async () => {
    const { body } = await fhir('GET', '/metadata', { as: null });
    expect(body.rest[0].interaction).toEqual([{ code: 'batch', documentation: 'Creates, up to 50' }]);
  });
});

describe('References to entries before', () => {
  it('become what these have made, wherever they stand', async () => {
    const [first, second] = [urn(), urn()];
    const answer = await batch([
      create(patient(), { fullUrl: first }),
      create(visit(first.toUpperCase().replace('URN:UUID', 'urn:uuid')), { fullUrl: second }),
      create(visit(first)),
    ]);
    expect(statusesIn(answer)).toEqual(['201 Created', '201 Created', '201 Created']);
    const id = idIn(answer, 0);
    expect(await idsOf(`Appointment?patient=${id}`)).toEqual([idIn(answer, 1), idIn(answer, 2)]);
    for (const { resource } of answer.body.entry.slice(1))
      expect(resource.participant[0].actor.reference).toBe(`Patient/${id}`);
  });

  it('stand for nothing where these come later, have failed, or are none; others go on', async () => {
    const [later, failed, none] = [urn(), urn(), urn()];
    const answer = await batch([
      create(visit(later)),
      create(patient({ gender: 'none' }), { fullUrl: failed }),
      create(visit(failed)),
      create(visit(none)),
      create(patient(), { fullUrl: later }),
      create(visit(later)),
    ]);
    expect(statusesIn(answer)).toEqual(['422', '422', '422', '422', '201 Created', '201 Created']);
    for (const [n, reference] of [
      [0, later],
      [2, failed],
      [3, none],
    ] as const) {
      expect(refusalIn(answer, n)).toEqual(['422', 'not-found', `Bundle.entry[${n}].resource`]);
      expect(textsIn(answer, n)[0]).toContain(`${reference} stands for nothing`);
      expect(responsesIn(answer)[n].outcome.issue[1].expression).toEqual([
        'Appointment.participant[0].actor.reference',
      ]);
    }
  });

  it('pass with what is left out', async () => {
    const headers = { prefer: 'handling=lenient, return=representation' };
    const sent = patient({ generalPractitioner: [{ reference: urn() }] });
    const answer = await batch([create(sent)], { headers });
    expect(statusesIn(answer)).toEqual(['201 Created']);
    expect(textsIn(answer, 0)).toEqual(['Left out: generalPractitioner']);
  });

  it('name one entry', async () => {
    const fullUrl = urn();
    const answer = await batch([create(patient(), { fullUrl }), create(patient(), { fullUrl })]);
    expect(statusesIn(answer)).toEqual(['201 Created', '422']);
    expect(refusalIn(answer, 1)).toEqual(['422', 'value', 'Bundle.entry[1].fullUrl']);
  });
});

describe('ifNoneExist', () => {
  it('finds who is there, and references lead to them', async () => {
    const sent = patient({ identifier: [{ system: SYSTEM, value: unique('Ö ') }] });
    const ifNoneExist = conditionOf(sent);
    const before = await fhir('POST', '/Patient', { json: sent });
    const fullUrl = urn();
    const answer = await batch([create(sent, { fullUrl, ifNoneExist }), create(visit(fullUrl))]);
    expect(statusesIn(answer)).toEqual(['200 OK', '201 Created']);
    expect(idIn(answer, 0)).toBe(before.body.id);
    expect(await idsOf(`Appointment?patient=${before.body.id}`)).toEqual([idIn(answer, 1)]);
    expect(accessOf(answer).map(({ entity, action, entity_id }) => [entity, action, entity_id])).toContainEqual([
      ...['patient', 'read', before.body.id],
    ]);
  });

  it('finds who was made by the entry before', async () => {
    const sent = patient();
    const entry = create(sent, { ifNoneExist: conditionOf(sent) });
    const answer = await batch([entry, entry]);
    expect(statusesIn(answer)).toEqual(['201 Created', '200 OK']);
    expect(idIn(answer, 0)).toBe(idIn(answer, 1));
  });

  it('is 412 where there are several', async () => {
    const family = unique('Many');
    const sent = patient({ name: [{ family }], identifier: undefined });
    await batch([create(sent), create(sent)]);
    const answer = await batch([create(sent, { ifNoneExist: `family=${family}` }), create(patient())]);
    expect(statusesIn(answer)).toEqual(['412', '201 Created']);
    expect(refusalIn(answer, 0)).toEqual(['412', 'multiple-matches']);
  });

  it('has patients and their visits once, however often they are sent, and so has an Idempotency-Key', async () => {
    const [one, other] = [urn(), urn()];
    const headers = { prefer: 'handling=lenient' };
    const people = [synthea(), synthea()];
    const visits = [visit(one), visit(other), visit(other)];
    const rowsOf = async () => [await count('patient'), await count('appointment')];
    const once = (resource: Body, fullUrl?: string) => {
      const identifier = resource.identifier.find(({ system }: Body) => /synthea|1\.2\.3/.test(system));
      return create(resource, { fullUrl, ifNoneExist: conditionOf({ identifier: [identifier] }) } as object);
    };
    const entries = () => [once(people[0], one), once(people[1], other), ...visits.map((each) => once(each))];
    const [patients = 0, appointments = 0] = await rowsOf();
    expect(new Set(statusesIn(await batch(entries(), { headers })))).toEqual(new Set(['201 Created']));
    expect(new Set(statusesIn(await batch(entries(), { headers })))).toEqual(new Set(['200 OK']));
    expect(await rowsOf()).toEqual([patients + 2, appointments + 3]);

    const keyed = { headers: { ...headers, 'idempotency-key': crypto.randomUUID() } };
    const fullUrl = urn();
    const plain = [create(patient(), { fullUrl }), create(patient({ gender: 1 })), create(visit(fullUrl))];
    const first = await batch(plain, keyed);
    const again = await batch(plain, keyed);
    expect(again.body.entry).toEqual(first.body.entry);
    expect(await rowsOf()).toEqual([patients + 3, appointments + 4]);
  });
});

describe('What is not served', () => {
  it('of other methods is 405 in its entry', async () => {
    const others = ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'post'].map((method) => ({
      request: { method, url: 'Patient?family=x' },
    }));
    const answer = await batch([...others, create(patient())]);
    expect(statusesIn(answer)).toEqual([...others.map(() => '405'), '201 Created']);
    expect(refusalIn(answer, 2)).toEqual(['405', 'not-supported', 'Bundle.entry[2].request.method']);
  });

  it('of types is 404, or 405 where nothing of it is created, as a single one is', async () => {
    const types = Object.keys(FHIR_TYPES);
    const statuses = statusesIn(
      await batch([...types, 'Encounter'].map((resourceType) => create({ resourceType, identifier: 1 }))),
    );
    const created = SERVED.filter(({ writing }) => writing).map(({ type }) => type);
    expect(created).toEqual(['Patient', 'Appointment']);
    expect(statuses).toEqual([...types.map((type) => (created.some((one) => one === type) ? '422' : '405')), '404']);
  });

  it.each(['Patient/1', 'Patient?family=x', 'Patient/_search', '/Patient', '', '../../patient/', `${URL}/Patient`])(
    'is the url %j',
    async (url) => {
      const answer = await batch([{ resource: patient(), request: { method: 'POST', url } }]);
      expect(refusalIn(answer, 0)).toEqual(['422', 'value', 'Bundle.entry[0].request.url']);
    },
  );

  it.each<[unknown, string, string]>([
    [{ resource: patient() }, 'required', 'Bundle.entry[0].request'],
    [{ resource: patient(), request: { url: 'Patient' } }, 'required', 'Bundle.entry[0].request.method'],
    [{ resource: patient(), request: { method: 'POST' } }, 'required', 'Bundle.entry[0].request.url'],
    [{ request: { method: 'POST', url: 'Patient' } }, 'required', 'Bundle.entry[0].resource'],
    [{ ...create(patient()), resource: 1 }, 'value', 'Bundle.entry[0].resource'],
    [{ ...create(patient()), fullUrl: 1 }, 'value', 'Bundle.entry[0].fullUrl'],
    [{ ...create(patient()), link: [] }, 'not-supported', 'Bundle.entry[0].link'],
    [{ ...create(patient()), modifierExtension: [] }, 'not-supported', 'Bundle.entry[0].modifierExtension'],
    [null, 'value', 'Bundle.entry[0]'],
    ['Patient', 'value', 'Bundle.entry[0]'],
  ])('is an entry %j', async (entry, code, expression) => {
    const answer = await batch([entry, create(patient())]);
    expect(statusesIn(answer)).toEqual(['422', '201 Created']);
    expect(refusalIn(answer, 0)).toEqual(['422', code, expression]);
  });

  it('is a resource of another type than its request, or one that is nested deeper than calls may be', async () => {
    const answer = await batch([{ ...create(visit('Patient/1')), request: { method: 'POST', url: 'Patient' } }]);
    expect(refusalIn(answer, 0)).toEqual(['422', 'value', 'Patient.resourceType']);
    const deep = `${'{"0":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const entry = `{"resource":{"resourceType":"Patient","a":${deep}},"request":{"method":"POST","url":"Patient"}}`;
    const body = `{"resourceType":"Bundle","type":"batch","entry":[${entry}]}`;
    const refused = await fhir('POST', '', { body, headers: { 'content-type': 'application/fhir+json' } });
    expect(refusalIn(refused, 0)).toEqual(['422', 'value', 'Bundle.entry[0].resource']);
  });

  it('of an entry is left out and named where that is preferred', async () => {
    const headers = { prefer: 'handling=lenient' };
    const search = { mode: 'match' };
    const answer = await batch([{ ...create(patient()), search }], { headers });
    expect(statusesIn(answer)).toEqual(['201 Created']);
    expect(refusalIn(answer, 0)).toEqual(['201 Created', 'not-supported', 'Bundle.entry[0].search']);
    const named = await fhir('POST', '', { json: { resourceType: 'Bundle', type: 'batch', id: '1', total: 1 } });
    expect(named.headers.get('x-ignored-fields')).toBe('id, total');
  });
});

describe('A Bundle is refused as a whole', () => {
  const send = (json: object, options: CallOptions = {}) => fhir('POST', '', { json, ...options });

  it.each([
    [{ resourceType: 'Bundle', type: 'transaction', entry: [] }, 400, 'not-supported', 'Bundle.type'],
    [{ resourceType: 'Bundle', type: 'collection', entry: [] }, 400, 'value', 'Bundle.type'],
    [{ resourceType: 'Bundle', type: 'history' }, 400, 'value', 'Bundle.type'],
    [{ resourceType: 'Bundle' }, 422, 'required', 'Bundle.type'],
    [{ resourceType: 'Patient', type: 'batch' }, 422, 'value', 'Bundle.resourceType'],
    [{ resourceType: 'Bundle', type: 'batch', entry: {} }, 422, 'value', 'Bundle.entry'],
    [{ resourceType: 'Bundle', type: 'batch', implicitRules: 'urn:x' }, 422, 'value', 'Bundle.implicitRules'],
  ])('as %j', async (json, status, code, expression) => {
    expect(issueOf(await send(json))).toEqual([status, code, expression]);
  });

  it('as a transaction, with what to send in its place', async () => {
    const { body } = await send({ resourceType: 'Bundle', type: 'transaction', entry: [create(patient())] });
    expect(body.issue[0].diagnostics).toMatch(/cannot be undone.*Send it as a batch/);
  });

  it('with more than 50 entries, of which none is made', async () => {
    const before = await count('patient');
    const refused = await batch(Array.from({ length: 51 }, () => create(patient())));
    expect(issueOf(refused)).toEqual([413, 'too-long', 'Bundle.entry']);
    expect(refused.body.issue[0].diagnostics).toContain('at most 50 entries, and this one 51');
    expect(await count('patient')).toBe(before);
  });

  it('with more than a megabyte, or in another form', async () => {
    const text = { status: 'generated', div: 'x'.repeat(1024 * 1024) };
    expect(issueOf(await batch([create(patient({ text }))]))).toEqual([413, 'too-long']);
    const xml = { body: '<Bundle/>', headers: { 'content-type': 'application/fhir+xml' } };
    expect(issueOf(await fhir('POST', '', xml))).toEqual([415, 'not-supported']);
    expect(issueOf(await batch([], { headers: { accept: 'application/fhir+xml' } }))).toEqual([406, 'not-supported']);
    const broken = { body: '{', headers: { 'content-type': 'application/fhir+json' } };
    expect(issueOf(await fhir('POST', '', broken))).toEqual([400, 'structure']);
  });
});

describe('Who may', () => {
  it('is asked of each entry', async () => {
    expect(issueOf(await batch([], { as: null }))).toEqual([401, 'login']);
    const sent = () => {
      const fullUrl = urn();
      return [create(patient(), { fullUrl }), create(visit(fullUrl))];
    };
    const by = async (as: CallOptions['as']) => statusesIn(await batch(sent(), { as } as CallOptions));
    expect(await by('none')).toEqual(['403', '403']);
    expect(await by('billing')).toEqual(['403', '403']);
    expect(await by({ ...actorOf('admin'), scope: 'user/Patient.c' })).toEqual(['201 Created', '403']);
    expect(await by({ ...actorOf('admin'), scope: 'user/Appointment.c' })).toEqual(['403', '422']);
    expect(await by(programOf('system/Patient.crs system/Appointment.rs'))).toEqual(['201 Created', '403']);
    const refused = await batch(sent(), { as: 'none' });
    expect(accessOf(refused).map(({ action }) => action)).toEqual(['refused', 'refused']);
  });

  it('is counted by each entry, and once for the batch', async () => {
    let left = 3;
    const ACCOUNT_RATE_LIMIT = { limit: async () => ({ success: left-- > 0 }) };
    const entries = Array.from({ length: 4 }, () => create(patient()));
    const answer = await batch(entries, { env: { ACCOUNT_RATE_LIMIT } });
    expect(statusesIn(answer)).toEqual(['201 Created', '201 Created', '429', '429']);
    expect(issueOf(await batch([], { env: { ACCOUNT_RATE_LIMIT } }))).toEqual([429, 'throttled']);
  });
});

describe('What is preferred', () => {
  it.each([
    ['return=minimal', false, false],
    ['return=representation', true, false],
    ['return=OperationOutcome', false, true],
  ])('%s holds for each entry', async (prefer, hasResource, hasOutcome) => {
    const { body } = await batch([create(patient())], { headers: { prefer } });
    const [{ resource, response }] = body.entry;
    expect([resource !== undefined, response.outcome !== undefined]).toEqual([hasResource, hasOutcome]);
    expect([response.status, response.etag]).toEqual(['201 Created', 'W/"1"']);
  });

  it('what is left out is named, whether the resource is answered or not', async () => {
    const text = { status: 'empty', div: '<div xmlns="http://www.w3.org/1999/xhtml"/>' };
    const sent = () => create(patient({ text, maritalStatus: { text: 'married' } }));
    expect(refusalIn(await batch([sent()]), 0)).toEqual(['422', 'not-supported', 'Patient.maritalStatus']);
    const lenient = await batch([sent()], { headers: { prefer: 'handling=lenient' } });
    expect(textsIn(lenient, 0)).toHaveLength(3);
    const minimal = await batch([sent()], { headers: { prefer: 'handling=lenient, return=minimal' } });
    expect(textsIn(minimal, 0)).toEqual(['Left out: maritalStatus, text']);
  });
});

it('50 entries, each with a condition and a key, are few enough statements for one request', async () => {
  let statements = 0;
  const DB = databaseWith((session) => ({
    prepare: (sql: string) => {
      statements++;
      return session.prepare(sql);
    },
  }));
  const entries = Array.from({ length: 25 }, () => [urn(), synthea()] as const).flatMap(([fullUrl, sent]) => {
    const seen = visit(fullUrl);
    return [
      create(sent, { fullUrl, ifNoneExist: `identifier=${sent.identifier[0]?.value}` }),
      create(seen, { ifNoneExist: conditionOf(seen) }),
    ];
  });
  const options = {
    headers: { prefer: 'handling=lenient', 'idempotency-key': crypto.randomUUID() },
    env: { DB },
  };
  expect(new Set(statusesIn(await batch(entries, options)))).toEqual(new Set(['201 Created']));
  // D1 takes 1,000 in one invocation of a Worker.
  expect(statements).toBeLessThan(500);
  statements = 0;
  expect(new Set(statusesIn(await batch(entries, options)))).toEqual(new Set(['200 OK']));
  expect(statements).toBe(50);
});

it('has each entry in the log, by one request id', async () => {
  const lines = await logged(async () => {
    await batch([create(patient()), create(patient({ gender: 'none' }))], { headers: { 'x-request-id': 'moving-in' } });
  });
  const requests = lines.split('\n').map((line) => JSON.parse(line));
  expect(requests.map(({ request_id, route, status }) => [request_id, route, status])).toEqual([
    ['moving-in', '/fhir/r4/Patient', 201],
    ['moving-in', '/fhir/r4/Patient', 422],
    ['moving-in', '/fhir/r4', 200],
  ]);
});

it('Beyond a megabyte of resources the others are answered without theirs', async () => {
  const { id } = await large.patient();
  const addresses = Array.from({ length: 200 }, () => ({ street: 'å'.repeat(200), city: 'é'.repeat(200) }));
  await call('PATCH', `/patient/${id}`, { json: { addresses } });
  const answer = await batch(Array.from({ length: 50 }, () => create(patient(), { ifNoneExist: `_id=${id}` })));
  expect(new Set(statusesIn(answer))).toEqual(new Set(['200 OK']));
  const shown = answer.body.entry.filter(({ resource }: Body) => resource !== undefined);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.length).toBeLessThan(20);
  expect(responsesIn(answer)[49].location).toContain(`/Patient/${id}/`);
});
