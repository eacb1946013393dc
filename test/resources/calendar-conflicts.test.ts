import { describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { get, newCalendar, patch, REJECT } from '../support/calendar';
import { ok, type Result } from '../support/client';
import { make } from '../support/factories';

const TEN = '2027-06-01T10:00:00';

/** The ids that an answer links to. */
const conflictsIn = ({ headers }: Result): string[] =>
  (headers.get('link') ?? '')
    .split(', ')
    .filter(Boolean)
    .map(
      (link) => /^<http:\/\/[^/]+\/calendar\/appointments\/([0-9a-f-]{36})>; rel="conflict"$/.exec(link)?.[1] ?? link,
    );

/** A patient who has half an hour at ten, and visits of the same patient to other doctors. */
async function newPatient() {
  const { ids, book, booked } = await newCalendar();
  const ten = await booked({ schedule: TEN, expected_duration_minutes: 30 });
  const elsewhere = async (schedule: string, minutes = 30, more = {}) =>
    book({ doctor_id: (await make.doctor()).id, schedule, expected_duration_minutes: minutes, ...more }, REJECT);
  return { ids, ten, book, elsewhere };
}

describe('A visit of a patient who has another one at that time', () => {
  it.each([
    ['the same time', TEN, 30],
    ['a start within it', '2027-06-01T10:29', 30],
    ['an end within it', '2027-06-01T09:31', 30],
    ['a time around it', '2027-06-01T09:00', 120],
    ['a week that ends in it', '2027-05-25T10:01', 10_080],
  ])('is made, and its answer links to the other: %s', async (_, schedule, minutes) => {
    const { ten, elsewhere, ids } = await newPatient();
    const made = await elsewhere(schedule, minutes);
    expect([made.status, conflictsIn(made), made.cost.trips]).toEqual([201, [ten.id], 1]);
    expect(accessOf(made)).toMatchObject([
      { action: 'list', entity: 'appointment', patient_id: ids.patient_id, count: 1 },
    ]);
  });

  it('is none right before or after it, of another patient, or where either holds no time', async () => {
    const { ten, elsewhere } = await newPatient();
    const none = async (made: Result) => expect([made.status, made.headers.has('link')]).toEqual([201, false]);
    await none(await elsewhere('2027-06-01T10:30'));
    await none(await elsewhere('2027-06-01T09:30'));
    await none(await elsewhere(TEN, 30, { patient_id: (await make.patient()).id }));
    await none(await elsewhere(TEN, 30, { status: 'CANCELLED' }));
    await ok('PATCH', `/calendar/appointments/${ten.id}`, { json: { status: 'NO_SHOW' } });
    const made = await elsewhere(TEN);
    await none(made);
    expect(accessOf(made)).toEqual([]);
  });

  it('is told of again where the create is repeated by its key', async () => {
    const { ten, book } = await newPatient();
    const options = { headers: { 'idempotency-key': 'once' } };
    for (const _ of ['first', 'again']) {
      const made = await book({ schedule: TEN }, options);
      expect([made.status, conflictsIn(made)]).toEqual([201, [ten.id]]);
    }
  });

  it('is linked to by the first five of others, in the order of time', async () => {
    const { ten, elsewhere } = await newPatient();
    const others = [];
    for (const minute of ['25', '05', '20', '15', '10'])
      others.push((await elsewhere(`2027-06-01T10:${minute}`)).body.id);
    const [late, five, twenty, fifteen, tenPast] = others;
    expect(late).toBeDefined();
    expect(conflictsIn(await elsewhere(TEN, 60))).toEqual([ten.id, five, tenPast, fifteen, twenty]);
  });

  it('is looked for where a PATCH takes time that the patient did not give it before', async () => {
    const { ten, elsewhere } = await newPatient();
    const other = await make.patient();
    const { id } = (await elsewhere('2027-06-01T11:00')).body;
    const linked = async (json: object) => {
      const patched = await patch(id, json, REJECT);
      expect(patched.status).toBe(200);
      return conflictsIn(patched);
    };
    expect(await linked({ schedule: '2027-06-01T10:15' })).toEqual([ten.id]);
    expect(await linked({ type: 'IPD' })).toEqual([]);
    expect(await linked({ expected_duration_minutes: 20 })).toEqual([]);
    expect(await linked({ expected_duration_minutes: 40 })).toEqual([ten.id]);
    expect(await linked({ patient_id: other.id })).toEqual([]);
    expect(await linked({ patient_id: ten.patient_id })).toEqual([ten.id]);
    expect(await linked({ doctor_id: (await make.doctor()).id })).toEqual([]);
    expect(await linked({ status: 'NO_SHOW', schedule: TEN })).toEqual([]);
    expect(await linked({ status: 'CHECKED_IN' })).toEqual([ten.id]);
    expect((await get(id)).headers.has('link')).toBe(false);
  });
});
