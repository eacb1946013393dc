import { cursorOf } from '../audit';
import { formatMoment } from '../format';
import { useLoad } from '../hooks';
import { office, t } from '../i18n';
import { kindText, type ListedMessage, loadMessages, lookOf, reasonText, STATES } from '../messages';
import { go, linkTo } from '../router';
import { Select } from '../ui/field';
import { Pager } from '../ui/pager';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { filter } from './admin-log-filters';
import { MessageRules } from './admin-message-rules';
import { Up } from './admin-up';
import type { PageProps } from './index';

const PATH = '/admin/messages';

/** What patients are told of their visits; and what of it has failed, unless others are chosen. */
export function Messages({ query }: PageProps) {
  const state = query.get('state') ?? 'failed';
  const cursor = query.get('cursor') ?? '';
  const found = useLoad((signal) => loadMessages(state, cursor, signal), [state, cursor]);
  const { items = [], next } = found.data ?? {};
  return (
    <>
      <Up />
      <h1>{t.messages.title}</h1>
      <MessageRules />
      <h2>{office.messages.list}</h2>
      <p class="muted">{office.messages.listHint}</p>
      <search class="filters">
        <Select
          label={office.messages.state}
          value={state}
          onChange={(chosen) => filter({ state: chosen })}
          options={[
            ...STATES.map((value) => ({ value: String(value), text: t.messages.states[value] })),
            { value: 'all', text: t.all },
          ]}
        />
      </search>
      <Loading of={found} />
      {found.data && (
        <section class="card" aria-busy={found.loading}>
          {items.length === 0 ? (
            <p class="muted">{next ? t.admin.nothingYet : office.messages.none}</p>
          ) : (
            <MessageTable items={items} />
          )}
          <Pager
            label={office.messages.list}
            onFirst={cursor ? () => filter({}) : undefined}
            onNext={next && (() => go(PATH, { ...Object.fromEntries(query), cursor: cursorOf(next) }))}
          />
        </section>
      )}
    </>
  );
}

function MessageTable({ items }: { items: readonly ListedMessage[] }) {
  return (
    <Table
      caption={office.messages.list}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { head: office.messages.what, cell: kindText },
        { head: office.messages.due, look: 'unbroken', cell: ({ due_at }) => formatMoment(due_at) },
        {
          head: office.messages.state,
          cell: (message) => <span class={`badge ${lookOf(message)}`}>{t.messages.states[message.state]}</span>,
        },
        { head: office.messages.why, look: 'loose', cell: ({ reason }) => reasonText(reason) },
        {
          head: t.appointment.patient,
          cell: ({ patient_id }) => <a href={linkTo(`/patients/${patient_id}`)}>{office.messages.toPatient}</a>,
        },
      ]}
    />
  );
}
