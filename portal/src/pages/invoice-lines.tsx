import type { Schema } from 'hospital-service-client';
import { formatMoney, formatNumber } from '../format';
import { t } from '../i18n';
import type { LineAmounts } from '../money';
import { session } from '../session';
import { Button } from '../ui/button';
import { Input, type Option, Select } from '../ui/field';
import { MoneyField, NumberField, PercentField } from '../ui/number-field';

/** A line as it is typed: numbers are the texts of their fields. */
export interface Line extends Record<keyof LineAmounts, string> {
  /** what no other line of the form has */
  key: number;
  catalog_id: string | null;
  code: string | null;
  name: string;
  /** who did it, empty for nobody in particular */
  doctor_id: string;
  /** where a tax was taken off again: without one the line would get that of its catalog item */
  untaxed: '0' | '';
}

type Source = Pick<Schema<'InvoiceItem'>, 'catalog_id' | 'code' | 'name'> &
  Partial<LineAmounts> & { doctor_id?: string | null };

const textOf = (percent: number | null | undefined): string => String(percent ?? '');

/** @param index its place among those of a form */
export const lineOf = (source: Source, index = 0): Line => ({
  key: index,
  catalog_id: source.catalog_id,
  code: source.code,
  name: source.name,
  doctor_id: source.doctor_id ?? '',
  quantity: String(source.quantity ?? 1),
  unit_price: String(source.unit_price ?? ''),
  discount_percent: String(source.discount_percent || ''),
  discount_amount: String(source.discount_amount || ''),
  tax_percent: textOf(source.tax_percent),
  untaxed: source.catalog_id && textOf(source.tax_percent) ? '0' : '',
});

/** A service of the price list, with its price, tax and discounts. */
export const lineOfItem = ({ id, default_price, ...item }: Schema<'CatalogItem'>, doctor_id?: string): Line =>
  lineOf({ ...item, catalog_id: id, unit_price: default_price, ...(doctor_id && { doctor_id }) });

export const isAttributed = (line: Line): boolean => line.doctor_id !== '';
export const isTaxed = (line: Line): boolean => line.tax_percent !== '';

/** What an empty or unfinished field counts for is 0. Only of the tax that is not the same as nothing. */
export const amountsOf = (line: Line): LineAmounts => ({
  quantity: Number(line.quantity) || 0,
  unit_price: Number(line.unit_price) || 0,
  discount_percent: Number(line.discount_percent) || 0,
  discount_amount: Number(line.discount_amount) || 0,
  tax_percent: line.tax_percent || line.untaxed ? Number(line.tax_percent) || 0 : null,
});

/** Whether it has one, or the invoice as a whole. */
export const isDiscounted = (given: { discount_percent: string; discount_amount: string }): boolean =>
  given.discount_percent !== '' || given.discount_amount !== '';

/** What an invoice has columns for only where it is used. */
export interface Columns {
  discounted: boolean;
  taxed: boolean;
  attributed: boolean;
}

const percent = (text: string): string => `${text} (%)`;
const inMoney = (text: string): string => `${text} (${session().settings.currency})`;

/** The names of the fields of all lines, where they stand in columns: readers have them at each field. */
export function LineHeads({ discounted, taxed, attributed }: Columns) {
  return (
    <div class="line heads" aria-hidden="true">
      <span>{t.invoice.service}</span>
      {attributed && <span class="of-doctor">{t.invoice.doctor}</span>}
      <span>{t.invoice.quantity}</span>
      <span>{t.invoice.price}</span>
      {discounted && <span>{percent(t.invoice.discount)}</span>}
      {discounted && <span>{inMoney(t.invoice.discount)}</span>}
      {taxed && <span>{percent(t.invoice.tax)}</span>}
      <span>{t.invoice.net}</span>
    </div>
  );
}

interface Props extends Omit<Columns, 'attributed'> {
  line: Line;
  /** who may have done it; undefined where nobody is asked */
  doctors: readonly Option[] | undefined;
  /** what helps with it */
  hint?: string;
  number: number;
  /** what it comes to; undefined where its discounts are too large */
  net: number | undefined;
  error: (field: string) => string | undefined;
  onChange: (next: Partial<Line>) => void;
  onRemove: () => void;
}

export function LineFields(props: Props) {
  const { line, hint, doctors, number, net, discounted, taxed, error, onChange, onRemove } = props;
  const field = (name: keyof LineAmounts) => ({
    value: line[name],
    error: error(name),
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <fieldset class="line">
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
      {doctors && (
        <Select
          label={t.invoice.doctor}
          value={line.doctor_id}
          error={error('doctor_id')}
          onChange={(doctor_id) => onChange({ doctor_id })}
          options={doctors}
        />
      )}
      <NumberField
        label={t.invoice.quantity}
        {...field('quantity')}
        required
        min={0.001}
        max={1_000_000}
        maxDecimals={3}
      />
      <MoneyField label={t.invoice.price} {...field('unit_price')} required />
      {discounted && <PercentField label={percent(t.invoice.discount)} {...field('discount_percent')} />}
      {discounted && <MoneyField label={inMoney(t.invoice.discount)} {...field('discount_amount')} />}
      {taxed && <PercentField label={percent(t.invoice.tax)} {...field('tax_percent')} placeholder={line.untaxed} />}
      <p class="net numeric">
        <span class="name">{t.invoice.net}</span>{' '}
        <strong>{net === undefined ? t.invoice.tooLarge : formatMoney(net)}</strong>
      </p>
      <Button class="icon" aria-label={t.invoice.remove(formatNumber(number))} onClick={onRemove}>
        ✕
      </Button>
    </fieldset>
  );
}
