import { expect, it } from 'vitest';
import { ok } from '../support/client';
import {
  consumeAll,
  DUE,
  STARTS,
  setRules,
  statesOf,
  tickAt,
  useMessages,
  visitOf,
  withMessages,
} from '../support/due-messages';
import { make } from '../support/factories';
import { messagesOf } from '../support/messages';
import { arrived, consumeAll as deliver, register, useReceivers, withQueue } from '../support/receivers';

useReceivers();
useMessages();

it('A message that a program sends goes to its webhook at once, with ids alone, and is answered by it', async () => {
  await setRules({ channel: 'event' });
  const patient = await make.patient({ contact: { email: false, sms: true } });
  const visit = await visitOf(patient);
  const webhook = await register(['message.due']);
  const env = { ...withMessages, WEBHOOK_QUEUE: withQueue.WEBHOOK_QUEUE };
  await tickAt(DUE, env);
  await consumeAll(env);
  await deliver(env);
  const [message] = await messagesOf(visit.id);
  expect(arrived.map(({ url, body }) => [url, body.data])).toEqual([
    [
      webhook.url,
      {
        ...{ id: expect.any(String), type: 'message.due', at: new Date(DUE).toISOString(), entity: 'message' },
        ...{ entity_id: message?.id, version: 1, changed: [], patient_id: patient.id },
      },
    ],
  ]);
  const read = await ok('GET', `/messages/${message?.id}`);
  expect(read).toMatchObject({ state: 'waiting', channel: 'event', phone_number: patient.phone_number });
  expect(read.text).toMatch(/2031/);
  await ok('POST', `/messages/${message?.id}/status`, { json: { state: 'sent' } });
  expect(await statesOf(visit)).toEqual(['reminder sent']);
  await tickAt(STARTS, env);
  expect(await statesOf(visit)).toEqual(['reminder sent']);
});
