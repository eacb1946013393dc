// What programs are shown beside what they ask for: as narrowed logins, by the scope of its type (test/http/along.test.ts has all of these).
import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { type Body, call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { fhir, found, issueOf, resourcesIn } from '../support/fhir/client';
import { input, unique } from '../support/input';
import { newVisit } from '../support/notes';
import { newProgram, openSession } from '../support/programs';
import { actorOf, insertUser, programOf } from '../support/users';

const RECORD = 'Patient Observation Condition Procedure MedicationStatement AllergyIntolerance RelatedPerson';
const system = (...words: string[]) => ({ as: programOf(words.map((word) => `system/${word}`).join(' ')) });
/** All of a patient's record. */
const record = (letters: string) => RECORD.split(' ').map((type) => `${type}.${letters}`);

let visit: Body;
beforeAll(async () => {
  visit = await make.appointment();
});

describe('A program', () => {
  it('is told which scopes it lacks, in words of its own', async () => {
    const path = `/calendar/appointments/${visit.id}?view=full`;
    const refused = await call('GET', path, system('Appointment.rs', 'Practitioner.r'));
    const lacked = 'system/Patient.r system/HealthcareService.r';
    const detail = `The scope of the token does not cover it without ${lacked}`;
    expect([refused.status, refused.body]).toEqual([403, { detail, code: 'insufficient_scope' }]);
    const { id: actor } = actorOf('client');
    const scope = 'system/Appointment.rs system/Practitioner.r';
    expect(accessOf(refused)).toMatchObject([
      { action: 'refused', actor, role: 'client', detail: expect.stringContaining(JSON.stringify({ scope }).slice(1)) },
    ]);
    expect(
      (await call('GET', path, system('Appointment.rs', 'Patient.r', 'Practitioner.r', 'HealthcareService.r'))).status,
    ).toBe(200);
  });

  it('costs what a person does', async () => {
    const person = await insertUser('staff');
    const actors = [await newProgram('system/*.cruds'), { ...person, session: await openSession(person.id) }];
    const { id } = await make.patient();
    const requests: [string, string, object?][] = [
      ['GET', `/patient/${id}`],
      ['GET', '/patient/?limit=5'],
      ['POST', '/department/', input.department()],
      ['DELETE', `/patient/${id}`],
    ];
    for (const [method, path, json] of requests) {
      const costs = [];
      for (const as of actors) {
        const own = method === 'DELETE' ? `/patient/${(await make.patient()).id}` : path;
        const sent = json && { ...json, code: unique() };
        const { status, cost } = await call(method, own, { as, ...(sent && { json: sent }) });
        costs.push([status < 300, cost]);
      }
      expect(costs[0], `${method} ${path}`).toEqual(costs[1]);
      expect(costs[0]?.[0]).toBe(true);
    }
  });

  it('that has no scope may do nothing, nor by a scope of people', async () => {
    for (const as of [actorOf('client'), programOf(''), programOf('user/*.cruds')])
      expect((await call('GET', '/department/', { as })).body).toEqual(refusal('insufficient_scope'));
  });

  it('is on record for what it is shown', async () => {
    const read = await call('GET', `/patient/${visit.patient_id}`, system(...record('rs')));
    expect(accessOf(read)).toMatchObject([
      { action: 'read', actor: actorOf('client').id, role: 'client', patient_id: visit.patient_id },
    ]);
  });

  it('is linked to nobody whom it may not search for', async () => {
    const twin = { first_name: unique('Twin'), last_name: unique('Sent'), dob: '1955-05-09' };
    const { id } = await make.patient(twin);
    const create = (...more: string[]) =>
      call('POST', '/patient/', { json: input.patient(twin), ...system(...record('c'), ...more) });
    const hidden = await create();
    expect([hidden.status, hidden.headers.get('link')]).toEqual([201, null]);
    expect((await create('Patient.s')).headers.get('link')).toContain(id);

    const { patient_id, doctor_id, department_id } = await make.appointment({ schedule: '2027-05-01T09:00' });
    const json = input.appointment({ patient_id, doctor_id, department_id, schedule: '2027-05-01T09:00' });
    const book = (word: string) => call('POST', '/appointment/', { json, ...system(word) });
    expect((await book('Appointment.c')).headers.get('link')).toBeNull();
    expect((await book('Appointment.cs')).headers.get('link')).toContain('rel="conflict"');
  });

  it('that writes and does not read is not shown what it has changed', async () => {
    const path = `/calendar/appointments/${visit.id}`;
    const changed = await call('PATCH', path, { json: { reason: 'Cough' }, ...system('Appointment.u') });
    expect([changed.status, changed.bytes.length]).toEqual([204, 0]);
  });

  it('uploads a file by the scope of its type', async () => {
    const body = () => {
      const form = new FormData();
      form.set('entity_id', visit.patient_id);
      form.set('file', new File(['%PDF-1.7\n%%EOF'], 'report.pdf'));
      return form;
    };
    const upload = (...words: string[]) => call('POST', '/static/upload_file', { body: body(), ...system(...words) });
    expect((await upload('DocumentReference.c', 'Binary.c')).status).toBe(201);
    for (const word of ['DocumentReference.cruds', 'Binary.cruds'])
      expect((await upload(word)).body).toEqual(refusal('insufficient_scope'));
  });

  it('reads notes that are signed, and no drafts', async () => {
    const [draft, signed] = [await newVisit(), await newVisit()];
    for (const { put } of [draft, signed]) await put();
    await signed.sign();
    const notes = system('Composition.rs');
    expect([(await draft.get(notes)).status, (await signed.get(notes)).status]).toEqual([404, 200]);
    const author = draft.doctor.id;
    expect((await draft.get({ ...notes, author })).status).toBe(404);
    const listed = async (patient: string) =>
      (await ok('GET', `/patient/${patient}/notes`, notes)).map(({ id }: Body) => id);
    expect([await listed(draft.patient_id), (await listed(signed.patient_id)).length]).toEqual([[], 1]);
    const composed = (patient: string) => found(`Composition?patient=${patient}`, notes);
    expect([await composed(draft.patient_id), (await composed(signed.patient_id)).length]).toEqual([[], 1]);
    const everything = await fhir('GET', `/Patient/${draft.patient_id}/$everything`, system('*.rs'));
    expect(resourcesIn(everything).map(({ resourceType }) => resourceType)).not.toContain('Composition');
  });

  it('is shown along what its scope has', async () => {
    const path = `/Patient/${visit.patient_id}/$everything`;
    const typesIn = async (...words: string[]) => [
      ...new Set(resourcesIn(await fhir('GET', path, system(...words))).map(({ resourceType }) => resourceType)),
    ];
    expect(await typesIn('Patient.r')).toEqual(['Patient']);
    expect(await typesIn('Patient.r', 'Appointment.r', 'HealthcareService.r')).toEqual([
      'Patient',
      'Appointment',
      'HealthcareService',
    ]);
    expect(issueOf(await fhir('GET', path, system('Appointment.rs')))).toEqual([403, 'forbidden']);

    const search = `Appointment?_id=${visit.id}&_include=Appointment:patient&_include=Appointment:practitioner`;
    const included = async (...words: string[]) =>
      (await found(search, system('Appointment.rs', ...words))).map(({ resourceType }) => resourceType);
    expect(await included()).toEqual(['Appointment']);
    expect(await included('Practitioner.r')).toEqual(['Appointment', 'Practitioner']);
  });
});
