import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Body, type CallOptions, call, exportsSent, ok } from '../support/client';
import { finishExports } from '../support/deliver';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { databaseThrough } from '../support/fakes';
import { expressionsOf, fhir, idsIn, idsOf, resourcesIn } from '../support/fhir/client';
import { input, unique } from '../support/input';
import { row, rows } from '../support/rows';
import { insertUser } from '../support/users';

// The hospital's own identifiers are the same whatever address it is asked by.

type Address = Required<Pick<CallOptions, 'origin' | 'headers' | 'env'>>;

const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((ip) => `[${ip}]`),
  fc.constant('localhost'),
);
const origin = fc
  .tuple(fc.constantFrom('http', 'https'), host, fc.option(fc.integer({ min: 1, max: 65_535 })))
  .map(([scheme, name, port]) => `${scheme}://${name}${port === null ? '' : `:${port}`}`);
const path = fc.constantFrom('', '', '/hospital', '/a/b/');
const FORWARDED = ['x-forwarded-host', 'x-original-host', 'x-forwarded-server'] as const;
const address: fc.Arbitrary<Address> = fc.record({
  origin,
  headers: fc.dictionary(fc.constantFrom(...FORWARDED), host, { noNullPrototype: true }),
  env: fc
    .option(fc.tuple(origin, path), { nil: undefined })
    .map((base): { BASE_URL: string } => ({ BASE_URL: base?.join('') ?? '' })),
});

const RUNS = { numRuns: 15 };
const KEPT = 'SELECT reg_number, national_id, national_id_key, identifiers, name_terms FROM patient WHERE id = ?';
const kept = async (id: string): Promise<Body> => row(KEPT, id);
const at = (method: string, path: string, { origin, headers, env }: Address, json?: unknown, more: object = {}) =>
  fhir(method, path, { origin, env, headers: { ...headers, ...more }, ...(json !== undefined && { json }) });
const other = () => ({ system: 'urn:oid:1.2.36.146.595.217.0.1', value: unique('other') });
const nationalId = () => `${unique('NI')}`;

/** As a patient with all kinds of identifiers is registered. */
async function registered(): Promise<Body> {
  const made = await make.patient({ ...input.person(), national_id: nationalId(), mother_id: null });
  const resource = (await fhir('GET', `/Patient/${made.id}`)).body;
  const { status, body } = await fhir('PUT', `/Patient/${made.id}`, {
    json: { ...resource, identifier: [...resource.identifier, other()] },
  });
  expect([status, body.identifier.length]).toEqual([200, 3]);
  return made;
}

describe('Whatever address the service is asked by', () => {
  it('a patient that was read by one and is sent back by another one stays as it was', async () => {
    const { id } = await registered();
    const [before, native] = [await kept(id), await ok('GET', `/patient/${id}?view=full`)];
    expect(before.national_id).not.toBeNull();
    await fc.assert(
      fc.asyncProperty(address, address, async (one, another) => {
        const read = await at('GET', `/Patient/${id}`, one);
        const written = await at('PUT', `/Patient/${id}`, another, read.body);
        expect([read.status, written.status]).toEqual([200, 200]);
        expect(written.body.identifier).toEqual(read.body.identifier);
        expect(await kept(id)).toEqual(before);
        expect(await ok('GET', `/patient/${id}?view=full`)).toEqual(native);
      }),
      RUNS,
    );
  });

  it('what was read by one finds the patient by another one, and creates nobody', async () => {
    const { id } = await registered();
    await fc.assert(
      fc.asyncProperty(address, address, async (one, another) => {
        const { body } = await at('GET', `/Patient/${id}`, one);
        for (const { system, value } of body.identifier) {
          const criterion = `identifier=${encodeURIComponent(`${system}|${value}`)}`;
          const { body: page } = await at('GET', `/Patient?${criterion}`, another);
          expect(idsIn(resourcesIn({ body: page }))).toEqual([id]);
          const { id: _, ...sent } = body;
          const again = await at('POST', '/Patient', another, sent, { 'if-none-exist': criterion });
          expect([again.status, again.body.id]).toEqual([200, id]);
        }
      }),
      RUNS,
    );
  });

  it('an appointment is called what it was called', async () => {
    const [patient, doctor, department] = await Promise.all([make.patient(), make.doctor(), make.department()]);
    const participant = [`Patient/${patient.id}`, `Practitioner/${doctor.id}`, `HealthcareService/${department.id}`];
    await fc.assert(
      fc.asyncProperty(address, address, async (one, another) => {
        const identifier = [other()];
        const sent = {
          ...{ resourceType: 'Appointment', status: 'booked', start: '2027-05-04T10:00:00+02:00', minutesDuration: 30 },
          participant: participant.map((reference) => ({ actor: { reference }, status: 'accepted' })),
          identifier,
        };
        const made = await at('POST', '/Appointment', one, sent);
        expect([made.status, made.body.identifier]).toEqual([201, identifier]);
        const search = `/Appointment?identifier=${identifier[0]?.system}|${identifier[0]?.value}`;
        expect(idsIn(resourcesIn(await at('GET', search, another)))).toEqual([made.body.id]);
        expect((await at('POST', '/Appointment', another, sent)).status).toBe(409);
      }),
      RUNS,
    );
  });

  it('nobody is given the number of another patient, by an address of the same form', async () => {
    const [one, another] = [await registered(), await make.patient()];
    const before = await kept(one.id);
    const resource = (await fhir('GET', `/Patient/${one.id}`)).body;
    await fc.assert(
      fc.asyncProperty(address, origin, path, async (asked, base, prefix) => {
        for (const by of [asked.origin, asked.env.BASE_URL || base, `${base}${prefix}`]) {
          const system = `${by.replace(/\/$/, '')}/fhir/r4/id/patient-number`;
          const identifier = [...resource.identifier, { system, value: another.reg_number }];
          const refused = await at('PUT', `/Patient/${one.id}`, asked, { ...resource, identifier });
          expect([refused.status, expressionsOf(refused)]).toEqual([422, ['Patient.identifier[3].value']]);
          const registering = { ...resource, id: undefined, identifier: identifier.slice(3) };
          expect(expressionsOf(await at('POST', '/Patient', asked, registering))).toEqual([
            'Patient.identifier[0].value',
          ]);
        }
        expect(await kept(one.id)).toEqual(before);
      }),
      RUNS,
    );
  });
});

/** How the release of 26 November called them, by any address. */
const former = (name: string, value: string, by = 'https://old.example') => ({
  system: `${by}/fhir/r4/id/${name}`,
  value,
});
const put = (resource: Body) => fhir('PUT', `/Patient/${resource.id}`, { json: resource });
const read = async (id: string): Promise<Body> => (await fhir('GET', `/Patient/${id}`)).body;

/** A record as that release has left it: read by one address, sent back by another one, and so without its national id. */
async function damaged(...more: { system: string; value: string }[]) {
  const national_id = nationalId();
  const { id, reg_number } = await make.patient();
  const identifiers = [former('patient-number', reg_number), former('national-id', national_id), other(), ...more];
  await rows('UPDATE patient SET identifiers = ? WHERE id = ?', JSON.stringify(identifiers), id);
  return { id, reg_number, national_id, identifiers };
}

describe('Systems of the form that was an address', () => {
  it('are taken as those of today, once and beside them', async () => {
    const { id } = await registered();
    const before = await kept(id);
    const resource = await read(id);
    const [number, national, theirs] = resource.identifier;
    const old = [former('patient-number', number.value), former('national-id', national.value, 'http://h/a/b')];
    for (const identifier of [
      [...old, theirs],
      [...resource.identifier, ...old],
      [number, old[1], theirs],
    ]) {
      const { status, body } = await put({ ...resource, identifier });
      expect([status, body.identifier]).toEqual([200, resource.identifier]);
      expect(await kept(id)).toEqual(before);
    }
  });

  it('set the national id, and find', async () => {
    const national_id = nationalId();
    const { identifier: _, id: __, ...person } = await read((await make.patient()).id);
    const made = await fhir('POST', '/Patient', {
      json: { ...person, identifier: [former('national-id', national_id)] },
    });
    expect(made.body.identifier[1]).toMatchObject({ system: SYSTEMS['national-id'], value: national_id });
    const search = (one: { system: string; value: string }) =>
      idsOf(`/Patient?identifier=${encodeURIComponent(`${one.system}|${one.value}`)}`);
    const [number] = made.body.identifier;
    expect(await search(former('national-id', national_id, 'http://any:1'))).toEqual([made.body.id]);
    expect(await search(former('patient-number', number.value))).toEqual([made.body.id]);
    expect(await search({ system: number.system.toUpperCase(), value: number.value })).toEqual([made.body.id]);
    expect(await search(former('national-id', number.value))).toEqual([]);
    const doctor = await make.doctor();
    const query = encodeURIComponent(`${former('doctor-number', '').system}|${doctor.reg_number}`);
    expect(await idsOf(`/Practitioner?identifier=${query}`)).toEqual([doctor.id]);
  });

  it.each<[what: string, given: (of: Body) => object[], place: string, msg: string]>([
    ['a name that is not known', () => [former('mrn', '1')], '.system', 'The service gives these itself'],
    ['no name', () => [former('', '1')], '.system', 'The service gives these itself'],
    ['what a patient is not called', () => [former('license', '1')], '.system', 'The service gives these itself'],
    ['another letter case', () => [former('PATIENT-NUMBER', '1')], '.system', 'The service gives these itself'],
    [
      'another number',
      () => [former('patient-number', 'PAT-1')],
      '.value',
      'The service has given the record another one',
    ],
    [
      'two national ids',
      () => [former('national-id', 'A-1'), { system: SYSTEMS['national-id'], value: 'A-2' }],
      '',
      'A system has one value',
    ],
    [
      'another number in capitals',
      () => [{ system: SYSTEMS['patient-number'].toUpperCase(), value: 'PAT-1' }],
      '.value',
      'The service has given the record another one',
    ],
  ])('are refused with %s', async (_, given, place, msg) => {
    const { id } = await make.patient();
    const resource = await read(id);
    const identifier = given(resource);
    const refused = await put({ ...resource, identifier });
    expect(refused.status).toBe(422);
    expect(refused.body.issue).toMatchObject([
      { expression: [`Patient.identifier[${identifier.length - 1}]${place}`], diagnostics: msg },
    ]);
    expect(await read(id)).toEqual(resource);
  });

  it('of a record that has them as those of another system leave it when it is sent back as it was read', async () => {
    const { id, reg_number, national_id, identifiers } = await damaged();
    const resource = await read(id);
    const own = { use: 'official', type: expect.anything(), system: SYSTEMS['patient-number'], value: reg_number };
    expect(resource.identifier).toEqual([own, ...identifiers]);
    for (const one of identifiers)
      expect(await idsOf(`/Patient?identifier=${encodeURIComponent(`${one.system}|${one.value}`)}`)).toEqual([id]);
    expect(await idsOf(`/Patient?identifier=${national_id}`)).toEqual([id]);

    const { status, body } = await put(resource);
    expect(status).toBe(200);
    const healed = { use: 'official', type: expect.anything(), system: SYSTEMS['national-id'], value: national_id };
    expect(body.identifier).toEqual([own, healed, identifiers[2]]);
    expect(await read(id)).toEqual(body);
    expect(await ok('GET', `/patient/${id}?view=full`)).toMatchObject({ national_id });
    for (const one of [...identifiers, healed])
      expect(await idsOf(`/Patient?identifier=${encodeURIComponent(`${one.system}|${one.value}`)}`)).toEqual([id]);
  });

  it('of a record with the number of another patient are refused until it is left out', async () => {
    const { reg_number } = await make.patient();
    const { id } = await damaged(former('patient-number', reg_number, 'https://evil.example'));
    const resource = await read(id);
    const refused = await put(resource);
    expect([refused.status, expressionsOf(refused)]).toEqual([422, ['Patient.identifier[4].value']]);
    expect(await read(id)).toEqual(resource);
    const { status, body } = await put({ ...resource, identifier: resource.identifier.slice(0, 4) });
    expect([status, body.identifier.length]).toEqual([200, 3]);
  });

  it('of a record that was merged are not those of the patient, and stay there', async () => {
    const { id: from, identifiers } = await damaged();
    const { id } = await make.patient();
    await ok('POST', `/patient/${id}/merge`, { json: { from } });
    const resource = await read(id);
    expect(resource.identifier.slice(1)).toEqual([identifiers[2]]);
    const { status, body } = await put(resource);
    expect([status, body.identifier]).toEqual([200, resource.identifier]);
    expect(JSON.parse((await kept(from)).identifiers)).toEqual(identifiers);
  });
});

it.each([
  ['a space in front', ' ', ''],
  ['a line feed behind', '', '\n'],
  ['a control character', 'urn:\u0001', ''],
  ['a mark that nobody sees', '\u200b', ''],
])('a system that would be answered as one of ours, or look so, is refused: %s', async (_, before, after) => {
  const { id } = await make.patient();
  const resource = await read(id);
  const [, rest] = before.startsWith('urn:')
    ? SYSTEMS['patient-number'].split('urn:')
    : ['', SYSTEMS['patient-number']];
  const identifier = [...resource.identifier, { system: `${before}${rest}${after}`, value: 'PAT-1' }];
  const refused = await put({ ...resource, identifier });
  expect([refused.status, expressionsOf(refused)]).toEqual([422, ['Patient.identifier[1].system']]);
  expect(await read(id)).toEqual(resource);
});

it('what another hospital calls a patient is kept as that of any other system', async () => {
  const { id } = await make.patient();
  const resource = await read(id);
  const theirs = { system: `urn:uuid:${crypto.randomUUID()}`, value: resource.identifier[0].value };
  const { body } = await put({ ...resource, identifier: [...resource.identifier, theirs] });
  expect(body.identifier).toEqual([...resource.identifier, theirs]);
});

it('the CapabilityStatement tells the systems, and is otherwise of its address', async () => {
  const by = (origin: string) => fhir('GET', '/metadata', { as: null, origin });
  const [one, another] = [await by('http://one.example'), await by('https://two.example:8443')];
  const { documentation } = one.body.rest[0];
  for (const [name, system] of Object.entries(SYSTEMS))
    expect(documentation).toContain(`- ${name}: ${system}\n`.trim());
  expect(documentation.match(/urn:uuid:/g)).toHaveLength(Object.keys(SYSTEMS).length);
  expect(JSON.stringify(another.body)).toBe(
    JSON.stringify(one.body).replaceAll('http://one.example', 'https://two.example:8443'),
  );
});

it('every resource is the same by any address but for the addresses in it', async () => {
  const patient = await make.patient({ national_id: nationalId() });
  await make.catalogItem({ tags: ['ward'] });
  const visit = await make.appointment({ patient_id: patient.id });
  await make.invoice({ patient_id: patient.id, appointment_id: visit.id, tags: ['ward'], paid_amount: 1 });
  await make.calendarResource();
  const types = ['Patient', 'Practitioner', 'Organization', 'HealthcareService', 'Location', 'Appointment', 'Invoice'];
  for (const type of [...types, 'PaymentNotice', 'ChargeItemDefinition', 'AuditEvent']) {
    const by = async (origin: string) => (await fhir('GET', `/${type}`, { as: 'admin', origin })).body.entry;
    const [one, another] = [await by('http://one.example'), await by('https://two.example:8443')];
    expect(one[0].fullUrl).toMatch(/^http:\/\/one\.example\/fhir\/r4\//);
    expect(JSON.stringify(another), type).toBe(
      JSON.stringify(one).replaceAll('http://one.example', 'https://two.example:8443'),
    );
    expect(JSON.stringify(one)).not.toContain('/fhir/r4/id/');
  }
});

it('an export has the same systems, whatever address asked for it', async () => {
  const as = await insertUser('admin');
  const { id } = await registered();
  const origin = 'http://export.example';
  const headers = { prefer: 'respond-async' };
  const { headers: begun } = await call('GET', '/fhir/r4/$export?_type=Patient', { as, origin, headers });
  await finishExports();
  expect(exportsSent).toEqual([]);
  const pathOf = (url: string | null | undefined) => (url ?? '').slice(origin.length);
  const { body } = await call('GET', pathOf(begun.get('content-location')), { as, origin });
  const { bytes } = await call('GET', pathOf(body.output[0].url), {
    as,
    headers: { accept: 'application/fhir+ndjson' },
  });
  const lines = new TextDecoder().decode(bytes).trimEnd().split('\n');
  const resources = lines.map((line) => JSON.parse(line));
  expect(resources.find((one) => one.id === id)).toEqual(await read(id));
});

it('an isolate reads the id of the deployment once: a row, in a trip of its own', async () => {
  const { id } = await make.patient();
  const DB = databaseThrough((_, run) => run());
  const costs = [];
  for (let n = 0; n < 3; n++) costs.push((await fhir('GET', `/Patient/${id}`, { env: { DB } })).cost);
  const [first, ...others] = costs;
  const { cost } = await fhir('GET', `/Patient/${id}`);
  expect(others).toEqual([cost, cost]);
  expect(first).toEqual({
    ...cost,
    trips: cost.trips + 1,
    statements: cost.statements + 1,
    rows_read: cost.rows_read + 1,
  });
  const native = await call('GET', `/patient/${id}`, { env: { DB: databaseThrough((_, run) => run()) } });
  expect(native.cost.trips).toBe(1);
});
