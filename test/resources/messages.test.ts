import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR } from '../../src/rules/clock';
import { accessOf } from '../support/access';
import { newCalendar, patch } from '../support/calendar';
import { type Body, type CallOptions, call, nextPage, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { endMessages, messagesOf, setRules, tellAll } from '../support/messages';
import { rows, trail } from '../support/rows';
import { programOf } from '../support/users';

const NOW = Date.UTC(2027, 2, 20, 10);
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
const CLINIC = { HOSPITAL_NAME: 'Harbour Clinic', HOSPITAL_ADDRESS: 'Strandvägen 7', TIME_ZONE: 'Europe/Stockholm' };

const NOT_WAITING = { status: 409, body: refusal('not_waiting') };

let world: Awaited<ReturnType<typeof newCalendar>>;
beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  await setRules({ channel: 'event' });
  world = await newCalendar();
});
afterEach(() => void vi.useRealTimers());

const agree = (contact: { email: boolean; sms: boolean }, more: object = {}) =>
  ok('PATCH', `/patient/${world.ids.patient_id}`, { json: { contact, ...more } });

/** A visit, with its messages as they are answered. */
async function booked(hours = 48, options: CallOptions = {}) {
  const { id } = await world.booked({ schedule: at(hours) });
  const { body } = await call('GET', `/messages/?appointment_id=${id}`, options);
  return { id, messages: body as Body[] };
}
const read = (id: string, options: CallOptions = {}) => call('GET', `/messages/${id}`, options);
const report = (id: string, json: unknown, options: CallOptions = {}) =>
  call('POST', `/messages/${id}/status`, { json, ...options });

describe('GET /messages/', () => {
  it('has what is planned, the newest first', async () => {
    const { id, messages } = await booked();
    const { patient_id } = world.ids;
    const waiting = { appointment_id: id, patient_id, channel: 'event', state: 'waiting', ended_at: null };
    expect(messages).toEqual([
      { ...waiting, id: expect.any(String), kind: 'reminder', hours_before: 24, due_at: at(24) },
      { ...waiting, id: expect.any(String), kind: 'booked', due_at: at(0) },
    ]);
  });

  it('says when by the clocks of the hospital and its quiet hours', async () => {
    await setRules({ channel: 'event', reminders: [24], quiet: { from: '09:00', until: '13:30' } });
    // The clocks go forward in the night before.
    const { id } = await world.booked({ schedule: '2027-03-28T10:00' }, { env: CLINIC });
    const { body } = await call('GET', `/messages/?appointment_id=${id}`, { env: CLINIC });
    expect(body.map(({ due_at }: Body) => due_at)).toEqual(['2027-03-27T12:30:00.000Z', '2027-03-20T12:30:00.000Z']);
  });

  it('is asked by visit and by state, page by page', async () => {
    const [one, other] = [await booked(), await booked()];
    await endMessages(one.id, 'sent');
    const idsOf = async (query: string) =>
      (await ok('GET', `/messages/?limit=1000&${query}`)).map(({ id }: Body) => id) as string[];
    const [sent, waiting] = [await idsOf('state=sent'), await idsOf('state=waiting')];
    expect(sent).toEqual(expect.arrayContaining(one.messages.map(({ id }) => id)));
    expect(waiting).toEqual(expect.arrayContaining(other.messages.map(({ id }) => id)));
    expect(sent.some((id) => waiting.includes(id))).toBe(false);
    expect(await idsOf(`state=waiting&appointment_id=${one.id}`)).toEqual([]);
    const first = await call('GET', `/messages/?limit=1&appointment_id=${other.id}`);
    const second = await call('GET', nextPage(first) ?? '');
    expect([...first.body, ...second.body]).toEqual(other.messages);
    expect(nextPage(second)).toBeUndefined();
  });

  it('leaves out those of deleted patients', async () => {
    const { id, messages } = await booked();
    await ok('DELETE', `/patient/${world.ids.patient_id}`);
    expect(await ok('GET', `/messages/?appointment_id=${id}`)).toEqual([]);
    expect((await read(messages[0]?.id)).status).toBe(404);
  });

  it('is in the access log as a list of appointments', async () => {
    const { id } = await booked();
    const answer = await call('GET', `/messages/?appointment_id=${id}`);
    const [access] = await accessOf(answer);
    expect(access).toMatchObject({ action: 'list', entity: 'appointment', count: 2 });
  });
});

describe('GET /messages/{id}', () => {
  it('has what a program needs, as far as the patient agrees to it', async () => {
    await agree(
      { email: false, sms: true },
      { email: 'anna@family.example', phone_number: '070-1', preferred_language: 'de-AT' },
    );
    const { messages } = await booked();
    const { body } = await read(messages[0]?.id, { env: CLINIC });
    expect(body).toEqual({
      ...messages[0],
      language: 'de',
      text: expect.stringContaining('Harbour Clinic'),
      phone_number: '070-1',
    });
    expect(body.text.length).toBeLessThanOrEqual(300);
    await agree({ email: true, sms: false });
    expect((await read(messages[0]?.id)).body).toMatchObject({ email: 'anna@family.example' });
    expect((await read(messages[0]?.id)).body).not.toHaveProperty('phone_number');
  });

  it('says no more than the rules switch on', async () => {
    await agree({ email: false, sms: true }, { phone_number: '070-1' });
    const doctor = await ok('GET', `/doctor/${world.ids.doctor_id}`);
    const patient = await ok('GET', `/patient/${world.ids.patient_id}`);
    const { id } = await world.booked({ schedule: at(48), type: 'Ultrasound', reason: 'Palpitations' });
    const [row] = await messagesOf(id);
    const textOf = async () => (await read(row?.id ?? '', { env: CLINIC })).body.text;
    const plain = await textOf();
    for (const word of [doctor.last_name, 'Ultrasound', 'Palpitations', patient.first_name, patient.last_name])
      expect(plain).not.toContain(word);
    await setRules({ channel: 'event', shows: ['doctor', 'type'] });
    expect(await textOf()).toContain(doctor.last_name);
    expect(await textOf()).toContain('Ultrasound');
    expect(await textOf()).not.toContain('Palpitations');
  });

  it.each([
    ['without consent', () => agree({ email: false, sms: false })],
    ['without a number', () => agree({ email: false, sms: true }, { phone_number: null })],
    ['of a visit that is cancelled', (id: string) => patch(id, { status: 'CANCELLED' })],
    ['that was sent', (id: string) => endMessages(id, 'sent')],
    ['of who has died', () => agree({ email: true, sms: true }, { deceased_at: '2027-03-01T10:00:00Z' })],
    ['that goes by mail', () => setRules({ channel: 'email' })],
  ])('has neither text nor address %s', async (_, change: (id: string) => Promise<unknown>) => {
    await agree({ email: false, sms: true }, { phone_number: '070-1' });
    const { id, messages } = await booked();
    expect((await read(messages[0]?.id)).body).toHaveProperty('text');
    await change(id);
    const { body } = await read(messages[0]?.id);
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['text']));
    for (const name of ['phone_number', 'email', 'language']) expect(body).not.toHaveProperty(name);
  });

  it('is a look at the visit, and needs the scope of patients, too', async () => {
    const { id, messages } = await booked();
    const answer = await read(messages[0]?.id);
    const [access] = await accessOf(answer);
    expect(access).toMatchObject({ action: 'read', entity: 'appointment', entity_id: id });
    const scopes = ['system/Appointment.rs', 'system/Patient.rs', 'system/Appointment.rs system/Patient.rs'];
    const statuses = await Promise.all(
      scopes.map(async (scope) => (await read(messages[0]?.id, { as: programOf(scope) })).status),
    );
    expect(statuses).toEqual([403, 403, 200]);
  });
});

describe('POST /messages/{id}/status', () => {
  const told = async () => {
    const { id, messages } = await booked();
    await tellAll(id);
    return { id, message: messages[0]?.id as string };
  };

  it('says what became of it, once and again', async () => {
    const { message } = await told();
    const as = programOf('system/Appointment.ru');
    for (const _ of [1, 2]) {
      const { status, body } = await report(message, { state: 'sent' }, { as });
      expect([status, body.state, body.ended_at]).toEqual([200, 'sent', at(0)]);
    }
    expect(await trail(message)).toEqual(['update 1']);
    expect(await report(message, { state: 'failed' }, { as })).toMatchObject(NOT_WAITING);
  });

  it('has the reason of a failure, as a code', async () => {
    const { message } = await told();
    expect((await report(message, { state: 'failed', reason: '+46 70 1' })).status).toBe(422);
    const { body } = await report(message, { state: 'failed', reason: 'no_route' });
    expect(body).toMatchObject({ state: 'failed', reason: 'no_route' });
  });

  it.each([
    [
      'that nobody was told of',
      (id: string) => rows(`UPDATE message SET state = 'waiting' WHERE appointment_id = ?`, id),
    ],
    ['whose visit is cancelled', (id: string) => patch(id, { status: 'CANCELLED' })],
    ['whose visit has moved', (id: string) => patch(id, { schedule: at(96) })],
    [
      'that went by mail',
      (id: string) =>
        rows(`UPDATE message SET state = 'sent', channel = 'email', ended_at = 1 WHERE appointment_id = ?`, id),
    ],
  ])('is 409 of one %s', async (_, change: (id: string) => Promise<unknown>) => {
    const { id, message } = await told();
    await change(id);
    expect(await report(message, { state: 'sent' })).toMatchObject(NOT_WAITING);
    expect(await trail(message)).toEqual([]);
  });

  it('is 404 of none, and 403 for those who may not change a visit', async () => {
    const { message } = await told();
    expect((await report(crypto.randomUUID(), { state: 'sent' })).status).toBe(404);
    for (const as of ['billing', programOf('system/Appointment.rs')] as const)
      expect((await report(message, { state: 'sent' }, { as })).status).toBe(403);
  });
});

describe('An appointment', () => {
  it('that is read by itself has its messages, and no other answer has', async () => {
    const { id, messages } = await booked();
    const path = `/calendar/appointments/${id}`;
    const shown = messages.map(({ appointment_id, patient_id, ended_at, ...message }) => message).reverse();
    for (const view of ['reduced', 'full']) {
      const { body, cost } = await call('GET', `${path}?view=${view}`);
      expect([body.messages, cost.trips]).toEqual([shown, 1]);
    }
    const [listed] = await ok('GET', `/calendar/appointments/?patient_id=${world.ids.patient_id}`);
    const { body } = await patch(id, { status: 'CONFIRMED' });
    for (const answer of [listed, body]) expect(answer).not.toHaveProperty('messages');
  });

  it('has another tag once a message has changed', async () => {
    const { id } = await booked();
    const tagOf = async () => (await call('GET', `/calendar/appointments/${id}`)).headers.get('etag');
    const before = await tagOf();
    expect(await tagOf()).toBe(before);
    await endMessages(id, 'sent');
    expect(await tagOf()).not.toBe(before);
  });

  it('says what is true of a message whose rules have changed', async () => {
    const { id } = await booked();
    await setRules({ channel: 'email', quiet: { from: '08:00', until: '20:00' } });
    const { messages } = await ok('GET', `/calendar/appointments/${id}`);
    expect(messages[1]).toMatchObject({ channel: 'email', due_at: '2027-03-21T20:00:00.000Z' });
  });

  it('without messages has no field for them', async () => {
    await rows('DELETE FROM message_rules');
    const { id } = await make.appointment({ schedule: at(48) });
    expect(await ok('GET', `/calendar/appointments/${id}`)).not.toHaveProperty('messages');
  });
});
