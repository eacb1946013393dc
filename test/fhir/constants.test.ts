import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call } from '../support/client';
import { make } from '../support/factories';
import { found, get, idsIn, idsOf, issueOf } from '../support/fhir/client';
import { makePng } from '../support/files';
import { newDoctor, putHours } from '../support/hours';
import { input } from '../support/input';
import { merge } from '../support/merges';

let patient: Body;
let doctor: string;
let bill: Body;
let room: string;

beforeAll(async () => {
  patient = await make.patient({ ...input.person({ deceased_at: undefined, mother_id: undefined }) });
  doctor = await newDoctor();
  const { id: department_id } = await make.department();
  await putHours(doctor, input.hours({ department_id }));
  bill = await make.invoice({ patient_id: patient.id, status: 'ISSUED', paid_amount: 0 });
  await call('POST', `/invoice/${bill.id}/payments`, { json: { amount: 1, method: 'cash' } });
  await makePng(patient.id);
  await make.catalogItem();
  room = (await make.calendarResource()).id;
});

const HL7 = 'http://hl7.org/fhir';
const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';
const MEDICATION_STATUS = `${HL7}/CodeSystem/medication-statement-status`;
const CLINICAL_STATUS = `${TERMINOLOGY}/allergyintolerance-clinical`;
const DOCUMENT_STATUS = `${HL7}/document-reference-status`;
const BOOLEANS = `${TERMINOLOGY}/special-values`;

/** What all resources of a type have, with its system, and a code that none has. */
const CONSTANTS: [search: () => string, name: string, system: string, code: string, other: string][] = [
  [() => `Observation?patient=${patient.id}`, 'status', `${HL7}/observation-status`, 'final', 'preliminary'],
  [() => `Procedure?patient=${patient.id}`, 'status', `${HL7}/event-status`, 'completed', 'in-progress'],
  [() => `MedicationStatement?patient=${patient.id}`, 'status', MEDICATION_STATUS, 'active', 'stopped'],
  [() => `AllergyIntolerance?patient=${patient.id}`, 'clinical-status', CLINICAL_STATUS, 'active', 'resolved'],
  [() => `DocumentReference?patient=${patient.id}`, 'status', DOCUMENT_STATUS, 'current', 'superseded'],
  [() => `PaymentNotice?request=${bill.id}`, 'status', `${HL7}/fm-status`, 'active', 'cancelled'],
  [() => 'ChargeItemDefinition?', 'status', `${HL7}/publication-status`, 'active', 'retired'],
  [() => `Practitioner?_id=${doctor}`, 'active', BOOLEANS, 'true', 'false'],
  [() => `PractitionerRole?_id=${doctor}`, 'active', BOOLEANS, 'true', 'false'],
  [() => `Schedule?_id=${doctor}`, 'active', BOOLEANS, 'true', 'false'],
  [() => 'Organization?', 'active', BOOLEANS, 'true', 'false'],
  [() => 'HealthcareService?', 'active', BOOLEANS, 'true', 'false'],
  [() => `Location?_id=${room}`, 'status', `${HL7}/location-status`, 'active', 'inactive'],
];

describe('A code that all resources of a type have finds all of them, another one none', () => {
  it.each(CONSTANTS)('%s %s', async (search, name, system, code, other) => {
    const all = await found(search());
    expect(all.length).toBeGreaterThan(0);
    for (const value of [code, `${system}|${code}`, `${code},${other}`])
      expect(await found(`${search()}&${name}=${encodeURIComponent(value)}`), value).toEqual(all);
    for (const value of [other, `${system}|${other}`])
      expect(await found(`${search()}&${name}=${encodeURIComponent(value)}`), value).toEqual([]);
  });

  it('costs nothing where nothing can be found', async () => {
    const { cost } = await get(`Procedure?patient=${patient.id}&status=in-progress`);
    expect(cost.trips).toBe(0);
  });
});

it('An observation has no category: whoever asks for those of the laboratory is not given the others', async () => {
  expect(await found(`Observation?patient=${patient.id}`)).toHaveLength(1);
  expect(await found(`Observation?patient=${patient.id}&category=laboratory`)).toEqual([]);
  expect(await found(`Observation?patient=${patient.id}&category=${TERMINOLOGY}/observation-category|`)).toEqual([]);
});

it('A condition has no clinical status: the answer says that it was passed over', async () => {
  const search = `Condition?patient=${patient.id}&clinical-status=active`;
  expect(issueOf(await get(search))).toEqual([400, 'invalid', 'http.clinical-status']);
  const { body } = await get(search, { headers: { prefer: 'handling=lenient' } });
  expect(body.entry.at(-1)).toMatchObject({
    search: { mode: 'outcome' },
    resource: { issue: [{ severity: 'warning', expression: ['http.clinical-status'] }] },
  });
});

describe('Patients', () => {
  it('are found by whether they have died', async () => {
    const dead = await make.patient({ deceased_at: '2026-01-02' });
    const among = (query: string) => idsOf(`Patient?_id=${patient.id},${dead.id}&deceased=${query}`);
    expect(await among('true')).toEqual([dead.id]);
    expect(await among('false')).toEqual([patient.id]);
    expect(await among('true,false')).toEqual([patient.id, dead.id]);
    expect(idsIn(await found('Patient?deceased=true'))).toContain(dead.id);
  });

  it('are active but for those who were merged', async () => {
    const [kept, merged] = [await make.patient(), await make.patient()];
    expect((await merge(kept.id, merged.id, {}, { as: 'admin' })).status).toBe(200);
    const among = (query: string) => idsOf(`Patient?_id=${kept.id},${merged.id}&active=${query}`);
    expect(await among('true')).toEqual([kept.id]);
    expect(await among('false')).toEqual([merged.id]);
  });

  it.each(['active', 'deceased'])('%s is true or false', async (name) => {
    expect(issueOf(await get(`Patient?${name}=yes`))).toEqual([400, 'invalid', `http.${name}`]);
  });
});
