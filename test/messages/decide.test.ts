import { describe, expect, it } from 'vitest';
import { decide, type Planned, type Receiver } from '../../src/messages/decide';
import { nextTry } from '../../src/messages/schedule';
import { DAY, HOUR, MINUTE } from '../support/due-messages';

const STARTS = Date.UTC(2031, 4, 15, 10);
const DUE = STARTS - DAY;
const rules = { booked: true, reminders: [24, 2], quiet: null, channel: 'email' } as const;
const message: Planned & Receiver = {
  ...{ kind: 'reminder', hours_before: 24, starts_at: STARTS, created_at: DUE - 9 * DAY, reason: null, rules },
  ...{ status: 'SCEDULED', is_gone: 0, is_deleted: 0, deceased_at: null, contact: { email: true, sms: false } },
  ...{ email: 'ada@example.org', phone_number: null },
};
type Given = Partial<Planned & Receiver>;
const booked: Given = { kind: 'booked', hours_before: 0, created_at: DUE };
const quiet = { from: '09:00', until: '11:00' };
const lunch = { from: '10:15', until: '11:00' };
const event: Given = { rules: { ...rules, channel: 'event' } };
const decided = (given: Given, now: number, mails = true) =>
  decide({ ...message, ...given }, { now, zone: 'UTC', mails });

describe('A message', () => {
  it.each<[string, Given, number, string]>([
    ['is due', {}, DUE, 'send'],
    ['is not due', {}, DUE - 1, `wait ${DUE}`],
    ['was due two hours ago', {}, DUE + 2 * HOUR, 'send'],
    ['was due for longer', {}, DUE + 2 * HOUR + 1, 'drop late'],
    ['was due for longer, and the day was full', { reason: 'quota' }, DUE + 2 * HOUR + 1, 'drop quota'],
    ['is of a visit that has begun', { hours_before: 2 }, STARTS, 'drop late'],
    [
      'is of a visit that is about to begin',
      { hours_before: 1, rules: { ...rules, reminders: [1] } },
      STARTS - 1,
      'send',
    ],
    ['is of a visit that was booked', booked, DUE, 'send'],
    ['is of a visit that was booked two hours ago', booked, DUE + 2 * HOUR + 1, 'drop late'],
    ['is of a visit in nobody’s words', { status: 'confirmed by phone' }, DUE, 'send'],
    ['is of a cancelled visit', { status: 'Canceled' }, DUE - DAY, 'drop cancelled'],
    ['is of a deleted visit', { is_gone: 1 }, DUE - DAY, 'drop cancelled'],
    ['is of a visit that is over', { status: 'COMPLETED' }, DUE, 'drop ended'],
    ['is of a patient who was missed', { status: 'no-show' }, DUE, 'drop ended'],
    ['is of a patient who is here', { status: 'CHECKED_IN' }, DUE, 'drop ended'],
    ['is of a patient who is deleted', { is_deleted: 1 }, DUE, 'drop deleted'],
    ['is of a patient who has died', { deceased_at: '2031' }, DUE, 'drop deceased'],
    ['is of a patient who has died, and is not due', { deceased_at: '2031' }, DUE - 1, `wait ${DUE}`],
    ['is of a patient whom nobody has asked', { contact: null }, DUE, 'drop no_consent'],
    ['is of a patient who agrees to another way', { contact: { email: false, sms: true } }, DUE, 'drop no_consent'],
    ['is of a patient without an address', { email: null }, DUE, 'drop no_address'],
    ['is not asked for any more', { rules: { ...rules, reminders: [2] } }, DUE, 'drop rules_off'],
    ['is not asked for at the moment, and not due', { rules: { ...rules, reminders: [] } }, DUE - 1, `wait ${DUE}`],
    [
      'is of a visit that was booked, and no rule',
      { ...booked, rules: { ...rules, booked: false } },
      DUE,
      'drop rules_off',
    ],
    ['has no rules', { rules: null }, DUE, 'drop rules_off'],
    ['is due in quiet hours', { rules: { ...rules, quiet } }, DUE, `wait ${DUE + HOUR}`],
    ['was due in quiet hours', { rules: { ...rules, quiet } }, DUE + 3 * HOUR, 'send'],
    [
      'is due in quiet hours until the visit',
      { hours_before: 1, rules: { ...rules, quiet } },
      STARTS - HOUR,
      'drop quiet_hours',
    ],
    ['will be', { hours_before: 1, rules: { ...rules, quiet } }, STARTS - 2 * HOUR, `wait ${STARTS - HOUR}`],
    ['is tried again in quiet hours', { rules: { ...rules, quiet: lunch } }, DUE + 15 * MINUTE, `wait ${DUE + HOUR}`],
    ['is tried again after them', { rules: { ...rules, quiet: lunch } }, DUE + HOUR, 'send'],
    [
      'is tried again in quiet hours that end when it is late',
      { rules: { ...rules, quiet: { ...lunch, until: '12:01' } } },
      DUE + 15 * MINUTE,
      'drop quiet_hours',
    ],
    [
      'is tried again in quiet hours until the visit',
      { hours_before: 2, rules: { ...rules, quiet: { from: '08:15', until: '10:00' } } },
      STARTS - HOUR,
      'drop quiet_hours',
    ],
    ['was over when its visit was booked', { created_at: DUE }, DUE, 'drop late'],
    ['was ahead when its visit was booked', { created_at: DUE - 1 }, DUE, 'send'],
    ['is an event', { ...event, contact: { email: false, sms: true }, phone_number: '1' }, DUE, 'send'],
    ['is an event, for a program that mails', event, DUE, 'send'],
    ['is an event nobody agrees to', { ...event, contact: { email: false, sms: false } }, DUE, 'drop no_consent'],
    ['is an event without a number', { ...event, contact: { email: false, sms: true } }, DUE, 'drop no_address'],
  ])('%s', (_, given, now, expected) => {
    const decision = decided(given, now);
    const { act, until, reason } = { until: '', reason: '', ...decision };
    expect([act, act === 'wait' ? until : reason].filter(Boolean).join(' ')).toBe(expected);
  });

  it('is dropped where nothing is mailed, unless a program sends it', () => {
    expect(decided({}, DUE, false)).toEqual({ act: 'drop', reason: 'mail_off' });
    expect(decided(event, DUE, false)).toMatchObject({ act: 'send' });
  });

  it('may go out for two hours, and never once the visit has begun', () => {
    expect(decided({}, DUE)).toMatchObject({ due: DUE, last: DUE + 2 * HOUR });
    const { due } = { due: 0, ...decided({ rules: { ...rules, quiet: lunch } }, DUE + HOUR - 1) };
    expect(due).toBe(DUE);
    expect(decided({ hours_before: 2 }, STARTS - 2 * HOUR)).toMatchObject({ last: STARTS - 1 });
  });
});

it('A refused mail is tried again after 5 and 30 minutes, unless that is too late', () => {
  const now = DUE;
  const last = DUE + HOUR;
  expect([1, 2, 3].map((tries) => nextTry(tries, { now, last }))).toEqual([DUE + 5 * MINUTE, DUE + 30 * MINUTE, null]);
  expect(nextTry(1, { now, last: now + 5 * MINUTE })).toBe(now + 5 * MINUTE);
  expect(nextTry(1, { now, last: now + 5 * MINUTE - 1 })).toBeNull();
});
