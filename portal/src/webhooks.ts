import { pageOf, type Schema } from 'hospital-service-client';
import { formatMoment, formatNumber } from './format';
import { office } from './i18n';
import { locale } from './i18n/locale';
import { hospital } from './session';

export type Webhook = Schema<'Webhook'>;
/** What is answered once, with the secret. A create that was sent again has none. */
export type HandedWebhook = Schema<'WebhookWithSecret'>;
export type Delivery = Schema<'WebhookDelivery'>;
export type Tested = Schema<'WebhookTest'>;

/** How a receiver checks what it is sent. */
export const DOCS = '/docs#/webhooks/createWebhook';

/** All that there are, the newest first. */
export const loadWebhooks = (signal: AbortSignal): Promise<Webhook[]> =>
  Array.fromAsync(hospital.list('/webhooks/', { signal }));

export interface State {
  look: 'good' | 'warn' | 'bad' | 'over';
  text: string;
  /** since when, by whom and why; empty where nothing is to be said */
  told: string;
}

export function stateOf({ disabled_at, disabled_because, failing_since }: Webhook): State {
  const texts = office.webhooks;
  if (disabled_at !== null) {
    const since = formatMoment(disabled_at);
    if (disabled_because === null) return { look: 'over', text: texts.off, told: texts.offSince(since) };
    const told = disabled_because === 'gone' ? texts.goneSince(since) : texts.givenUpSince(since);
    return { look: 'bad', text: texts.off, told };
  }
  if (failing_since !== null) {
    return { look: 'warn', text: texts.failing, told: texts.failingSince(formatMoment(failing_since)) };
  }
  return { look: 'good', text: texts.active, told: '' };
}

/** So many changes are looked at in the next minute anyway. */
const BEHIND = 100;

/** Where many changes are still to be looked at for it. */
export const behindText = ({ behind }: Webhook): string =>
  behind !== null && behind >= BEHIND ? office.webhooks.behind(formatNumber(behind)) : '';

const timeText = (ms: number): string => {
  const [value, unit] = ms < 1000 ? ([ms, 'millisecond'] as const) : ([ms / 1000, 'second'] as const);
  return value.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
};

/** What has become of a test. */
export function testText({ delivered, status, ms }: Tested): string {
  if (status === null) return office.webhooks.testUnanswered(timeText(ms));
  return (delivered ? office.webhooks.testArrived : office.webhooks.testRefused)(String(status), timeText(ms));
}

const PER_PAGE = 50;

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly Delivery['state'][];

interface Filters {
  /** of an address, where somebody may have mistyped it */
  state: string;
  cursor: string;
}

/** The newest first. */
export async function loadDeliveries(id: string, { state: text, cursor }: Filters, signal: AbortSignal) {
  const state = DELIVERY_STATES.find((each) => each === text);
  const query = { limit: PER_PAGE, ...(state && { state }), ...(cursor && { cursor }) };
  return pageOf(await hospital.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal }), query);
}
