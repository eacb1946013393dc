/** What an admin asks to be sent: a test, and events once more. */
import type { ServiceContext } from '../../context';
import type { Versioned } from '../../db/entity';
import { onlyRow } from '../../db/query';
import { isRefused, requireWritten } from '../../db/update-outcome';
import { NotFoundError, requireOneOf } from '../../errors';
import { seqOfEvent } from '../../events/id';
import { EVENTS_LIFETIME } from '../../events/since';
import { EVENT_TYPES } from '../../events/types';
import { isoTime } from '../../rules/datetime';
import { webhooksChanged } from '../../webhooks/nudge';
import { isDelivered, secretsOf, sendJudged } from '../../webhooks/send';
import { forAdmin } from '../audit/service';
import { listEvents } from '../event/service';
import * as queries from './queries';
import { isDisabled } from './rules';
import type { Resend, Webhook, WebhookTest } from './schemas';
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

/** @throws UnauthenticatedError, NotFoundError, InvalidError, TrailGoneError, ConflictError where it is disabled */
export async function resendEvents(ctx: ServiceContext, id: string, input: Resend): Promise<Versioned<Webhook>> {
  requireOneOf({ after: input.after, from: input.from });
  const event = input.after ?? input.from ?? '';
  // Whether the trail has that event is found as it is for whoever reads them.
  await listEvents(ctx, { after: event, types: EVENT_TYPES, limit: 1 });
  const seq = seqOfEvent(event) ?? 0;
  const after = input.after === null ? seq - 1 : seq;
  const target = { id, if_version: null };
  const { outcome, webhooks } = await ctx.db.batch({
    outcome: queries.resend(ctx, target, { after, since: ctx.now - EVENTS_LIFETIME }),
    webhooks: queries.byId({ id }),
  });
  if (isRefused(outcome, target)) throw isDisabled();
  requireWritten(ENTITY, id, outcome);
  webhooksChanged();
  return asVersioned(ctx, onlyRow(webhooks));
}
