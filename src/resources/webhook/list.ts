/** Deliveries: their events are named as the trail has them. */
import type { ServiceContext } from '../../context';
import { batchOf } from '../../db/query';
import { NotFoundError } from '../../errors';
import { eventId } from '../../events/id';
import { eventTypeOf } from '../../events/types';
import { isoTimeOrNull } from '../../rules/datetime';
import { forAdmin } from '../audit/service';
import { cutTrailPage, TRAIL_SCAN_MAX, type TrailPage } from '../audit/trail-page';
import * as queries from './queries';
import type { DeliveriesQuery, WebhookDelivery } from './schemas';

type Delivery = Omit<queries.DeliveryRow, 'key' | 'scanned' | 'reached'>;

async function eventOf({ seq, at, request_id, entity, action, changed }: Delivery) {
  if (seq === null || at === null || entity === null || action === null || changed === null)
    return { event_id: null, type: null };
  return { event_id: await eventId({ seq, at, request_id }), type: eventTypeOf({ entity, action, changed }) ?? null };
}

const toDelivery = async (row: Delivery): Promise<WebhookDelivery> => ({
  ...(await eventOf(row)),
  ...{ state: row.state, attempts: row.attempts, status: row.status },
  ...{ attempted_at: isoTimeOrNull(row.attempted_at), next_at: isoTimeOrNull(row.next_at) },
});

/** @throws UnauthenticatedError, NotFoundError */
export async function listDeliveries(
  ctx: ServiceContext,
  id: string,
  { state, limit, cursor = Number.MAX_SAFE_INTEGER }: DeliveriesQuery,
): Promise<TrailPage<WebhookDelivery>> {
  const scan = state === undefined ? limit + 1 : TRAIL_SCAN_MAX;
  const page = { id, state: state ?? null, cursor, scan, limit: limit + 1 };
  const { webhooks, deliveries } = await forAdmin(
    ctx,
    batchOf({ webhooks: queries.byId({ id }), deliveries: queries.deliveries(page) }),
  );
  if (webhooks.length === 0) throw new NotFoundError('Webhook', id);
  const { rows, next } = cutTrailPage(deliveries, { limit, scan });
  return { rows: await Promise.all(rows.map(toDelivery)), next };
}
