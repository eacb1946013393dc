import { unwrap } from 'hospital-service-client';
import { formatDate, formatMoney, formatPercent, joined, nameOf, wallTime } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { discountOf, sumOf } from '../money';
import { Running } from '../paper';
import { linkTo } from '../router';
import { hospital, session } from '../session';
import { Loading } from '../ui/status';
import { AddressedTo } from './addressed-to';
import type { PageProps } from './index';
import { InvoiceLink } from './invoice-list';
import { TaxRows } from './invoice-sums';
import { InvoiceTable } from './invoice-table';
import { Letterhead } from './letterhead';
import { PrintBar } from './print-bar';
import './invoice.css';

async function load(id: string, note: string, signal: AbortSignal) {
  const params = { path: { id, note_id: note }, query: { view: 'full' as const } };
  return unwrap(await hospital.GET('/invoice/{id}/credit-note/{note_id}', { params, signal }));
}
type Note = Awaited<ReturnType<typeof load>>;

/** A credit note, as it is handed out on paper. */
export function CreditNotePage({ params: { id = '', note = '' } }: PageProps) {
  const loaded = useLoad((signal) => load(id, note, signal), [id, note]);
  if (!loaded.data) return <Loading page of={loaded} />;
  const { reg_number, created_at, reason, items, invoice, patient, tax_id } = loaded.data;
  const sums = <Sums note={loaded.data} />;
  return (
    <>
      <PrintBar href={linkTo(`/invoices/${id}`)} text={t.billing.toInvoice} />
      <Running text={joined([reg_number, nameOf(patient)])} />
      <article class="card sheet">
        <Letterhead taxId={tax_id} />
        <h1>
          {t.credit.one} <bdi>{reg_number}</bdi>
        </h1>
        <div class="sheet-head">
          <AddressedTo id={patient.id} patient={patient} payer={invoice.payer} />
          <dl class="facts">
            <dt>{t.credit.date}</dt>
            <dd>{formatDate(wallTime(created_at))}</dd>
            <dt>{t.billing.forInvoice}</dt>
            <dd>
              <InvoiceLink {...invoice} />
              <br />
              {formatDate(wallTime(invoice.issue_date))}
            </dd>
          </dl>
        </div>
        <p>
          {t.credit.reason}: <bdi>{reason}</bdi>
        </p>
        {items.length > 0 ? <InvoiceTable items={items} totals={sums} /> : sums}
      </article>
    </>
  );
}

function Sums({ note: { items, amount, taxes = [], tax_amount = 0, discount_percent, invoice } }: { note: Note }) {
  const { currency_decimals: decimals } = session().settings;
  // Of a mere amount the taxes are within it.
  const included = items.length === 0 || (invoice.tax_included ?? false);
  const subtotal = sumOf(
    items.map(({ net_amount }) => net_amount),
    decimals,
  );
  const sums = { subtotal, total_amount: amount, tax_amount, tax_included: included };
  const discount = items.length > 0 ? discountOf(sums, decimals) : 0;
  return (
    <dl class="sums">
      {discount > 0 && (
        <>
          <dt>{t.invoice.subtotal}</dt>
          <dd>{formatMoney(subtotal)}</dd>
          <dt>{t.invoice.discountOf(formatPercent(discount_percent))}</dt>
          <dd>{formatMoney(-discount)}</dd>
        </>
      )}
      {!included && <TaxRows taxes={taxes} included={false} />}
      <dt class="total">{t.credit.total}</dt>
      <dd class="total">{formatMoney(amount)}</dd>
      {included && <TaxRows taxes={taxes} included />}
    </dl>
  );
}
