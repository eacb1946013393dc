/** What an admin has sent: a test, and again what was sent, or was not. */
import type { ServiceContext } from '../../context';
import type { Versioned } from '../../db/entity';
import { onlyRow } from '../../db/query';
import { isRefused, requireWritten } from '../../db/update-outcome';
import { NotFoundError } from '../../errors';
import { seqOfEvent } from '../../events/id';
import { EVENT_TYPES } from '../../events/types';
import { isoTime } from '../../rules/datetime';
import { webhooksChanged } from '../../webhooks/nudge';
import { isDelivered, secretsOf, sendJudged } from '../../webhooks/send';
import { forAdmin } from '../audit/service';
import { listEvents } from '../event/service';
import * as queries from './queries';
import { isDisabled, RESENT_FOR } from './rules';
import type { Webhook, WebhookTest } from './schemas';
import { asVersioned, ENTITY } from './service';

const TEST = 'webhook.test';

/** An event that is in no trail. */
function testEvent({ now }: ServiceContext, webhook: { id: string; version: number }) {
  const event = {
    ...{ id: `evt_test_${crypto.randomUUID().replaceAll('-', '')}`, type: TEST, at: isoTime(now) },
    ...{ entity: 'webhook', entity_id: webhook.id, version: webhook.version, changed: [] },
  };
  return { id: event.id, body: JSON.stringify({ type: TEST, timestamp: event.at, data: event }) };
}

/** Also of one that is disabled. @throws UnauthenticatedError, NotFoundError */
export async function testWebhook(ctx: ServiceContext, id: string): Promise<WebhookTest> {
  const [row] = await forAdmin(ctx, queries.toTest({ id }));
  if (!row) throw new NotFoundError(ENTITY, id);
  const { url, version } = row;
  const began = Date.now();
  const outgoing = { url, secrets: secretsOf(row, ctx.now), ...testEvent(ctx, { id, version }) };
  const answered = await sendJudged(outgoing, ctx.settings);
  return { delivered: isDelivered(answered), status: answered.status, ms: Date.now() - began };
}

/** @throws UnauthenticatedError, NotFoundError, TrailGoneError, ConflictError where it is disabled */
export async function resendEvents(ctx: ServiceContext, id: string, after: string): Promise<Versioned<Webhook>> {
  // Whether the trail has that event is found as it is for whoever reads them.
  await listEvents(ctx, { after, types: EVENT_TYPES, limit: 1 });
  const target = { id, if_version: null };
  const from = { after: seqOfEvent(after) ?? 0, since: ctx.now - RESENT_FOR };
  const { outcome, webhooks } = await ctx.db.batch({
    outcome: queries.resend(ctx, target, from),
    webhooks: queries.byId({ id }),
  });
  if (isRefused(outcome, target)) throw isDisabled();
  requireWritten(ENTITY, id, outcome);
  webhooksChanged();
  return asVersioned(ctx, onlyRow(webhooks));
}
