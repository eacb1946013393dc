import type { Schema } from 'hospital-service-client';
import { formatMoney, formatNumber } from '../format';
import { t } from '../i18n';
import type { LineAmounts } from '../money';
import { session } from '../session';
import { Button } from '../ui/button';
import { Input } from '../ui/field';

/** A line as it is typed: numbers are the texts of their fields. */
export interface Line extends Record<keyof LineAmounts, string> {
  /** what no other line of the form has */
  key: number;
  catalog_id: string | null;
  code: string | null;
  name: string;
  /** where a tax was taken off again: without one the line would get that of its catalog item */
  untaxed: '0' | '';
}

type Source = Pick<Schema<'InvoiceItem'>, 'catalog_id' | 'code' | 'name'> & Partial<LineAmounts>;

const textOf = (percent: number | null | undefined): string => String(percent ?? '');

/** @param index its place among those of a form */
export const lineOf = (source: Source, index = 0): Line => ({
  key: index,
  catalog_id: source.catalog_id,
  code: source.code,
  name: source.name,
  quantity: String(source.quantity ?? 1),
  unit_price: String(source.unit_price ?? ''),
  discount_percent: String(source.discount_percent || ''),
  discount_amount: String(source.discount_amount || ''),
  tax_percent: textOf(source.tax_percent),
  untaxed: source.catalog_id && textOf(source.tax_percent) ? '0' : '',
});

export const isTaxed = (line: Line): boolean => line.tax_percent !== '';

/** What an empty or unfinished field counts for is 0. Only of the tax that is not the same as nothing. */
export const amountsOf = (line: Line): LineAmounts => ({
  quantity: Number(line.quantity) || 0,
  unit_price: Number(line.unit_price) || 0,
  discount_percent: Number(line.discount_percent) || 0,
  discount_amount: Number(line.discount_amount) || 0,
  tax_percent: line.tax_percent || line.untaxed ? Number(line.tax_percent) || 0 : null,
});

interface Props {
  line: Line;
  /** what helps with it */
  hint?: string;
  number: number;
  /** what it comes to; undefined where its discounts are too large */
  net: number | undefined;
  /** whether the invoice has taxes */
  taxed: boolean;
  error: (field: string) => string | undefined;
  onChange: (next: Partial<Line>) => void;
  onRemove: () => void;
}

export function LineFields({ line, hint, number, net, taxed, error, onChange, onRemove }: Props) {
  const { currency, currency_decimals } = session().settings;
  const smallest = 10 ** -currency_decimals;
  const amount = (field: keyof LineAmounts) => ({
    type: 'number' as const,
    inputMode: 'decimal' as const,
    min: 0,
    value: line[field],
    error: error(field),
    onInput: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => onChange({ [field]: value }),
  });
  return (
    <fieldset class={taxed ? 'line taxed' : 'line'}>
      <legend class="for-readers">{t.invoice.of(t.invoice.lines, formatNumber(number))}</legend>
      <Input
        label={t.invoice.service}
        hint={hint}
        required
        maxLength={200}
        value={line.name}
        error={error('name')}
        onInput={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Input label={t.invoice.quantity} {...amount('quantity')} required min={0.001} max={1_000_000} step={0.001} />
      <Input label={t.invoice.price} {...amount('unit_price')} required step={smallest} />
      <Input label={`${t.invoice.discount} (%)`} {...amount('discount_percent')} max={100} step="any" />
      <Input label={`${t.invoice.discount} (${currency})`} {...amount('discount_amount')} step={smallest} />
      {taxed && (
        <Input
          label={`${t.invoice.tax} (%)`}
          {...amount('tax_percent')}
          placeholder={line.untaxed}
          max={100}
          step="any"
        />
      )}
      <p class="net">
        <span class="muted">{t.invoice.net}</span>
        <strong class="numeric">{net === undefined ? t.invoice.tooLarge : formatMoney(net)}</strong>
      </p>
      <Button class="icon" aria-label={t.invoice.remove(formatNumber(number))} onClick={onRemove}>
        ✕
      </Button>
    </fieldset>
  );
}
