import { describe, expect, it } from 'vitest';
import { FHIR_IMPORTERS, IMPORTERS } from '../../../src/imports/importers';
import { type Body, ok } from '../../support/client';
import { make } from '../../support/factories';
import { fhir } from '../../support/fhir/client';
import { synthea } from '../../support/fhir/synthea';
import { imported, prepare, preparedOf } from '../../support/importing';
import { input, unique } from '../../support/input';
import { rows } from '../../support/rows';

const { appointment } = FHIR_IMPORTERS;
const full = (id: unknown): Promise<Body> => ok('GET', `/calendar/appointments/${id}?view=full`);
const BASE = 'https://former.example/fhir/R4';

/** A patient of another system; who works here is entered by hand before. */
async function those() {
  const patient = synthea();
  const [patient_id] = await imported(FHIR_IMPORTERS.patient, [patient]);
  const practitioner = unique();
  const { password: _, ...user } = input.doctor().user;
  const [doctor_id] = await imported(IMPORTERS.doctor, [{ ...input.doctor(), user, external_id: practitioner }]);
  const { id: department_id } = await make.department();
  const names = { patient: patient.id, practitioner, department: department_id };
  return { names, ids: { patient_id, doctor_id, department_id } };
}
type Names = Record<'patient' | 'practitioner' | 'department', unknown>;

const participants = ({ patient, practitioner, department }: Names, base = '') =>
  [`Patient/${patient}`, `Practitioner/${practitioner}`, `HealthcareService/${department}`].map((reference) => ({
    actor: { reference: base + reference, display: 'As they call it' },
    status: 'accepted',
  }));

const visit = (names: Names, given: object = {}) => ({
  resourceType: 'Appointment',
  id: unique(),
  status: 'fulfilled',
  start: '2019-03-01T08:00:00-05:00',
  end: '2019-03-01T08:30:00-05:00',
  participant: participants(names),
  ...given,
});

describe('An Appointment of an import', () => {
  it('refers by the ids that its source has given', async () => {
    const { names, ids } = await those();
    const sent = [visit(names), visit(names, { participant: participants(names, `${BASE}/`), status: 'booked' })];
    const before = structuredClone(sent);
    const { ctx } = await prepare(appointment, sent);
    expect(ctx.db.cost.trips).toBe(1);
    const [done, booked] = await imported(appointment, sent);
    expect(sent, 'what was sent is still what was sent').toEqual(before);
    expect(await full(done)).toMatchObject({ ...ids, status: 'COMPLETED', expected_duration_minutes: 30, type: 'OPD' });
    expect(await full(booked)).toMatchObject({ ...ids, status: 'SCEDULED' });
    expect(await rows('SELECT entity_id FROM external_id WHERE value = ?', sent[0]?.id)).toEqual([{ entity_id: done }]);
  });

  it('refers by ids of this server where its source has given none', async () => {
    const { names, ids } = await those();
    const own = { patient: ids.patient_id, practitioner: ids.doctor_id, department: ids.department_id };
    const here = participants(own, 'http://localhost/fhir/r4/');
    const made = await imported(appointment, [visit(own), visit(names, { participant: here })]);
    for (const id of made) expect(await full(id)).toMatchObject(ids);
  });

  it('is taken without what has no place: rooms, slots and types of another system', async () => {
    const { names, ids } = await those();
    const [patient, ...others] = participants(names);
    const participant = [
      { actor: { reference: `Location/${crypto.randomUUID()}` }, status: 'accepted' },
      { ...patient, type: [{ text: 'Subject' }], required: 'required' },
      ...others,
      { actor: { reference: 'Location/room-7' }, status: 'accepted' },
      { actor: { reference: 'RelatedPerson/1' }, status: 'accepted' },
    ];
    const identifier = [{ system: 'urn:theirs', value: unique() }];
    const sent = visit(names, {
      ...{ participant, extension: [{ url: 'urn:a' }], serviceType: [{ text: 'Echo' }], priority: 5 },
      ...{ slot: [{ reference: 'Slot/1' }], created: '2019-01-01', description: 'Follow-up', contained: [] },
      ...{ appointmentType: { text: 'Echo' }, reasonCode: [{ text: 'Chest pain', coding: [{ code: 'R07' }] }] },
      ...{ comment: 'By bus', identifier },
    });
    const [id] = await imported(appointment, [sent]);
    const made = await full(id);
    expect(made).toMatchObject({ ...ids, type: 'Echo', reason: 'Chest pain', notes: 'By bus' });
    expect([made.type_id, made.resource_id]).toEqual([undefined, undefined]);
    const { body } = await fhir('GET', `/Appointment/${id}`);
    expect(body.identifier).toEqual(identifier);
    expect(await imported(appointment, [visit(names, { identifier })])).toEqual([[['taken', 'identifier']]]);
  });

  it.each<[what: string, given: object, ...refusal: unknown[]]>([
    ['another type', { resourceType: 'Encounter' }, ['row.resourceType', 'enum']],
    ['a status that is none', { status: 'finished' }, ['row.status', 'enum']],
    ['a time without a zone', { start: '2019-03-01T08:00:00' }, ['row.start', 'value_error']],
    ['an end before its start', { end: '2019-03-01T07:00:00-05:00' }, ['row.end', 'value_error']],
    ['no participants', { participant: [] }, ...[1, 2, 3].map(() => ['row.participant', 'value_error'])],
    ['a modifier', { modifierExtension: [] }, ['row.modifierExtension', 'extra_forbidden']],
  ])('is refused with its element: %s', async (_, given, ...refusal) => {
    const { names } = await those();
    expect(await imported(appointment, [visit(names, given), null, 7])).toEqual([
      refusal,
      ...[1, 2].map(() => [['row', 'dict_type']]),
    ]);
  });

  it('fails by the participants that are not here, and can be sent again', async () => {
    const { names } = await those();
    const later = synthea();
    const row = visit({ ...names, patient: later.id });
    const nobody = crypto.randomUUID();
    expect(
      await imported(appointment, [
        row,
        visit({ ...names, patient: 'p1', practitioner: 'd1' }),
        visit({ ...names, practitioner: nobody, department: nobody }),
      ]),
    ).toEqual([
      [['row.participant.0.actor.reference', 'reference_not_found']],
      [0, 1].map((n) => [`row.participant.${n}.actor.reference`, 'reference_not_found']),
      [1, 2].map((n) => [`row.participant.${n}.actor.reference`, 'reference_not_found']),
    ]);
    await imported(FHIR_IMPORTERS.patient, [later]);
    expect(await imported(appointment, [row])).toEqual([expect.any(String)]);
  });

  it('claims its doctor’s time, and fails by its start where that is taken', async () => {
    const { names } = await those();
    const at = { start: '2031-05-05T09:00:00Z', end: undefined, status: 'booked' };
    const sent = [visit(names, at), visit(names, at)];
    const [row] = await preparedOf(appointment, sent, { DOUBLE_BOOKING: 'reject' });
    expect(row?.claims).toMatchObject([{ field: 'start', type: 'overlap' }]);
    expect(await imported(appointment, sent, { DOUBLE_BOOKING: 'reject' })).toEqual([
      expect.any(String),
      [['row.start', 'overlap']],
    ]);
  });
});
