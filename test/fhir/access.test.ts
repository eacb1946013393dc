import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/auth/permissions';
import { SERVED } from '../../src/fhir/served';
import type { FhirType } from '../../src/fhir-types';
import type { Body } from '../support/client';
import { make } from '../support/factories';
import { fhir, idsIn, issueOf, resourcesIn, roleFor } from '../support/fhir/client';
import { actorOf, programOf } from '../support/users';

const ID = crypto.randomUUID();

/** Every route that the table makes, with its letter of a scope. */
const routes = SERVED.flatMap(({ type, search, writing }) =>
  [
    ['GET', `/${type}/${ID}`, 'r'],
    ['GET', `/${type}/${ID}/_history/1`, 'r'],
    ...(search
      ? [
          ['GET', `/${type}`, 's'],
          ['POST', `/${type}/_search`, 's'],
        ]
      : []),
    ...(writing ? [['POST', `/${type}`, 'c']] : []),
    ...(writing?.update ? [['PUT', `/${type}/${ID}`, 'u']] : []),
  ].map((route) => [...route, type]),
) as [method: string, path: string, letter: string, type: FhirType][];

const narrowed = (scope: string, role: Role = 'admin') => ({ as: { ...actorOf(role), scope } });

describe.each(routes)('%s %s', (method, path, letter, type) => {
  it('is for those who are logged in, and whose role allows it', async () => {
    expect(issueOf(await fhir(method, path, { as: null }))).toEqual([401, 'login']);
    expect(issueOf(await fhir(method, path, { as: 'none' }))).toEqual([403, 'forbidden']);
  });

  it('takes a login that is narrowed to it, and no other', async () => {
    const role = roleFor(type);
    const others = [...'cruds'].filter((one) => one !== letter).join('');
    expect((await fhir(method, path, narrowed(`user/${type}.${letter}`, role))).status).not.toBe(403);
    expect(issueOf(await fhir(method, path, narrowed(`user/${type}.${others}`, role)))).toEqual([403, 'forbidden']);
    const another = type === 'Patient' ? 'Invoice' : 'Patient';
    expect(issueOf(await fhir(method, path, narrowed(`user/${another}.cruds`, role)))).toEqual([403, 'forbidden']);
  });

  it('takes a program by the same scope, and no other; of the trail, none', async () => {
    const as = (scope: string) => fhir(method, path, { as: programOf(scope) });
    const words = { c: 'write', r: 'read', u: 'write', s: 'read' }[letter];
    for (const scope of [
      `system/${type}.${letter}`,
      `system/*.${letter}`,
      `system/${type}.${words}`,
      'system/*.cruds',
    ]) {
      const answer = await as(scope);
      if (type === 'AuditEvent') expect(issueOf(answer), scope).toEqual([403, 'forbidden']);
      else expect(answer.status, scope).not.toBe(403);
    }
    const others = [...'cruds'].filter((one) => one !== letter).join('');
    const all = SERVED.filter((one) => one.type !== type).map((one) => `system/${one.type}.cruds`);
    for (const scope of [`system/*.${others} ${all.join(' ')}`, `user/${type}.cruds`])
      expect(issueOf(await as(scope)), scope).toEqual([403, 'forbidden']);
  });

  it('answers in JSON alone', async () => {
    const xml = await fhir(method, path, { headers: { accept: 'application/fhir+xml' } });
    if (path.startsWith('/Binary/')) return;
    expect(issueOf(xml)).toEqual([406, 'not-supported']);
  });
});

it.each([
  ['GET', '/Encounter', 404, null],
  ['GET', '/Encounter/1', 404, null],
  ['DELETE', `/Patient/${ID}`, 405, 'GET, HEAD, PUT'],
  ['PATCH', `/Patient/${ID}`, 405, 'GET, HEAD, PUT'],
  ['GET', '', 405, 'POST'],
  ['PUT', '', 405, 'POST'],
  ['DELETE', '', 405, 'POST'],
  ['PATCH', '/', 405, 'POST'],
  ['POST', '/Practitioner', 405, 'GET, HEAD'],
  ['PUT', `/Practitioner/${ID}`, 405, 'GET, HEAD'],
  ['GET', `/Patient/${ID}/_history`, 405, 'OPTIONS'],
  ['GET', '/Patient/_history', 405, 'OPTIONS'],
  ['GET', '/_history', 404, null],
  ['DELETE', '/Patient?family=x', 405, 'GET, HEAD, POST'],
])('%s %s is %s', async (method, path, status, allow) => {
  const refused = await fhir(method, path);
  expect(issueOf(refused)).toEqual([status, 'not-supported']);
  expect(refused.headers.get('allow')).toBe(allow);
  expect(issueOf(await fhir(method, path, { as: null }))).toEqual([401, 'login']);
});

it.each([
  '/Patient/%00',
  '/%00',
  '/Patient/%00/$everything',
  '/Patient/a%1f/_history/%07',
  '/Patient?_%00=x',
  '/Patient?name:%00=x',
  '/Patient?_include=%00',
  '/Patient?birthdate=%00',
  `/Patient/${ID}/$everything?_type=%00`,
])('%s is answered without control characters', async (path) => {
  const refused = await fhir('GET', path, { headers: { prefer: 'handling=strict' } });
  expect(refused.body.resourceType).toBe('OperationOutcome');
  const text = new TextDecoder().decode(refused.bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f]|\\u00[01]|\\u007f/);
});

it('The name of an element that is refused is repeated without control characters', async () => {
  const refused = await fhir('POST', '/Patient', { json: { resourceType: 'Patient', 'a\u0000b\u0085': 1 } });
  expect(refused.body.issue.map(({ expression }: Body) => expression)).toContainEqual(['Patient.ab']);
});

it('What is sent is repeated in short', async () => {
  for (const path of [`/Patient/${'a'.repeat(5_000)}`, `/Patient?_include=${'a'.repeat(5_000)}`]) {
    const refused = await fhir('GET', path, { headers: { prefer: 'handling=strict' } });
    expect(refused.body.issue[0].diagnostics.length).toBeLessThanOrEqual(1_000);
  }
});

describe('A narrowed login', () => {
  it('sees no more along with what it asks for', async () => {
    const { id } = await make.patient();
    const path = `/Patient/${id}/$everything`;
    const typesOf = async (scope: string) =>
      resourcesIn(await fhir('GET', path, narrowed(scope))).map(({ resourceType }) => resourceType);
    expect(await typesOf('user/Patient.r')).toEqual(['Patient']);
    expect(await typesOf('user/Patient.r user/Condition.rs')).toEqual(['Patient', 'Condition']);
    expect(issueOf(await fhir('GET', path, narrowed('user/Condition.rs')))).toEqual([403, 'forbidden']);
  });

  it('learns of nobody by a condition of a create that it may not search for', async () => {
    const { id } = await make.patient();
    const create = (scope: string) =>
      fhir('POST', '/Patient', {
        ...narrowed(scope),
        json: { resourceType: 'Patient', name: [{ given: ['A'] }] },
        headers: { 'if-none-exist': `_id=${id}` },
      });
    expect(issueOf(await create('user/Patient.c'))).toEqual([403, 'forbidden']);
    expect(idsIn([(await create('user/Patient.cs')).body])).toEqual([id]);
  });
});

describe('The form of an answer', () => {
  it.each([
    'application/fhir+json',
    'application/json',
    'json',
    '*/*',
    'application/fhir+json; fhirVersion=4.0',
    'text/html, application/json;q=0.9',
  ])('%s is JSON', async (accept) => {
    expect((await fhir('GET', '/Patient', { headers: { accept } })).status).toBe(200);
    if (!accept.includes(','))
      expect((await fhir('GET', `/Patient?_format=${encodeURIComponent(accept)}`)).status).toBe(200);
  });

  it('is asked for by _format before Accept', async () => {
    const json = { headers: { accept: 'application/fhir+json' } };
    expect(issueOf(await fhir('GET', '/Patient?_format=xml', json))).toEqual([406, 'not-supported']);
    expect(
      (await fhir('GET', '/Patient?_format=application/fhir+json', { headers: { accept: 'text/xml' } })).status,
    ).toBe(200);
  });
});

describe('What the server says of itself', () => {
  it('is public, and what the routing table has', async () => {
    const { body } = await fhir('GET', '/metadata', { as: null });
    expect(body).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1', kind: 'instance' });
    const [{ resource }] = body.rest;
    expect(resource.map(({ type }: { type: string }) => type)).toEqual(SERVED.map(({ type }) => type));
  });

  it('has no parameter that is refused by itself, and those that go with another one', async () => {
    const { body } = await fhir('GET', '/metadata', { as: null });
    const [{ resource }] = body.rest;
    const url = 'http://hl7.org/fhir/StructureDefinition/capabilitystatement-search-parameter-combination';
    for (const { type, searchParam = [], extension = [] } of resource as Body[]) {
      const isDeclared = searchParam.some(({ name }: Body) => name === '_lastUpdated');
      if (isDeclared)
        expect((await fhir('GET', `/${type}?_lastUpdated=ge2026`, { as: roleFor(type) })).status, type).toBe(200);
      for (const combination of extension) {
        expect(combination.url).toBe(url);
        const named = (kind: string): string[] =>
          combination.extension.flatMap((one: Body) => (one.url === kind ? [one.valueString] : []));
        expect(named('required')).toHaveLength(1);
        expect(Object.keys(SERVED.find((one) => one.type === type)?.parameters ?? {})).toEqual(
          expect.arrayContaining([...named('required'), ...named('optional')]),
        );
      }
    }
    const { searchParam, extension } = resource.find(({ type }: Body) => type === 'Condition');
    expect(searchParam.map(({ name }: Body) => name)).toEqual(['patient', 'subject', '_id']);
    expect(extension).toContainEqual({
      url,
      extension: [
        { url: 'required', valueString: 'patient' },
        { url: 'optional', valueString: '_lastUpdated' },
      ],
    });
  });

  it('has where programs get tokens, and what these may be for', async () => {
    const { body } = await fhir('GET', '/.well-known/smart-configuration', { as: null });
    expect(body).toEqual({
      token_endpoint: 'http://localhost/auth/token',
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: [
        ...['system/*.rs', 'system/Patient.cruds', 'system/Observation.cruds', 'system/Condition.cruds'],
        ...['system/Procedure.cruds', 'system/MedicationStatement.cruds', 'system/AllergyIntolerance.cruds'],
        ...['system/RelatedPerson.cruds', 'system/Practitioner.rs', 'system/PractitionerRole.rs'],
        ...['system/Organization.cruds', 'system/HealthcareService.cruds', 'system/Location.cruds'],
        'system/Appointment.crus',
        ...['system/Composition.rs', 'system/Invoice.crus', 'system/PaymentNotice.crs'],
        ...['system/ChargeItemDefinition.cruds', 'system/DocumentReference.crds', 'system/Binary.crds'],
        ...['system/Schedule.rus', 'system/Slot.rus'],
      ],
      capabilities: [
        ...['client-confidential-asymmetric', 'client-confidential-symmetric', 'permission-v1', 'permission-v2'],
      ],
    });
    const [{ security }] = (await fhir('GET', '/metadata', { as: null })).body.rest;
    expect(security.extension[0].extension).toEqual([{ url: 'token', valueUri: body.token_endpoint }]);
    expect(security.description).toContain('/auth/token');
  });
});
