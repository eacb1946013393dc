import { formatMoney, formatNumber } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { totalsOf } from '../money';
import { session } from '../session';
import { NumberField } from '../ui/number-field';

/** How many of each line of the invoice are credited, as it is typed: by the place of the line. */
export type Quantities = Readonly<Record<number, string>>;

/** The lines of the invoice that are credited, at its prices. What is taken off a line is taken off in proportion. */
export function creditedLines({ items }: Invoice, quantities: Quantities) {
  const { currency_decimals: decimals } = session().settings;
  return items.flatMap(({ net_amount: _, ...line }, i) => {
    const quantity = Number(quantities[i]);
    if (!quantity) return [];
    const discount = Number(((line.discount_amount * quantity) / line.quantity).toFixed(decimals));
    return [{ ...line, quantity, discount_amount: discount }];
  });
}

/** What they come to by the service's rules: the invoice's discount is taken off as far as it is a percentage. */
export function creditedTotal(invoice: Invoice, quantities: Quantities): number {
  const { discount_percent, tax_included = false } = invoice;
  const lines = creditedLines(invoice, quantities).map((line) => ({ ...line, tax_percent: line.tax_percent ?? null }));
  const terms = { discount_percent, discount_amount: 0, tax_included };
  return totalsOf(lines, terms, session().settings.currency_decimals).total ?? 0;
}

interface Props {
  invoice: Invoice;
  quantities: Quantities;
  onChange: (quantities: Quantities) => void;
}

export function CreditedLines({ invoice, quantities, onChange }: Props) {
  return (
    <div class="columns">
      {invoice.items.map(({ name, quantity, unit_price }, i) => (
        <NumberField
          key={i}
          label={name}
          hint={t.credit.ofLine(formatNumber(quantity), formatMoney(unit_price))}
          min={0}
          max={quantity}
          maxDecimals={3}
          value={quantities[i] ?? ''}
          onChange={(value) => onChange({ ...quantities, [i]: value })}
        />
      ))}
    </div>
  );
}
