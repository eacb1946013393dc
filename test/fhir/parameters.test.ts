import { describe, expect, it } from 'vitest';
import { SERVED } from '../../src/fhir/served';
import { fhir, issueOf, roleFor } from '../support/fhir/client';

const ID = crypto.randomUUID();

const EXAMPLES = {
  date: 'ge2026-01',
  reference: ID,
  string: 'a',
  token: 'x',
  uri: `http://localhost/fhir/r4/Patient/${ID}`,
};
/** Of those that take one of few values. */
const VALUES: Record<string, string> = { entity: `Patient/${ID}`, action: 'C', active: 'true', deceased: 'false' };
/** Without which a type is not searched. */
const DEMANDED = ['patient', 'schedule'];

const parameters = SERVED.flatMap(({ type, search, parameters }) => {
  if (!search) return [];
  const demanded = DEMANDED.find((name) => name in parameters);
  return Object.entries(parameters).map(([name, parameter]) => ({ type, name, parameter, demanded }));
});

describe('The table of parameters', () => {
  it('has every one that was promised', () => {
    const names = (type: string) => parameters.filter((one) => one.type === type).map(({ name }) => name);
    const promised: Record<string, string> = {
      Patient: 'identifier name family given birthdate gender phone active deceased',
      Practitioner: 'identifier name family given',
      PractitionerRole: 'practitioner',
      Organization: 'identifier name',
      HealthcareService: 'identifier name',
      Location: 'name type organization status',
      Appointment: 'patient practitioner location actor date status service-type',
      Composition: 'patient subject author type status date',
      Invoice: 'identifier patient subject date status',
      ChargeItemDefinition: 'identifier title url',
      DocumentReference: 'patient subject date status',
      Observation: 'patient subject code category status',
      Condition: 'patient subject',
      Procedure: 'patient subject status',
      MedicationStatement: 'patient subject status',
      AllergyIntolerance: 'patient clinical-status',
      Schedule: 'active actor date',
      Slot: 'schedule start status',
      PaymentNotice: 'request created status',
      AuditEvent: 'date entity action',
    };
    for (const [type, list] of Object.entries(promised)) {
      expect(names(type), type).toEqual(expect.arrayContaining(list.split(' ')));
      if (type !== 'Slot') expect(names(type), type).toEqual(expect.arrayContaining(['_id', '_lastUpdated']));
    }
  });
});

describe.each(parameters)('$type?$name', ({ type, name, parameter, demanded }) => {
  const example = VALUES[name] ?? EXAMPLES[parameter.type];
  const others = demanded === undefined || demanded === name || name === '_id' ? [] : [[demanded, ID]];
  const query = new URLSearchParams([[name, example], ...others]).toString();
  const as = roleFor(type);
  const strict = { as, headers: { prefer: 'handling=strict' } } as const;

  it('is known, is in the address of the answer, and takes one trip at most', async () => {
    const { status, body, cost } = await fhir('GET', `/${type}?${query}`, strict);
    expect([status, body.issue]).toEqual([200, undefined]);
    expect(body.link[0]).toEqual({ relation: 'self', url: `http://localhost/fhir/r4/${type}?${query}` });
    expect(cost.trips).toBeLessThanOrEqual(1);
    const posted = await fhir('POST', `/${type}/_search`, { ...strict, body: new URLSearchParams(query) });
    expect([posted.status, posted.body.link]).toEqual([200, body.link]);
  });

  it('has no modifier that is not known', async () => {
    const { status, body } = await fhir('GET', `/${type}?${name}:above=x`, { as });
    expect([status, body.issue[0].expression]).toEqual([400, [`http.${name}`]]);
  });
});

const references = parameters.filter(({ parameter }) => parameter.type === 'reference');

it.each(references)('$type?$name refers to something', async ({ type, name }) => {
  for (const value of ['a b', 'Patient/', 'Patient/a/b'])
    expect(issueOf(await fhir('GET', `/${type}?${name}=${value}`, { as: roleFor(type) }))).toEqual([
      ...[400, 'invalid', `http.${name}`],
    ]);
});
