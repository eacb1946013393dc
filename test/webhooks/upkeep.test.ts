import { expect, it } from 'vitest';
import { statements } from '../../src/db/statement';
import { runHourlyJob } from '../../src/jobs/hourly';
import { testEnv } from '../support/client';
import { make } from '../support/factories';
import { logged } from '../support/fakes';
import { deliveriesOf, lastOfTrail, register, tick, useReceivers } from '../support/receivers';
import { rows } from '../support/rows';

useReceivers();

const parametersOf = (sql: string) => Math.max(...[...sql.matchAll(/\?(\d+)/g)].map(([, n]) => Number(n)));

const DAY = 86_400_000;

const job = async (now = Date.now()) =>
  JSON.parse(await logged(() => runHourlyJob(testEnv, now, { rebuilds: [], times: [] })));

it('removes deliveries 30 days after their events, whether or not they were made', async () => {
  const webhook = await register();
  await make.department();
  await make.department();
  await tick();
  await rows(
    'UPDATE webhook_delivery SET next_at = NULL WHERE event_seq = (SELECT max(event_seq) FROM webhook_delivery)',
  );
  const now = Date.now();
  expect((await job(now + 30 * DAY - 60_000)).removed.webhook_delivery).toBe(0);
  expect(await deliveriesOf(webhook)).toHaveLength(2);
  const last = await lastOfTrail();
  // One of now, as of a hospital that goes on.
  await rows(
    `INSERT INTO audit (at, action, entity, entity_id, version, changed) VALUES (?, 'update', 'department', 'x', 2, '[]')`,
    now + 30 * DAY,
  );
  await tick();
  expect((await job(now + 30 * DAY + 60_000)).removed.webhook_delivery).toBe(2);
  expect((await deliveriesOf(webhook)).map(({ event_seq }) => event_seq)).toEqual([last + 1]);
});

it('removes those of a webhook that was deleted, and keeps those of others', async () => {
  const [deleted, other] = [await register(), await register()];
  await make.department();
  await tick();
  await rows('UPDATE webhook SET deleted_at = 1 WHERE seq = ?', deleted.seq);
  expect((await job()).removed.webhook_delivery).toBe(1);
  expect(await deliveriesOf(deleted)).toEqual([]);
  expect(await deliveriesOf(other)).toHaveLength(1);
});

it('finds what is to be removed by an index', async () => {
  const [sql = ''] = [...statements].filter(
    (one) => one.startsWith('delete from `webhook_delivery`') && one.includes(' join '),
  );
  const plan = (
    await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...Array(9).fill(1).slice(0, parametersOf(sql)))
  ).map(({ detail }) => detail);
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH d USING .*webhook_seq=\? AND event_seq</));
});

it('tells of webhooks that fail, and of those that the service has disabled', async () => {
  expect(await job()).not.toHaveProperty('webhooks');
  const [failing, disabled, byAdmin] = [await register(), await register(), await register()];
  await rows('UPDATE webhook SET failing_since = 1 WHERE seq = ?', failing.seq);
  await rows(
    "UPDATE webhook SET failing_since = 1, disabled_at = 2, disabled_because = 'gone' WHERE seq = ?",
    disabled.seq,
  );
  await rows('UPDATE webhook SET disabled_at = 2 WHERE seq = ?', byAdmin.seq);
  expect(await job()).toMatchObject({ level: 'info', webhooks: { failing: 1, disabled: 1 } });
});
