import { describe, expect, it } from 'vitest';
import { IMPORTERS } from '../../../src/imports/importers';
import { type Body, ok } from '../../support/client';
import { make } from '../../support/factories';
import { imported, prepare, preparedOf } from '../../support/importing';
import { input, unique } from '../../support/input';
import { count, rows } from '../../support/rows';

const { appointment, patient, doctor, department } = IMPORTERS;
const full = (id: unknown): Promise<Body> => ok('GET', `/calendar/appointments/${id}?view=full`);
const REJECT = { DOUBLE_BOOKING: 'reject' } as const;

async function those() {
  const [patient, doctor, department] = await Promise.all([make.patient(), make.doctor(), make.department()]);
  return { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
}

const { patient_id: _, doctor_id: __, department_id: ___, ...visit } = input.appointment();
const named = (given: object) => ({ ...visit, ...given });

/** All of another system, by its numbers. */
async function former() {
  const of = {
    patient_external_id: unique(),
    doctor_external_id: unique(),
    department_external_id: unique(),
  };
  const { password: ____, ...user } = input.doctor().user;
  const [patient_id] = await imported(patient, [{ external_id: of.patient_external_id, ...input.patient() }]);
  const [doctor_id] = await imported(doctor, [{ ...input.doctor({ user }), external_id: of.doctor_external_id, user }]);
  const [department_id] = await imported(department, [
    { external_id: of.department_external_id, ...input.department() },
  ]);
  return { of, ids: { patient_id, doctor_id, department_id } };
}

describe('A visit of an import', () => {
  it('is one that a POST would make', async () => {
    const external_id = unique();
    const json = { ...visit, ...(await those()) };
    const [id] = await imported(appointment, [{ external_id, ...json }]);
    expect(await full(id)).toMatchObject(json);
    expect(await rows('SELECT entity, entity_id FROM external_id WHERE value = ?', external_id)).toEqual([
      { entity: 'appointment', entity_id: id },
    ]);
  });

  it.each(['COMPLETED', 'CANCELLED', 'NO_SHOW', 'SCEDULED'])('may be one of the past: %s', async (status) => {
    const json = { ...visit, ...(await those()), schedule: '2019-03-01T08:00:00', status };
    const [id, other] = await imported(appointment, [json, json]);
    expect(await full(id)).toMatchObject({ ...json, cancel_reason: null });
    expect(other).not.toEqual(id);
    expect(await count('message WHERE appointment_id = ?', id)).toBe(0);
  });

  it('refers by the numbers of its source, which one query finds', async () => {
    const [one, two] = [await former(), await former()];
    const records = [named(one.of), named(two.of), named({ ...one.ids, external_id: null })];
    const { ctx } = await prepare(appointment, records);
    expect(ctx.db.cost.trips).toBe(1);
    const made = await imported(appointment, records);
    expect(await full(made[0])).toMatchObject(one.ids);
    expect(await full(made[1])).toMatchObject(two.ids);
    expect(await full(made[2])).toMatchObject(one.ids);
    const { ctx: unasked } = await prepare(appointment, [named(one.ids)]);
    expect(unasked.db.cost.trips).toBe(0);
  });

  it('may have the number of a patient, which is another thing', async () => {
    const { of, ids } = await former();
    const external_id = of.patient_external_id;
    const [id] = await imported(appointment, [named({ ...of, external_id })]);
    expect(await full(id)).toMatchObject(ids);
    expect(await imported(appointment, [named(of)])).toEqual([expect.any(String)]);
  });

  it('is that of the patient into whom its own was merged', async () => {
    const { of, ids } = await former();
    const { id } = await make.patient();
    await ok('POST', `/patient/${id}/merge`, { json: { from: ids.patient_id } });
    const { id: last } = await make.patient();
    await ok('POST', `/patient/${last}/merge`, { json: { from: id } });
    const made = await imported(appointment, [named(of), named({ ...of, ...ids, patient_external_id: null })]);
    expect(await full(made[0])).toMatchObject({ patient_id: last });
    expect(made[1]).toEqual(expect.arrayContaining([['row.doctor_external_id', 'value_error']]));
  });

  it('fails by the names of what its source has not brought, and can be sent again', async () => {
    const { of } = await former();
    const later = unique();
    const row = named({ ...of, doctor_external_id: 'none', patient_external_id: later });
    expect(await imported(appointment, [row])).toEqual([
      [
        ['row.patient_external_id', 'reference_not_found'],
        ['row.doctor_external_id', 'reference_not_found'],
      ],
    ]);
    await imported(patient, [{ external_id: later, ...input.patient() }]);
    expect(await imported(appointment, [{ ...row, doctor_external_id: of.doctor_external_id }])).toEqual([
      expect.any(String),
    ]);
  });

  it('fails by the names of what is not here', async () => {
    const nobody = crypto.randomUUID();
    const ids = await those();
    const { of, ids: theirs } = await former();
    await ok('DELETE', `/patient/${theirs.patient_id}`);
    expect(
      await imported(appointment, [
        named({ patient_id: nobody, doctor_id: nobody, department_id: nobody }),
        named({ ...ids, doctor_id: nobody }),
        named(of),
      ]),
    ).toEqual([
      ['patient_id', 'doctor_id', 'department_id'].map((name) => [`row.${name}`, 'reference_not_found']),
      [['row.doctor_id', 'reference_not_found']],
      [['row.patient_external_id', 'reference_not_found']],
    ]);
    const { id } = await make.patient();
    await ok('POST', `/patient/${(await make.patient()).id}/merge`, { json: { from: id } });
    expect(await imported(appointment, [named({ ...ids, patient_id: id })])).toEqual([[['row.patient_id', 'merged']]]);
  });

  it.each<[what: string, given: object, ...refusal: unknown[]]>([
    ['neither id', { patient_id: undefined }, ['row.patient_external_id', 'value_error']],
    ['both', { doctor_external_id: '7' }, ['row.doctor_external_id', 'value_error']],
    ['a time that is none', { schedule: '01.12.2026 9:30' }, ['row.schedule', 'datetime_parsing']],
    ['no time', { schedule: undefined }, ['row.schedule', 'missing']],
    ['an id that is none', { department_id: '7' }, ['row.department_id', 'uuid_parsing']],
    ['a type of ours', { type_id: crypto.randomUUID() }, ['row.type_id', 'extra_forbidden']],
    ['a hold', { hold_id: crypto.randomUUID() }, ['row.hold_id', 'extra_forbidden']],
    ['why it is cancelled', { cancel_reason: 'Ill' }, ['row.cancel_reason', 'extra_forbidden']],
    [
      'all at once',
      { schedule: undefined, patient_id: undefined },
      ['row.schedule', 'missing'],
      ['row.patient_external_id', 'value_error'],
    ],
  ])('is refused with its place: %s', async (_, given, ...refusal) => {
    const ids = { patient_id: crypto.randomUUID(), doctor_id: crypto.randomUUID(), department_id: crypto.randomUUID() };
    expect(await imported(appointment, [{ ...visit, ...ids, ...given }, null])).toEqual([
      refusal,
      [['row', 'dict_type']],
    ]);
  });

  it('is refused where the patient has died', async () => {
    const { id } = await make.patient({ deceased_at: '2026-01-02T03:04:05' });
    const ids = { ...(await those()), patient_id: id };
    const before = { schedule: '2025-12-01T10:00:00', status: 'COMPLETED' };
    expect(await imported(appointment, [named(ids), named({ ...ids, ...before })])).toEqual([
      [['row.patient_id', 'deceased']],
      expect.any(String),
    ]);
  });

  it('claims its doctor’s time where nobody is booked twice', async () => {
    const ids = await those();
    const at = (schedule: string, given: object = {}) => named({ ...ids, schedule, ...given });
    const night = { expected_duration_minutes: 120 };
    const visits = [
      at('2031-05-05T09:00:00Z'),
      at('2031-05-05T09:10:00Z'),
      at('2031-05-05T09:20:00Z'),
      at('2031-05-05T09:10:00Z', { status: 'COMPLETED' }),
      at('2031-05-05T23:00:00Z', night),
      at('2031-05-06T00:50:00Z'),
    ];
    expect(await imported(appointment, visits, REJECT)).toEqual([
      expect.any(String),
      [['row.schedule', 'overlap']],
      ...[expect.any(String), expect.any(String), expect.any(String)],
      [['row.schedule', 'overlap']],
    ]);
    const [one, two, three, done, late, early] = (await preparedOf(appointment, visits, REJECT)).map(
      ({ claims }) => claims,
    );
    const meet = (a: typeof one, b: typeof one) =>
      a?.some(({ key, from = 0, until = 0 }) =>
        b?.some((other) => other.key === key && from < (other.until ?? 0) && until > (other.from ?? 0)),
      );
    expect([meet(one, two), meet(two, three), meet(one, three), done]).toEqual([true, true, false, []]);
    expect([late?.length, meet(late, early)]).toEqual([2, true]);
    expect(one?.[0]).toMatchObject({ field: 'schedule', type: 'overlap' });
    const allowed = await preparedOf(appointment, visits, { DOUBLE_BOOKING: 'allow' });
    expect(allowed.flatMap(({ claims }) => claims)).toEqual([]);
  });
});
