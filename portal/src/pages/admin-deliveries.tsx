import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { cursorOf } from '../audit';
import { eventText } from '../event-types';
import { formatMoment, formatNumber } from '../format';
import { useLoad } from '../hooks';
import { office, t } from '../i18n';
import { go } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Select } from '../ui/field';
import { Pager } from '../ui/pager';
import { Loading, say } from '../ui/status';
import { Table } from '../ui/table';
import { DELIVERY_STATES, type Delivery, loadDeliveries } from '../webhooks';
import { filter } from './admin-log-filters';
import { Up } from './admin-up';
import type { PageProps } from './index';

const LOOKS = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const;

const textOf = ({ type }: Delivery): string => (type ? eventText(type) : office.webhooks.forgotten);
/** Of an attempt that was, or is to come. */
const momentText = (moment: string | null): string => (moment === null ? '' : formatMoment(moment));

/** What was sent to a webhook and what became of it, the newest first. */
export function Deliveries({ params: { id = '' }, query }: PageProps) {
  const filters = { state: query.get('state') ?? '', cursor: query.get('cursor') ?? '' };
  const found = useLoad((signal) => loadDeliveries(id, filters, signal), [id, ...Object.values(filters)]);
  const { items = [], next } = found.data ?? {};
  const [resent, setResent] = useState<Delivery>();
  const path = `/admin/webhooks/${id}`;
  return (
    <>
      <Up path={path} title={t.webhooks.one} />
      <div class="heading">
        <h1>{office.webhooks.deliveries}</h1>
        <Button onClick={found.reload}>{office.webhooks.refresh}</Button>
      </div>
      <p class="muted">{office.webhooks.deliveriesHint}</p>
      <search class="filters">
        <Select
          label={office.webhooks.state}
          value={filters.state}
          onChange={(state) => filter({ state })}
          options={[
            { value: '', text: t.all },
            ...DELIVERY_STATES.map((value) => ({ value, text: office.webhooks.states[value] })),
          ]}
        />
      </search>
      <Loading of={found} />
      {found.data && (
        <section class="card" aria-busy={found.loading}>
          {items.length === 0 && <p class="muted">{noneText(filters.state, next)}</p>}
          {items.length > 0 && <DeliveryTable items={items} onResend={may('webhook:update') ? setResent : undefined} />}
          <Pager
            label={office.webhooks.deliveries}
            onFirst={filters.cursor ? () => filter({}) : undefined}
            onNext={next && (() => go(`${path}/deliveries`, { ...Object.fromEntries(query), cursor: cursorOf(next) }))}
          />
        </section>
      )}
      {resent && <Resend id={id} delivery={resent} onClose={() => setResent(undefined)} onResent={found.reload} />}
    </>
  );
}

function noneText(state: string, next: object | undefined): string {
  if (next) return t.admin.nothingYet;
  return state ? t.admin.nothing : office.webhooks.noDeliveries;
}

interface TableProps {
  items: readonly Delivery[];
  /** missing where nothing is sent again from here */
  onResend: ((delivery: Delivery) => void) | undefined;
}

function DeliveryTable({ items, onResend }: TableProps) {
  return (
    <Table
      caption={office.webhooks.deliveries}
      rows={items}
      keyOf={(delivery) => delivery.event_id ?? String(items.indexOf(delivery))}
      columns={[
        { head: office.webhooks.eventHead, cell: (delivery) => <What delivery={delivery} /> },
        {
          head: office.webhooks.state,
          cell: ({ state }) => <span class={`badge ${LOOKS[state]}`}>{office.webhooks.states[state]}</span>,
        },
        { head: office.webhooks.attempts, numeric: true, cell: ({ attempts }) => formatNumber(attempts) },
        {
          head: office.webhooks.answer,
          cell: ({ attempts, status }) => status ?? (attempts > 0 ? office.webhooks.noAnswer : ''),
        },
        { head: office.webhooks.last, look: 'unbroken', cell: ({ attempted_at }) => momentText(attempted_at) },
        { head: office.webhooks.next, look: 'unbroken', cell: ({ next_at }) => momentText(next_at) },
        {
          head: t.logins.actions,
          look: 'no-print',
          cell: (delivery) =>
            onResend &&
            delivery.event_id && (
              <Button
                aria-label={office.webhooks.resendOf(textOf(delivery), momentText(delivery.attempted_at))}
                onClick={() => onResend(delivery)}
              >
                {office.webhooks.resend}
              </Button>
            ),
        },
      ]}
    />
  );
}

function What({ delivery }: { delivery: Delivery }) {
  return (
    <div>
      {textOf(delivery)}
      {delivery.event_id && (
        <p>
          <code class="muted" dir="ltr">
            {delivery.event_id}
          </code>
        </p>
      )}
    </div>
  );
}

interface ResendProps {
  id: string;
  delivery: Delivery;
  onClose: () => void;
  onResent: () => void;
}

function Resend({ id, delivery, onClose, onResent }: ResendProps) {
  async function resend() {
    const body = { from: delivery.event_id };
    unwrap(await hospital.POST('/webhooks/{id}/resend', { params: { path: { id } }, body }));
    say(office.webhooks.resent);
    onResent();
    onClose();
  }
  return (
    <Confirm
      title={office.webhooks.resendTitle}
      submit={office.webhooks.resendSubmit}
      look="primary"
      onClose={onClose}
      onConfirm={resend}
    >
      <p>{office.webhooks.resendHint(textOf(delivery))}</p>
    </Confirm>
  );
}
