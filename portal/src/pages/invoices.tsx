import type { Page } from 'hospital-service-client';
import { useLoad, useSettled } from '../hooks';
import { t } from '../i18n';
import { isOwed, type ListedInvoice, loadInvoices, SHOWN, shownIn, shownText } from '../invoices';
import { dayIn, go, linkTo, setNotes, setQuery } from '../router';
import { may, SEARCH_MAX } from '../session';
import { DateField } from '../ui/date-field';
import { Input, Select } from '../ui/field';
import { Pages } from '../ui/pages';
import { Loading } from '../ui/status';
import type { PageProps } from './index';
import { InvoiceList } from './invoice-list';

const PER_PAGE = 50;

/** All invoices, or those that are unpaid, overdue, of a status, of days, or searched for. */
export function Invoices({ query, notes }: PageProps) {
  const search = notes.search ?? '';
  const settled = useSettled(search.trim());
  const shown = shownIn(query.get('show'));
  const [from, to] = [dayIn(query.get('from')), dayIn(query.get('to'))];
  const offset = Number(query.get('offset')) || 0;
  const found = useLoad(
    (signal) => loadInvoices({ shown, search: settled, from, to }, PER_PAGE, offset, signal),
    [shown, settled, from, to, offset],
  );
  const page = found.data;

  const filter = (change: Record<string, string>) => setQuery({ ...change, offset: undefined });
  const dayField = (name: 'from' | 'to', value: string | undefined) => ({
    value: value ?? '',
    onChange: (day: string, isGiven: boolean) => (isGiven || !day) && filter({ [name]: day }),
  });
  return (
    <>
      <div class="heading">
        <h1>{t.billing.title}</h1>
        {may('invoice:create') && (
          <a class="button primary" href={linkTo('/invoices/new')}>
            {t.invoice.newTitle}
          </a>
        )}
      </div>
      <search class="filters">
        <Input
          label={t.billing.search}
          hint={t.billing.searchHint}
          type="search"
          maxLength={SEARCH_MAX}
          value={search}
          onInput={({ currentTarget: { value } }) => {
            if (offset) filter({});
            setNotes({ search: value });
          }}
        />
        <Select
          label={t.billing.show}
          value={shown}
          onChange={(show) => filter({ show })}
          options={SHOWN.map((value) => ({ value, text: shownText(value) }))}
        />
        <DateField label={t.billing.issuedFrom} {...dayField('from', from)} />
        <DateField label={t.billing.issuedTo} {...dayField('to', to)} />
      </search>
      <Loading of={found} />
      {page && (
        <section class="card" aria-busy={found.loading}>
          <p class="muted" role="status">
            {countText(page)}
          </p>
          {page.items.length > 0 && (
            <InvoiceList
              named
              byDue={shown === 'overdue'}
              caption={t.billing.title}
              invoices={page.items}
              // Of what people owe, where all of it is here: any other sum would be one of a page.
              summed={isOwed(shown) && page.items.length > 1 && page.items.length === page.total && !page.incomplete}
            />
          )}
          <Pages
            label={t.billing.title}
            offset={offset}
            count={page.items.length}
            limit={PER_PAGE}
            hasNext={page.next !== undefined}
            onOffset={(next) =>
              go('/invoices', { ...Object.fromEntries(query), offset: next ? String(next) : undefined }, notes)
            }
          />
        </section>
      )}
    </>
  );
}

function countText({ total = 0, incomplete }: Page<ListedInvoice, unknown>): string {
  if (total === 0) return t.billing.none;
  return incomplete ? t.billing.atLeast(total) : t.billing.found(total);
}
