// What answers show beside their own records, and find by, to a login that is narrowed to these.
import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../openapi/operations';
import { app } from '../../src/app';
import { alongOf } from '../../src/http/along';
import { accessOf } from '../support/access';
import { type Body, type CallOptions, call, ok } from '../support/client';
import { make } from '../support/factories';
import { faultyDatabase } from '../support/faulty';
import { input, unique } from '../support/input';
import { merge } from '../support/merges';
import { withoutPauses } from '../support/pauses';
import { actorOf } from '../support/users';

withoutPauses();

const last_name = unique('Hidden');
const paths = { appointment: '', appointments: '', invoice: '', payment: '', note: '' };
let patient: Body;
let bill: Body;

beforeAll(async () => {
  patient = await make.patient({ last_name });
  const visit = await make.appointment({ patient_id: patient.id });
  const given = { patient_id: patient.id, status: 'ISSUED', paid_amount: 0 };
  bill = await make.invoice({ ...given, appointment_id: visit.id });
  const one = `/invoice/${bill.id}`;
  const payment = await ok('POST', `${one}/payments`, { json: { amount: 1, method: 'cash' } });
  const note = await ok('POST', `${one}/credit-note`, { json: { amount: 1, reason: 'kindness' } });
  paths.appointment = `/calendar/appointments/${visit.id}`;
  paths.appointments = `/calendar/appointments/?patient_id=${patient.id}`;
  paths.invoice = one;
  paths.payment = `${one}/payments/${payment.id}`;
  paths.note = `${one}/credit-note/${note.id}`;
});

const narrowed = (scopes: readonly string[]): CallOptions => ({
  as: { ...actorOf('staff'), scope: scopes.map((scope) => `user/${scope}`).join(' ') },
});
const csv = { headers: { accept: 'text/csv' } };

type Way = [what: string, path: () => string, more: CallOptions, own: string[], needed: string[]];
const WAYS: Way[] = [
  [
    'appointments with names',
    () => `${paths.appointments}&view=full`,
    {},
    ['Appointment.rs'],
    ['Patient.rs', 'Practitioner.rs', 'HealthcareService.rs'],
  ],
  [
    'a table of appointments',
    () => `${paths.appointments}&format=csv`,
    {},
    ['Appointment.rs'],
    ['Patient.rs', 'Practitioner.rs', 'HealthcareService.rs'],
  ],
  [
    'an appointment with names',
    () => `${paths.appointment}?view=full`,
    {},
    ['Appointment.rs'],
    ['Patient.r', 'Practitioner.r', 'HealthcareService.r'],
  ],
  ['invoices with names', () => '/invoice/?view=full', {}, ['Invoice.rs'], ['Patient.rs']],
  ['a table of invoices', () => '/invoice/?format=csv', {}, ['Invoice.rs'], ['Patient.rs']],
  ['a table of invoices by Accept', () => '/invoice/', csv, ['Invoice.rs'], ['Patient.rs']],
  ['invoices by a name', () => `/invoice/?search=${last_name}`, {}, ['Invoice.rs'], ['Patient.s']],
  [
    'a full invoice',
    () => `${paths.invoice}?view=full`,
    {},
    ['Invoice.rs'],
    ['Patient.r', 'Appointment.r', 'Practitioner.r', 'PaymentNotice.r'],
  ],
  ['a receipt', () => `${paths.payment}?view=full`, {}, ['PaymentNotice.rs'], ['Invoice.r', 'Patient.r']],
  ['a printed credit note', () => `${paths.note}?view=full`, {}, ['Invoice.rs'], ['Patient.r']],
];

describe.each(WAYS)('For %s, a narrowed login', (_, path, more, own, needed) => {
  const get = (scopes: readonly string[]) => call('GET', path(), { ...more, ...narrowed(scopes) });

  it('needs the scope of all that is shown, and is told which it lacks', async () => {
    const refused = await get(own);
    const scopes = needed.map((scope) => `user/${scope}`).join(' ');
    const detail = `The scope of the token does not cover it without ${scopes}`;
    expect([refused.status, refused.body]).toEqual([403, { detail, code: 'insufficient_scope' }]);
    expect(accessOf(refused)).toMatchObject([{ action: 'refused', detail: expect.stringContaining('"scope":"user/') }]);
    expect((await call('HEAD', path(), { ...more, ...narrowed(own) })).status).toBe(403);
    for (const lacked of needed) {
      const { status, body } = await get([...own, ...needed.filter((one) => one !== lacked)]);
      expect([status, body.detail], lacked).toEqual([
        403,
        `The scope of the token does not cover it without user/${lacked}`,
      ]);
    }
  });

  it('is served with these, as is one that is not narrowed', async () => {
    expect((await get([...own, ...needed])).status).toBe(200);
    expect((await get(['*.rs'])).status).toBe(200);
    for (const as of ['staff', 'billing', 'doctor'] as const)
      expect((await call('GET', path(), { ...more, as })).status, as).toBe(200);
  });
});

describe('A narrowed login', () => {
  it('sees what is its own without them, and no name', async () => {
    for (const [path, scope] of [
      [paths.appointments, 'Appointment.rs'],
      [paths.appointment, 'Appointment.rs'],
      ['/invoice/', 'Invoice.rs'],
      ['/invoice/?search=&view=', 'Invoice.rs'],
      ['/invoice/?format=json', 'Invoice.rs'],
      [paths.invoice, 'Invoice.rs'],
      [`${paths.invoice}/payments`, 'PaymentNotice.rs'],
      [paths.payment, 'PaymentNotice.rs'],
      [paths.note, 'Invoice.rs'],
    ] as const) {
      const accept = path.endsWith('json') ? csv : {};
      const { status, bytes } = await call('GET', path, { ...accept, ...narrowed([scope]) });
      expect(status, path).toBe(200);
      expect(new TextDecoder().decode(bytes), path).not.toContain(last_name);
    }
  });

  it('is not told the names on an invoice of a record that was merged', async () => {
    const { id } = await make.patient();
    expect((await merge(id, patient.id)).status).toBe(200);
    const read = (scopes: string[]) => ok('GET', paths.invoice, narrowed(scopes));
    expect(await read(['Invoice.rs', 'Patient.r'])).toMatchObject({ patient_id: id, issued_to: { last_name } });
    expect(await read(['Invoice.rs'])).toEqual(expect.not.objectContaining({ issued_to: expect.anything() }));
    const list = await ok('GET', `/invoice/?patient_id=${id}`, narrowed(['Invoice.rs']));
    expect(list.data).toMatchObject([{ id: bill.id }]);
    expect(JSON.stringify(list)).not.toContain(last_name);
  });

  it('is linked to nobody whom it may not search for', async () => {
    const twin = { first_name: unique('Twin'), last_name: unique('Scoped'), dob: '1955-05-09' };
    const { id } = await make.patient(twin);
    const types = 'Patient Observation Condition Procedure MedicationStatement AllergyIntolerance RelatedPerson';
    const creates = types.split(' ').map((type) => `${type}.c`);
    const create = (scopes: string[]) =>
      call('POST', '/patient/', { json: input.patient(twin), ...narrowed([...creates, ...scopes]) });
    const hidden = await create([]);
    expect([hidden.status, hidden.headers.get('link'), accessOf(hidden)]).toEqual([201, null, []]);
    expect((await create(['Patient.s'])).headers.get('link')).toContain(id);

    const visit = await make.appointment({ schedule: '2027-05-01T09:00' });
    const json = input.appointment({ ...visit, schedule: '2027-05-01T09:00' });
    const book = (scopes: string[]) => call('POST', '/appointment/', { json, ...narrowed(scopes) });
    const alone = await book(['Appointment.c']);
    expect([alone.status, alone.headers.get('link'), accessOf(alone)]).toEqual([201, null, []]);
    expect((await book(['Appointment.cs'])).headers.get('link')).toContain(visit.id);
  });

  it('is not told what is still booked for a patient who has died, unless it may read and search appointments', async () => {
    const visit = await make.appointment({ schedule: '2030-05-01T09:00' });
    const types = 'Patient Observation Condition Procedure MedicationStatement AllergyIntolerance RelatedPerson';
    const updates = types.split(' ').map((type) => `${type}.rus`);
    for (const prefer of ['return=minimal', 'return=representation']) {
      const sent = { json: { deceased_at: '2026-01-01' }, headers: { prefer } };
      const patch = (scopes: string[]) =>
        ok('PATCH', `/patient/${visit.patient_id}`, { ...sent, ...narrowed([...updates, ...scopes]) });
      for (const scopes of [[], ['Appointment.r'], ['Appointment.s']])
        expect((await patch(scopes)).appointments, scopes.join()).toBeUndefined();
      expect((await patch(['Appointment.rs'])).appointments).toMatchObject([{ id: visit.id }]);
    }
  });

  it('that creates and reads nothing is shown what it has made, also where that took two attempts, and no repetition', async () => {
    const visit = await make.appointment();
    const { patient_id } = visit;
    const types = 'Patient Observation Condition Procedure MedicationStatement AllergyIntolerance RelatedPerson';
    const subjects = 'Appointment Invoice PaymentNotice Organization HealthcareService';
    const creates = [...`${types} ${subjects}`.split(' ').map((type) => `${type}.c`), 'Invoice.u'];
    const bodies: [string, () => object][] = [
      ['/patient/', input.patient],
      ['/appointment/', () => input.appointment({ ...visit, schedule: '2028-02-01T09:00' })],
      ['/invoice/', () => input.invoice({ patient_id })],
      [`${paths.invoice}/payments`, () => ({ amount: 0.01, method: 'cash' })],
      [`${paths.invoice}/credit-note`, () => ({ amount: 0.01, reason: 'kindness' })],
      ['/department/', input.department],
    ];
    for (const [path, body] of bodies) {
      const sent = { json: body(), headers: { 'idempotency-key': unique('key') }, ...narrowed(creates) };
      const made = await call('POST', path, { ...sent, env: { DB: faultyDatabase({ when: 'after' }).DB } });
      expect([made.status, made.body.id], path).toEqual([201, expect.any(String)]);
      const again = await call('POST', path, sent);
      expect([again.status, again.bytes.length, accessOf(again)], path).toEqual([204, 0, []]);
      expect(again.headers.get('location')).toBe(made.headers.get('location'));
    }
  });

  it('that creates invoices and reads none is not told who pays for the patient', async () => {
    const payer = { name: unique('Payer'), kind: 'insurance', member_number: '42', tax_id: null };
    const { id: patient_id } = await make.patient({ payer });
    const create = (scopes: string[], more: object = {}) =>
      ok('POST', '/invoice/', { json: { patient_id, ...more }, ...narrowed(scopes) });
    const made = await create(['Invoice.c']);
    expect(made.payer).toBeUndefined();
    expect((await ok('GET', `/invoice/${made.id}`)).payer).toEqual(payer);
    expect((await create(['Invoice.c'], { payer })).payer).toEqual(payer);
    expect((await create(['Invoice.crs'])).payer).toEqual(payer);
  });
});

it('What each operation shows along follows from the marks of its answers', () => {
  const found = operationsOf(app.routes).flatMap(({ spec }) => {
    const { shown, searched } = alongOf(spec);
    const scopes = (needed: typeof shown) => needed.map(({ type, letters }) => `${type}.${letters}`).join(' ');
    const by = Object.entries(searched).map(([name, needed]) => `${name}: ${scopes([needed])}`);
    return shown.length + by.length > 0 ? [[spec.operationId, scopes(shown), ...by]] : [];
  });
  expect(found).toEqual([
    ['listAppointments', 'Patient.rs Practitioner.rs HealthcareService.rs'],
    ['getAppointment', 'Patient.r Practitioner.r HealthcareService.r'],
    ['getCalendarSummary', 'Practitioner.rs HealthcareService.rs'],
    ['getMessage', 'Patient.r'],
    ['getInvoiceSummary', 'Practitioner.rs'],
    ['listInvoices', 'Patient.rs', 'search: Patient.s'],
    ['getInvoice', 'Patient.r Appointment.r Practitioner.r PaymentNotice.r'],
    ['getPayment', 'Invoice.r Patient.r'],
    ['getCreditNote', 'Patient.r'],
    // It takes `user/*.cruds`.
    ['listAllPayments', 'Patient.rs'],
    ['listAuditTrail', 'Invoice.rs Practitioner.rs Appointment.rs Patient.rs'],
  ]);
});
