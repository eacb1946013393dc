import type { Schema } from 'hospital-service-client';
import { fileOf, KINDS, kindIn, loadPayments, type Narrowed, type Period, paymentsCsv } from '../cash';
import { formatMoment, formatMoney, formatTime, joined, nameOf } from '../format';
import { useLoad, useSettled } from '../hooks';
import { t } from '../i18n';
import { go, linkTo, setNotes, setQuery } from '../router';
import { may } from '../session';
import { Button } from '../ui/button';
import { DownloadCsv } from '../ui/download-csv';
import { Input, Select } from '../ui/field';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import type { PageProps } from './index';
import { methodText } from './payment-table';

type Payment = Schema<'ListedPayment'>;

interface Props extends Pick<PageProps, 'query' | 'notes'> {
  period: Required<Period>;
  narrowed: Narrowed;
}

/** The payments behind the sums, in the order in which they were recorded, or those of a kind or with a reference. */
export function CashPayments({ period, narrowed, query, notes }: Props) {
  const { from, to } = period;
  const { method, by } = narrowed;
  // Where the page begins, if it is not the first one.
  const cursor = query.get('cursor') || undefined;
  const kind = kindIn(query.get('kind'));
  const typed = notes.reference ?? '';
  const reference = useSettled(typed.trim());
  const filter = { ...narrowed, ...(kind && { kind }), ...(reference && { reference }) };
  const found = useLoad(
    (signal) => loadPayments({ ...period, ...filter }, cursor, signal),
    [from, to, method, by, kind, reference, cursor],
  );
  const page = found.data;
  const next = page?.next?.cursor;
  const isFiltered = Boolean(method || by || kind || reference);
  const turn = (to: string | undefined) => go('/cash', { ...Object.fromEntries(query), ...period, cursor: to }, notes);
  return (
    <section class="card" aria-busy={found.loading}>
      <div class="heading">
        <h2>{t.cash.payments}</h2>
        {page && page.items.length > 0 && (
          <DownloadCsv
            what={t.cash.payments}
            name={fileOf('payments', period)}
            read={() => paymentsCsv({ ...period, ...filter })}
          />
        )}
      </div>
      {(kind || reference) && <p class="print-only">{joined([kind && t.cash.kinds[kind], reference])}</p>}
      <div class="filters days">
        <Select
          label={t.cash.kind}
          value={kind ?? ''}
          onChange={(value) => setQuery({ kind: value, cursor: undefined })}
          options={[{ value: '', text: t.all }, ...KINDS.map((value) => ({ value, text: t.cash.kinds[value] }))]}
        />
        <Input
          label={t.payment.reference}
          hint={t.cash.referenceHint}
          type="search"
          maxLength={200}
          value={typed}
          onInput={({ currentTarget: { value } }) => {
            if (cursor) setQuery({ cursor: undefined });
            setNotes({ reference: value });
          }}
        />
      </div>
      <Loading of={found} />
      {page && (
        <p class="muted" role="status">
          {page.items.length > 0 ? t.cash.shown(page.items.length) : noneText(isFiltered, next !== undefined)}
        </p>
      )}
      {page && page.items.length > 0 && <PaymentList payments={page.items} oneDay={from === to} />}
      {(cursor || next) && <p class="print-only">{t.print.goesOn}</p>}
      {(cursor || next) && (
        <nav class="row end" aria-label={t.cash.payments}>
          {cursor && (
            <Button look="quiet" onClick={() => turn(undefined)}>
              {t.patients.firstPage}
            </Button>
          )}
          {next && <Button onClick={() => turn(next)}>{t.patients.nextPage}</Button>}
        </nav>
      )}
    </section>
  );
}

/** With filters the service looks at so many payments for a page, which may all be others. */
function noneText(isFiltered: boolean, goesOn: boolean): string {
  if (goesOn) return t.cash.noneYet;
  return isFiltered ? t.cash.noneSuch : t.cash.none;
}

function PaymentList({ payments, oneDay }: { payments: readonly Payment[]; oneDay: boolean }) {
  const timeOf = oneDay ? formatTime : formatMoment;
  return (
    <Table
      compact
      caption={t.cash.payments}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        { head: t.cash.when, look: 'unbroken', cell: ({ created_at }) => timeOf(created_at) },
        { head: t.payment.receipt, look: 'unbroken', cell: ({ receipt_number }) => <bdi>{receipt_number}</bdi> },
        { head: t.cash.invoice, look: 'unbroken', cell: ({ invoice }) => <InvoiceLink invoice={invoice} /> },
        { head: t.cash.patient, look: 'loose', cell: (payment) => <Payers payment={payment} /> },
        { head: t.cash.method, look: 'loose', cell: ({ method }) => <bdi>{methodText(method)}</bdi> },
        { head: t.payment.reference, look: 'loose', cell: ({ reference }) => <bdi>{reference}</bdi> },
        {
          head: t.cash.account,
          look: 'loose',
          cell: ({ account }) => <bdi>{account?.full_name ?? t.cash.nobody}</bdi>,
        },
        { head: t.payment.amount, numeric: true, cell: ({ amount }) => formatMoney(amount) },
      ]}
    />
  );
}

/** The patient, and who paid in their stead. */
function Payers({ payment: { patient, payer } }: { payment: Payment }) {
  return (
    <span>
      <bdi>{nameOf(patient)}</bdi>
      {payer && (
        <div class="muted">
          {t.payer.paidBy}: <bdi>{payer.name}</bdi>
        </div>
      )}
    </span>
  );
}

function InvoiceLink({ invoice: { id, reg_number } }: Pick<Payment, 'invoice'>) {
  if (!may('invoice:read')) return <bdi>{reg_number}</bdi>;
  return (
    <a href={linkTo(`/invoices/${id}`)}>
      <bdi>{reg_number}</bdi>
    </a>
  );
}
