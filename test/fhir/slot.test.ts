import { describe, expect, it } from 'vitest';
import { make } from '../support/factories';
import { found, get, idsOf, pagesOf } from '../support/fhir/client';
import { expectRefusals, looksOf } from '../support/fhir/promises';
import { newDoctor, putHours } from '../support/hours';
import { input } from '../support/input';
import { rows } from '../support/rows';

/** Works on one day alone, from 08:00 to 09:30 by half hours. */
async function doctorOn(date: string) {
  const [id, { id: department_id }] = [await newDoctor(), await make.department()];
  const hours = [{ from: '08:00', to: '09:30', department_id, slot_minutes: 30 }];
  const { status } = await putHours(id, { weekly: [], exceptions: [{ date, off: false, hours }] });
  expect(status).toBe(200);
  return { id, department_id };
}

const DAY = '2030-06-03';
const slot = (doctor: string, time: string) => `${doctor}.${Date.parse(`${DAY}T${time}Z`)}`;
const TIMES = ['08:00', '08:30', '09:00'];

describe('Slot as a resource', () => {
  it('is a free time', async () => {
    const { id } = await doctorOn(DAY);
    const { body } = await get(`Slot/${slot(id, '08:30')}`);
    expect(body).toEqual({
      resourceType: 'Slot',
      id: slot(id, '08:30'),
      meta: { versionId: '30' },
      schedule: { reference: `Schedule/${id}` },
      status: 'free',
      start: `${DAY}T08:30:00Z`,
      end: `${DAY}T09:00:00Z`,
    });
  });

  it('is read by its version, and answered unchanged', async () => {
    const { id } = await doctorOn(DAY);
    const path = `Slot/${slot(id, '08:30')}`;
    const { headers } = await get(path);
    expect(headers.get('etag')).toBe('W/"30"');
    expect((await get(path, { headers: { 'if-none-match': 'W/"30"' } })).status).toBe(304);
    expect((await get(`${path}/_history/30`)).status).toBe(200);
    expect((await get(`${path}/_history/20`)).status).toBe(404);
  });

  it('is no more once it is booked, past, or offered by nobody', async () => {
    const { id, department_id } = await doctorOn(DAY);
    const { id: patient_id } = await make.patient();
    const booked = { patient_id, doctor_id: id, department_id, expected_duration_minutes: 30 };
    await make.appointment(input.appointment({ ...booked, schedule: `${DAY}T08:30:00` }));
    const past = await doctorOn('2020-06-01');
    const ids = [
      slot(id, '08:30'),
      slot(id, '08:15'),
      `${past.id}.${Date.parse('2020-06-01T08:00Z')}`,
      slot(id.toUpperCase(), '08:00'),
      `${id}.0${Date.parse(`${DAY}T08:00Z`)}`,
    ];
    for (const one of ids) expect((await get(`Slot/${one}`)).status, one).toBe(404);
    expect(await idsOf(`Slot?schedule=${id}&start=${DAY}`)).toEqual([slot(id, '08:00'), slot(id, '09:00')]);
    expect(await idsOf(`Slot?schedule=${past.id}&start=2020`)).toEqual([]);
  });
});

describe('A search for slots', () => {
  it('finds by each parameter', async () => {
    const { id } = await doctorOn(DAY);
    const all = TIMES.map((time) => slot(id, time));
    const of = `schedule=Schedule/${id}`;
    const searches: [string, string[]][] = [
      [`_id=${slot(id, '08:00')},${slot(id, '09:00')},x`, [slot(id, '08:00'), slot(id, '09:00')]],
      [`_id=${slot(id, '08:00')}&start=2031`, []],
      [`_id=${slot(id, '08:00')}&schedule=${crypto.randomUUID()}`, []],
      [`${of}&start=${DAY}`, all],
      [`schedule:Schedule=${id}&start=${DAY}&status=free`, all],
      [`${of}&start=ge${DAY}T08:30:00Z`, all.slice(1)],
      [`${of}&start=gt${DAY}T08:30:00Z&start=lt${DAY}T10:00:00Z`, all.slice(2)],
      [`${of}&start=ge${DAY}&start=ne${DAY}T08:30:00Z`, [all[0] ?? '', all[2] ?? '']],
      [`${of}&start=${DAY}T08:00:00Z,${DAY}T09:00:00Z`, [all[0] ?? '', all[2] ?? '']],
      [`${of}&start=${DAY}&status=busy`, []],
      [`${of}&start=${DAY}&status=busy,http://hl7.org/fhir/slotstatus|free`, all],
      [`${of}&start=lt2020`, []],
      // Without an end it is 31 days.
      [`${of}&start=ge2030-05-03`, []],
      [`${of}&start=ge2030-05-04`, all],
      [of, []],
    ];
    for (const [search, ids] of searches) expect(await idsOf(`Slot?${search}`), search).toEqual(ids);
    const errors = ['start=2030', '', `${of}&start=soon`, `_id=${Array(11).fill(slot(id, '08:00'))}`];
    for (const search of errors) expect((await get(`Slot?${search}`)).status, search).toBe(400);
  });

  it('pages by time, of several doctors, over more than a month, in a trip each', async () => {
    const [{ id: first }, { id: second }] = [await doctorOn(DAY), await doctorOn(DAY)];
    const both = [first, second].sort();
    const expected = TIMES.flatMap((time) => both.map((id) => slot(id, time)));
    const of = `schedule=${first},${second}`;
    for (const search of [`${of}&start=${DAY}`, `${of}&start=ge2030-05-01&start=lt2030-08-01`]) {
      const pages = await pagesOf(`Slot?${search}&_count=1`);
      expect(pages.flat().map(({ id }) => id)).toEqual(expected);
      expect(pages.every(({ length }) => length <= 1)).toBe(true);
    }
    const { cost } = await get(`Slot?${of}&start=${DAY}`);
    expect([cost.trips, cost.rows_read < 40]).toEqual([1, true]);
  });

  it('has a doctor once at a time, for the shorter one of what two departments offer', async () => {
    const { id, department_id } = await doctorOn(DAY);
    const { id: other } = await make.department();
    const hours = { from: '08:00', to: '09:00', slot_minutes: 30 };
    const overlapping = [
      {
        date: DAY,
        off: false,
        hours: [
          { ...hours, department_id, slot_minutes: 60 },
          { ...hours, department_id: other },
        ],
      },
    ];
    // As the first versions took them.
    await rows('UPDATE doctor_hours SET exceptions = ? WHERE id = ?', JSON.stringify(overlapping), id);
    const answered = await found(`Slot?schedule=${id}&start=${DAY}`);
    expect(answered.map((one) => [one.id, one.end.slice(11, 16)])).toEqual([
      [slot(id, '08:00'), '08:30'],
      [slot(id, '08:30'), '09:00'],
    ]);
    expect((await pagesOf(`Slot?schedule=${id}&start=${DAY}&_count=1`)).flat()).toEqual(answered);
    expect((await get(`Slot/${slot(id, '08:00')}`)).body).toEqual(answered[0]);
  });

  it('shows the times of the hospital’s clocks', async () => {
    const { id } = await doctorOn(DAY);
    const [first] = await found(`Slot?schedule=${id}&start=${DAY}`, { env: { TIME_ZONE: 'Europe/Stockholm' } });
    expect([first.start, first.id]).toEqual([`${DAY}T08:00:00+02:00`, slot(id, '06:00')]);
  });
});

it('is refused without a token or permission, and is no look at a patient', async () => {
  const { id } = await doctorOn(DAY);
  await expectRefusals(`Slot/${slot(id, '08:00')}`);
  expect(looksOf(await get(`Slot/${slot(id, '08:00')}`))).toEqual([]);
});
