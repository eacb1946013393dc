import { Fragment } from 'preact';
import { formatMoney, formatPercent } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { discountOf, type Tax } from '../money';
import { session } from '../session';
import { discountsOf } from './invoice-table';

/** Taxes by rate, and together where there are several. */
export function TaxRows({ taxes, included }: { taxes: readonly Tax[]; included: boolean }) {
  const textOf = included ? t.invoice.taxWithin : t.invoice.taxOf;
  const all = taxes.reduce((sum, { tax_amount }) => sum + tax_amount, 0);
  return (
    <>
      {taxes.map(({ tax_percent, net_amount, tax_amount }) => (
        <Fragment key={tax_percent}>
          <dt>{textOf(formatPercent(tax_percent), formatMoney(net_amount))}</dt>
          <dd>{formatMoney(tax_amount)}</dd>
        </Fragment>
      ))}
      {taxes.length > 1 && (
        <>
          <dt>{t.invoice.taxSum}</dt>
          <dd>{formatMoney(all)}</dd>
        </>
      )}
    </>
  );
}

/** What it comes to, below the column of the amounts. */
export function Sums({ invoice }: { invoice: Invoice }) {
  const { subtotal, total_amount, paid_amount, credited_amount = 0, remaining_amount, discount_percent } = invoice;
  const { taxes = [], tax_included = false } = invoice;
  const discount = discountOf(invoice, session().settings.currency_decimals);
  const hasBegun = invoice.status !== 'DRAFT' || paid_amount > 0;
  // Of a void invoice the service still says what would remain.
  const isDue = hasBegun && invoice.status !== 'VOID';
  const onTop = taxes.length > 0 && !tax_included;
  return (
    <dl class="sums">
      {(discount > 0 || onTop) && (
        <>
          <dt>{t.invoice.subtotal}</dt>
          <dd>{formatMoney(subtotal)}</dd>
        </>
      )}
      {discount > 0 && (
        <>
          <dt>{discount_percent > 0 ? t.invoice.discountOf(discountsOf(invoice)) : t.invoice.discount}</dt>
          <dd>{formatMoney(-discount)}</dd>
        </>
      )}
      {onTop && <TaxRows taxes={taxes} included={false} />}
      <dt class="total">{t.invoice.total}</dt>
      <dd class="total">{formatMoney(total_amount)}</dd>
      {tax_included && <TaxRows taxes={taxes} included />}
      {credited_amount > 0 && (
        <>
          <dt>{t.invoice.credited}</dt>
          <dd>{formatMoney(-credited_amount)}</dd>
        </>
      )}
      {hasBegun && (
        <>
          <dt>{t.invoice.paid}</dt>
          <dd>{formatMoney(paid_amount)}</dd>
        </>
      )}
      {isDue && (
        <>
          <dt>{remaining_amount < 0 ? t.invoice.credit : t.invoice.remaining}</dt>
          <dd>{formatMoney(Math.abs(remaining_amount))}</dd>
        </>
      )}
    </dl>
  );
}
