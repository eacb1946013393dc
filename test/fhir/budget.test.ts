import { beforeAll, describe, expect, it } from 'vitest';
import { COUNT, FHIR_SCAN_MAX, PAGE_BYTES } from '../../src/fhir/search/bounds';
import { type Body, call } from '../support/client';
import { make } from '../support/factories';
import { fhir, get, idsIn, pagesOf, resourcesIn } from '../support/fhir/client';
import { large } from '../support/large';
import { multiply, UUID } from '../support/multiply';
import { isFull } from '../support/volume';

const COPIES = isFull ? 5_000 : 2_000;
/** Of a page that one index serves: the index, the row, and what is read with it. */
const SERVED = 3 * COUNT + 20;
/** And where rows are looked at one by one: the index and the row of each, and the index and the condition once more. */
const LOOKED_AT = SERVED + 4 * FHIR_SCAN_MAX;

describe(`Among ${COPIES} of each`, () => {
  let visit: Body;
  let bill: Body;

  beforeAll(async () => {
    visit = await make.appointment({ schedule: '2026-12-01T09:00' });
    bill = await make.invoice({ patient_id: visit.patient_id, appointment_id: visit.id });
    const copy = (table: string, value: string, differing: Record<string, string>) =>
      multiply(table, { key: 'id', value }, COPIES, { id: UUID, ...differing });
    await copy('patient', visit.patient_id, {
      dob: "date('1950-01-01', '+' || (i % 25000) || ' days')",
      updated_at: 'i',
    });
    await copy('appointment', visit.id, { starts_at: 'starts_at + i * 60000', updated_at: 'i' });
    await copy('invoice', bill.id, { issue_at: 'issue_at + i', updated_at: 'i' });
  });

  it.each<[path: () => string, bound: number]>([
    [() => 'Patient', SERVED],
    [() => 'Patient?birthdate=ge1951', SERVED],
    [() => 'Patient?birthdate=1951-03-04', SERVED],
    [() => 'Patient?_lastUpdated=ge1970', SERVED],
    [() => `Patient?_id=${visit.patient_id}`, SERVED],
    [() => 'Patient?gender=other', LOOKED_AT],
    [() => 'Patient?birthdate=ge1951&gender=male', LOOKED_AT],
    [() => 'Patient?_lastUpdated=ge1970&birthdate=lt1900', LOOKED_AT],
    [() => `Observation?patient=${visit.patient_id}`, SERVED],
    [() => 'Appointment', SERVED],
    [() => `Appointment?patient=${visit.patient_id}`, SERVED],
    [() => `Appointment?practitioner=${visit.doctor_id}&date=ge2026-12-02`, SERVED],
    [() => 'Appointment?date=ge2026-12-01', SERVED],
    [() => 'Appointment?status=noshow', LOOKED_AT],
    [() => `Invoice?patient=${visit.patient_id}`, SERVED],
    [() => 'Invoice?status=draft', SERVED],
    [() => 'Invoice?status=balanced', SERVED],
    [() => 'Invoice?date=ge2020', SERVED],
    [() => 'Invoice?date=ge2020&status=cancelled', LOOKED_AT],
  ])('%s reads what its page needs, in one trip', async (path, bound) => {
    const { status, cost } = await get(path());
    expect([status, cost.trips]).toEqual([200, 1]);
    expect(cost.rows_read).toBeLessThanOrEqual(bound);
  });

  it('a search for what is rare goes on until it is found, by pages that may be empty', async () => {
    const { id } = await make.patient({ gender: 'diverse' });
    const pages = await pagesOf('Patient?gender=other');
    expect(pages.length).toBeGreaterThan(COPIES / FHIR_SCAN_MAX - 1);
    expect(idsIn(pages.flat())).toEqual([id]);
  });

  it('each is on one page, whatever the order', async () => {
    for (const search of ['Appointment?date=ge2020&', 'Appointment?_lastUpdated=ge1970&', 'Appointment?']) {
      const ids = idsIn((await pagesOf(`${search}_count=200`)).flat());
      expect(ids.length, search).toBe(COPIES + 1);
      expect(new Set(ids).size, search).toBe(COPIES + 1);
    }
  });
});

it('a page has about a megabyte at most, and the next one goes on', async () => {
  const { id, last_name } = await large.patient();
  await call('PATCH', `/patient/${id}`, {
    json: { addresses: Array.from({ length: 200 }, () => ({ street: 'å'.repeat(200), city: 'é'.repeat(200) })) },
  });
  await multiply('patient', { key: 'id', value: id }, 9, { id: UUID });
  const first = await fhir('GET', `/Patient?family=${last_name}`);
  expect(first.bytes.length).toBeLessThan(PAGE_BYTES + 10_000);
  expect(resourcesIn(first).length).toBeLessThan(10);
  const pages = await pagesOf(`Patient?family=${last_name}`);
  expect(new Set(idsIn(pages.flat())).size).toBe(10);
  const conditions = await pagesOf(`Condition?patient=${id}&_count=200`);
  expect(conditions.flat()).toHaveLength(1);
});
