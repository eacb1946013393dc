import { unsubscribeUrl } from '../../src/auth/unsubscribe';
import { settingsOf } from '../../src/env';
import type { QuietHours } from '../../src/rules/messages';
import { ok, testEnv } from './client';
import { make } from './factories';
import { keepOutOfLogs } from './log-watch';
import { rows } from './rows';

const ID = 'e55a6e00-0000-4000-8000-000000000000';

interface Rules {
  booked: boolean;
  reminders: number[];
  quiet: QuietHours | null;
  channel: 'email' | 'event';
  shows: string[];
}

/** What the hospital tells its patients, written directly into D1. */
export async function setRules(rules: Partial<Rules> = {}): Promise<void> {
  const { booked, reminders, quiet, channel, shows }: Rules = {
    ...{ booked: true, reminders: [24], quiet: null, channel: 'email', shows: [] },
    ...rules,
  };
  await rows(
    `INSERT INTO message_rules (seq, id, version, created_at, updated_at, booked, reminders, quiet, channel, shows)
      VALUES (1, '${ID}', 1, 0, 0, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET booked = excluded.booked,
      reminders = excluded.reminders, quiet = excluded.quiet, channel = excluded.channel, shows = excluded.shows`,
    ...[Number(booked), JSON.stringify(reminders), quiet && JSON.stringify(quiet), channel, JSON.stringify(shows)],
  );
}

export interface MessageRow {
  id: string;
  kind: string;
  hours_before: number;
  channel: string;
  starts_at: number;
  due_at: number | null;
  look_at: number;
  state: string;
  reason: string | null;
  claimed_until: number | null;
  ended_at: number | null;
}

/** Of an appointment, in the order in which they were planned. */
export const messagesOf = (appointment_id: string): Promise<MessageRow[]> =>
  rows<MessageRow>('SELECT * FROM message WHERE appointment_id = ? ORDER BY seq', appointment_id);

/** `reminder 24 waiting`, of each. */
export const planOf = async (appointment_id: string): Promise<string[]> =>
  (await messagesOf(appointment_id)).map(({ kind, hours_before, state, reason }) =>
    [kind, hours_before, state, ...(reason === null ? [] : [reason])].join(' '),
  );

/** Past whatever sends them. */
export const endMessages = (appointment_id: string, state: string, at = Date.now()) =>
  rows(
    `UPDATE message SET state = ?, ended_at = ?, changed_at = ? WHERE appointment_id = ? AND ended_at IS NULL`,
    ...[state, at, at, appointment_id],
  );

/** As the tick does: the program is told of what waits. */
export const tellAll = (appointment_id: string) =>
  rows(
    `UPDATE message SET state = 'told', channel = 'event' WHERE appointment_id = ? AND ended_at IS NULL`,
    appointment_id,
  );

let told = 0;
/** Of a visit that is not used elsewhere. The rules are gone again. @returns its path */
export async function toldMessage(ids: Record<'patient_id' | 'doctor_id' | 'department_id', string>): Promise<string> {
  const [before] = await rows('SELECT id FROM message_rules');
  if (!before) await setRules({ channel: 'event', reminders: [] });
  const schedule = new Date(Date.UTC(2035, 0, 1, 8) + 3_600_000 * ++told).toISOString();
  const { id } = await make.appointment({ ...ids, schedule });
  if (!before) await rows('DELETE FROM message_rules');
  await tellAll(id);
  const [first] = await messagesOf(id);
  await rows(
    `INSERT INTO audit (at, action, entity, entity_id, version, changed) VALUES (?, 'due', 'message', ?, 1, '[]')`,
    ...[Date.now(), first?.id],
  );
  return `/messages/${first?.id}`;
}

/** @returns the path of the link that a mail has */
export async function linkTo(
  patient_id: string,
  language: 'en' | 'de' | 'ar' = 'en',
  now = Date.now(),
): Promise<string> {
  const url = await unsubscribeUrl(settingsOf(testEnv), '', { patient_id, language }, now);
  keepOutOfLogs(url.slice(url.lastIndexOf('/') + 1));
  return url;
}

/** Of a patient who agrees to mails. */
export async function newUnsubscribeLink(patient_id: string): Promise<string> {
  await ok('PATCH', `/patient/${patient_id}`, { json: { contact: { email: true, sms: true } } });
  return linkTo(patient_id);
}
