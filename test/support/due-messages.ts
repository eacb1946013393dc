import { createExecutionContext, createMessageBatch, waitOnExecutionContext } from 'cloudflare:test';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Bindings, MessageToSend } from '../../src/env';
import { consumeMessages } from '../../src/messages/consumer';
import { runMessagesTick } from '../../src/messages/tick';
import type { Body } from './client';
import { make } from './factories';
import type { Overrides } from './input';
import { mailsSent, refusals, withMail } from './mails';
import { messagesOf, setRules as writeRules } from './messages';
import { rows } from './rows';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What waits in the queue of messages; a test delivers it. */
export const toSend: MessageToSend[] = [];
const MESSAGE_QUEUE = {
  sendBatch: async (messages: Iterable<MessageSendRequest<MessageToSend>>) => {
    const all = [...messages];
    if (all.length > 100) throw new Error('Queues take 100 messages at once');
    toSend.push(...all.map(({ body }) => body));
  },
} as unknown as Queue<MessageToSend>;

/** Of a deployment that mails, and whose messages go through a queue. */
export const withMessages: Bindings = { ...withMail, MESSAGE_QUEUE };

/** Moves the clock of the service. */
export const setClock = (now: number): void => void vi.useFakeTimers({ now, toFake: ['Date'] });

/** The visits of these tests are on this day, at ten. */
export const NOON = Date.UTC(2031, 4, 12, 12);

/** Before each test it is noon and nothing waits; after it there are no messages, rules and counts. */
export function useMessages(): void {
  beforeEach(async () => {
    for (const list of [toSend, mailsSent, refusals]) list.splice(0);
    setClock(NOON);
    await clear();
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await clear();
  });
}

async function clear(): Promise<void> {
  await rows('DELETE FROM message');
  await rows('DELETE FROM message_rules');
  await rows('DELETE FROM mail_count');
}

/** Of reminders a day before, alone. */
export async function setRules(rules: Parameters<typeof writeRules>[0] = {}): Promise<void> {
  await writeRules({ booked: false, ...rules });
  await rows('UPDATE message_rules SET version = version + 1');
}

let patients = 0;
/** Who agrees to be told by mail, at an address of their own. */
export const patientToTell = (overrides: Overrides = {}): Promise<Body> =>
  make.patient({ email: `patient${++patients}@example.org`, contact: { email: true, sms: false }, ...overrides });

/** Three days ahead, so that a reminder of a day before is due in two. */
export const STARTS = NOON + 3 * DAY;
export const DUE = STARTS - DAY;
/** @param before what is planned is planned then */
export async function visitOf(
  patient: Body,
  overrides: Overrides = {},
  { env, before = NOON }: { env?: Bindings; before?: number } = {},
): Promise<Body> {
  setClock(before);
  const schedule = new Date(STARTS).toISOString();
  return make.appointment({ patient_id: patient.id, schedule, ...overrides }, { ...(env && { env }) });
}

export async function visitToTell(rules: Parameters<typeof setRules>[0] = {}): Promise<{ patient: Body; visit: Body }> {
  await setRules(rules);
  const patient = await patientToTell();
  return { patient, visit: await visitOf(patient) };
}

/** `reminder sent`, `booked dropped cancelled`… of a visit, in their order. */
export const statesOf = async (visit: { id: string }): Promise<string[]> =>
  (await messagesOf(visit.id)).map(({ kind, state, reason }) => [kind, state, reason].filter(Boolean).join(' '));

/** The minute's tick at a time. */
export async function tickAt(now: number, env: Bindings = withMessages): Promise<void> {
  setClock(now);
  await runMessagesTick(env, now);
}

/** Hands messages to the consumer, and waits for all that it does. */
export async function consume(messages: readonly unknown[], env: Bindings = withMessages): Promise<void> {
  const bodies = messages.map((body, i) => ({ id: `m${i}`, timestamp: new Date(), attempts: 1, body }));
  const ctx = createExecutionContext();
  await consumeMessages(createMessageBatch<unknown>('hospital-message', bodies), env, ctx);
  await waitOnExecutionContext(ctx);
}

/** Delivers whatever waits, until nothing does. */
export async function consumeAll(env: Bindings = withMessages): Promise<void> {
  while (toSend.length > 0) await consume(toSend.splice(0, 5), env);
}

/** The tick, and what it hands on. */
export async function runAt(now: number, env: Bindings = withMessages): Promise<void> {
  await tickAt(now, env);
  await consumeAll(env);
}
