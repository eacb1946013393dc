import type { LineAmounts } from '../money';
import { amountsOf, type Line } from './invoice-lines';
import { type Payer, payerOf, type TypedPayer } from './payer';

/** What is sent of an invoice. */
export interface Bill {
  items: (Pick<Line, 'catalog_id' | 'code' | 'name'> & LineAmounts & { doctor_id: string | null })[];
  discount_percent: number;
  discount_amount: number;
  due_date: string | null;
  /** null: the patient */
  payer: Payer | null;
  /** left out where no line has a tax */
  tax_included?: boolean;
}

/** An invoice as it is typed. */
export interface TypedBill {
  lines: readonly Line[];
  percent: string;
  amount: string;
  due: string;
  payer: TypedPayer | null;
  /** whether there are fields for discounts, for taxes, and for who did it */
  discounted: boolean;
  taxed: boolean;
  attributed: boolean;
  included: boolean;
}

export const discountOf = ({ percent, amount }: TypedBill) => ({
  discount_percent: Number(percent),
  discount_amount: Number(amount),
});

export const billOf = (typed: TypedBill): Bill => ({
  items: typed.lines.map((line) => ({
    catalog_id: line.catalog_id,
    code: line.code,
    name: line.name,
    doctor_id: line.doctor_id || null,
    ...amountsOf(line),
  })),
  ...discountOf(typed),
  due_date: typed.due || null,
  payer: typed.payer && payerOf(typed.payer),
  ...(typed.taxed && { tax_included: typed.included }),
});
