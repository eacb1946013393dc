// Triggers plan, move and drop what patients are told of their visits.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR } from '../../src/rules/clock';
import { newBooking } from '../support/booking';
import { newCalendar, patch } from '../support/calendar';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { endMessages, messagesOf, planOf, setRules } from '../support/messages';
import { count, rows } from '../support/rows';
import { newSeries } from '../support/series';

const NOW = Date.UTC(2027, 2, 20, 10);
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  await rows('DELETE FROM message_rules');
});
afterEach(() => void vi.useRealTimers());

const booked = async (schedule: string, overrides = {}) => (await newCalendar()).booked({ schedule, ...overrides });

describe('A booking', () => {
  test('plans nothing where the hospital has no rules, or asks for nothing', async () => {
    expect(await planOf((await booked(at(48))).id)).toEqual([]);
    await setRules({ booked: false, reminders: [] });
    expect(await planOf((await booked(at(48))).id)).toEqual([]);
  });

  test('plans what the rules ask for', async () => {
    await setRules({ reminders: [48, 2], channel: 'event' });
    const { id } = await booked(at(72));
    expect(await planOf(id)).toEqual(['booked 0 waiting', 'reminder 48 waiting', 'reminder 2 waiting']);
    const [first, second] = await messagesOf(id);
    expect(first).toMatchObject({ look_at: NOW, starts_at: NOW + 72 * HOUR, channel: 'event', due_at: null });
    // As early as any change of the clocks may ask for.
    expect(second?.look_at).toBe(NOW + (72 - 48 - 3) * HOUR);
    expect(first?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('plans a reminder whose time may be ahead where the clocks change in between', async () => {
    await setRules({ booked: false, reminders: [24, 1] });
    expect(await planOf((await booked(at(23.1))).id)).toEqual(['reminder 24 waiting', 'reminder 1 waiting']);
    expect(await planOf((await booked(at(23))).id)).toEqual(['reminder 1 waiting']);
    // A visit is never an hour ahead by less than an hour.
    expect(await planOf((await booked(at(1))).id)).toEqual([]);
  });

  test('plans no reminder whose time is over, and nothing of a visit that is', async () => {
    await setRules({ reminders: [24, 2] });
    expect(await planOf((await booked(at(5))).id)).toEqual(['booked 0 waiting', 'reminder 2 waiting']);
    expect(await planOf((await booked(at(-5))).id)).toEqual([]);
  });

  test.each(['CHECKED_IN', 'in progress', 'CANCELED', 'No-Show', 'COMPLETED'])(
    'as %s plans nothing',
    async (status) => {
      await setRules();
      expect(await planOf((await booked(at(48), { status })).id)).toEqual([]);
    },
  );

  test('of a series is told of once, and reminded of each time', async () => {
    await setRules();
    const { planned } = await newSeries();
    const { appointments } = await planned({ schedule: '2027-04-05T09:00' });
    const plans = await Promise.all(appointments.map(({ id }: { id: string }) => planOf(id)));
    expect(plans).toEqual([
      ['booked 0 waiting', 'reminder 24 waiting'],
      ['reminder 24 waiting'],
      ['reminder 24 waiting'],
    ]);
  });
});

describe('A visit that moves', () => {
  beforeEach(() => setRules({ reminders: [24] }));

  test('takes what waits along, whoever has claimed it', async () => {
    const { id } = await booked(at(48));
    await rows(`UPDATE message SET state = 'claimed', claimed_until = 1, due_at = 1, attempts = 1`);
    await patch(id, { schedule: at(96) });
    expect(await planOf(id)).toEqual(['booked 0 waiting', 'reminder 24 waiting']);
    const [first, second] = await messagesOf(id);
    expect(first).toMatchObject({ look_at: NOW, claimed_until: null, due_at: null });
    expect(second).toMatchObject({ look_at: NOW + (96 - 24 - 3) * HOUR, starts_at: NOW + 96 * HOUR });
  });

  test('tells of its booking anew, and knows since when it is to be reminded of', async () => {
    const { id } = await booked(at(48));
    vi.setSystemTime(NOW + HOUR);
    await patch(id, { schedule: at(96) });
    expect(await rows('SELECT kind, created_at FROM message WHERE appointment_id = ? ORDER BY seq', id)).toEqual([
      { kind: 'booked', created_at: NOW + HOUR },
      { kind: 'reminder', created_at: NOW },
    ]);
  });

  test('is reminded of anew where that is ahead', async () => {
    const { id } = await booked(at(48));
    await endMessages(id, 'sent');
    await patch(id, { schedule: at(96) });
    expect(await planOf(id)).toEqual(['booked 0 sent', 'reminder 24 sent', 'reminder 24 waiting']);
    await endMessages(id, 'sent');
    await patch(id, { schedule: at(12) });
    expect(await planOf(id)).toEqual(['booked 0 sent', 'reminder 24 sent', 'reminder 24 sent']);
  });

  test('stays as it is with a change of anything else', async () => {
    const { id } = await booked(at(48));
    const before = await messagesOf(id);
    await patch(id, { reason: 'Cough' });
    await patch(id, { schedule: at(48), status: 'CONFIRMED' });
    expect(await messagesOf(id)).toEqual(before);
  });
});

describe('A visit that ends', () => {
  beforeEach(() => setRules({ reminders: [24] }));

  test.each([
    ['CANCELLED', 'cancelled'],
    ['canceled', 'cancelled'],
    ['CHECKED_IN', 'ended'],
    ['IN_PROGRESS', 'ended'],
    ['NO_SHOW', 'ended'],
    ['complete', 'ended'],
  ])('as %s drops what waits: %s', async (status, reason) => {
    const { id } = await booked(at(48));
    await rows(`UPDATE message SET state = 'told' WHERE appointment_id = ? AND kind = 'booked'`, id);
    await patch(id, { status });
    expect(await planOf(id)).toEqual([`booked 0 dropped ${reason}`, `reminder 24 dropped ${reason}`]);
    expect((await messagesOf(id)).map(({ ended_at }) => ended_at)).toEqual([NOW, NOW]);
  });

  test('leaves what was sent, and the claim of who may be sending', async () => {
    const { id } = await booked(at(48));
    await rows(`UPDATE message SET state = 'sent', ended_at = 5 WHERE appointment_id = ? AND kind = 'booked'`, id);
    await rows(
      `UPDATE message SET state = 'claimed', claimed_until = 7 WHERE appointment_id = ? AND ended_at IS NULL`,
      id,
    );
    await patch(id, { status: 'CANCELLED' });
    expect(await planOf(id)).toEqual(['booked 0 sent', 'reminder 24 dropped cancelled']);
    expect((await messagesOf(id))[1]?.claimed_until).toBe(7);
  });

  test('and is on again after all is told of and reminded of, once', async () => {
    const { id } = await booked(at(48));
    await patch(id, { status: 'CANCELLED' });
    await patch(id, { status: 'SCEDULED' });
    expect(await planOf(id)).toEqual([
      ...['booked 0 dropped cancelled', 'reminder 24 dropped cancelled'],
      ...['booked 0 waiting', 'reminder 24 waiting'],
    ]);
    await endMessages(id, 'sent');
    await patch(id, { status: 'NO_SHOW' });
    await patch(id, { status: 'SCEDULED' });
    expect((await planOf(id)).slice(4)).toEqual([]);
    await patch(id, { schedule: at(49) });
    expect((await planOf(id)).slice(4)).toEqual(['reminder 24 waiting']);
  });
});

test('Instants that are derived anew move what waits, and plan nothing', async () => {
  await setRules();
  const { id } = await booked(at(96));
  const [first] = await messagesOf(id);
  await rows(`UPDATE message SET state = 'sent', ended_at = 5 WHERE id = ?`, first?.id);
  await rows('UPDATE appointment SET starts_at = starts_at + ? WHERE id = ?', HOUR, id);
  expect(await planOf(id)).toEqual(['booked 0 sent', 'reminder 24 waiting']);
  expect((await messagesOf(id))[1]?.starts_at).toBe(NOW + 97 * HOUR);
});

test('A merge leaves the messages with their visits', async () => {
  await setRules();
  const { ids, book } = await newBooking();
  const { body } = await book({ schedule: at(48) });
  const before = await messagesOf(body.id);
  await endMessages(body.id, 'sent', 5);
  const other = await make.patient();
  await ok('POST', `/patient/${other.id}/merge`, { json: { from: ids.patient_id } });
  expect(await planOf(body.id)).toEqual(['booked 0 sent', 'reminder 24 sent']);
  expect(before).toHaveLength(2);
  expect(await count('message WHERE appointment_id = ?', body.id)).toBe(2);
});
