// What an invoice must be after payments, refunds and credit notes. It shares no code with the service: docs/money.md is what both
// are made from. Amounts are whole minor units.
import { type Fraction, fraction, rounded, share } from './fractions';

export interface Line {
  name: string;
  /** which of the doctors; null: nobody is named */
  doctor: number | null;
  /** thousandths */
  quantity: bigint;
  unit_price: bigint;
  discount_percent: string;
  discount_amount: bigint;
  /** null: in no rate */
  tax_percent: string | null;
}

export interface Terms {
  lines: Line[];
  discount_percent: string;
  discount_amount: bigint;
  tax_included: boolean;
}

export interface Tax {
  tax_percent: number;
  net_amount: bigint;
  tax_amount: bigint;
}

export interface Totals {
  total: bigint;
  taxes: Tax[];
}

export const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

export const netOf = ({ quantity, unit_price, discount_percent, discount_amount }: Line): bigint => {
  const gross = rounded([quantity * unit_price, 1000n]);
  return gross - share(gross, discount_percent) - discount_amount;
};

/** Unit by unit to who is furthest below an exact share. */
export function dealt(amount: bigint, to: bigint[]): bigint[] {
  const whole = sum(to);
  const shares = to.map((one) => (whole === 0n ? 0n : (amount * one) / whole));
  while (sum(shares) < amount) {
    const short = to.map((one, i) => amount * one - (shares[i] as bigint) * whole);
    const most = short.reduce((best, one, i) => (one > (short[best] as bigint) ? i : best), 0);
    shares[most] = (shares[most] as bigint) + 1n;
  }
  return shares;
}

/** Undefined where a line or the total would be below 0. */
export function totalsOf({ lines, discount_percent, discount_amount, tax_included }: Terms): Totals | undefined {
  const nets = lines.map(netOf);
  const subtotal = sum(nets);
  const off = share(subtotal < 0n ? 0n : subtotal, discount_percent) + discount_amount;
  if (nets.some((net) => net < 0n) || subtotal < off) return undefined;
  const rates = [...new Set(lines.map(({ tax_percent }) => tax_percent))].sort(
    (a, b) => Number(a ?? -1) - Number(b ?? -1),
  );
  const ofRate = rates.map((rate) => sum(nets.filter((_, i) => lines[i]?.tax_percent === rate)));
  const less = dealt(off, ofRate);
  const taxes = rates.flatMap((rate, i): Tax[] => {
    if (rate === null) return [];
    const base = (ofRate[i] as bigint) - (less[i] as bigint);
    const [n, d]: Fraction = fraction(rate);
    const tax_amount = rounded([base * n, tax_included ? 100n * d + n : 100n * d]);
    return [{ tax_percent: Number(rate), net_amount: tax_included ? base - tax_amount : base, tax_amount }];
  });
  const onTop = tax_included ? 0n : sum(taxes.map(({ tax_amount }) => tax_amount));
  return { total: subtotal - off + onTop, taxes };
}

export const STATUSES = ['DRAFT', 'ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'] as const;
export type Status = (typeof STATUSES)[number];

const MAY_BECOME: Record<Status, string> = {
  DRAFT: STATUSES.join(' '),
  ISSUED: 'ISSUED PARTIALY_PAID PAID VOID WRITTEN_OFF',
  PARTIALY_PAID: 'PARTIALY_PAID PAID VOID WRITTEN_OFF',
  PAID: 'PAID VOID',
  VOID: 'VOID',
  WRITTEN_OFF: 'WRITTEN_OFF',
};

/** The code of what refuses a step; null where nothing does. */
export type Refusal = 'amount' | 'not_editable' | 'refund_first' | 'transition' | null;

export interface Note extends Totals {
  /** none where it says only an amount */
  lines: Line[];
  day: string;
}

export class Bill {
  status: Status;
  paid: bigint;
  credited = 0n;
  /** what notes have credited of each rate */
  noted: Tax[] = [];
  /** of the hospital, on which it was issued */
  day = '';
  notes: Note[] = [];
  readonly terms: Terms;
  readonly total: bigint;
  readonly taxes: Tax[];

  constructor(terms: Terms, totals: Totals, status: Status, paid: bigint) {
    this.terms = terms;
    this.total = totals.total;
    this.taxes = totals.taxes;
    this.status = status;
    this.paid = paid;
  }

  get remaining(): bigint {
    return this.total - this.credited - this.paid;
  }

  static create(terms: Terms, status: Status, paid: bigint): Bill | Refusal {
    const totals = totalsOf(terms);
    if (!totals) return 'amount';
    const bill = new Bill(terms, totals, status, paid);
    return bill.contradiction(status, paid) ?? bill;
  }

  /** By POST, PUT and PATCH; the status is what was sent. */
  private contradiction(status: Status, paid: bigint): Refusal {
    const remaining = this.total - this.credited - paid;
    if (status === 'PAID' && remaining > 0n) return 'amount';
    if (status === 'PARTIALY_PAID' && (paid === 0n || remaining <= 0n)) return 'amount';
    return status === 'VOID' && paid > 0n ? 'refund_first' : null;
  }

  put(status: Status, paid: bigint): Refusal {
    if (!MAY_BECOME[this.status].split(' ').includes(status)) return 'transition';
    const isFinal = this.status === 'VOID' || this.status === 'WRITTEN_OFF';
    if (isFinal) return paid === this.paid ? null : 'not_editable';
    const refusal = this.contradiction(status, paid);
    if (refusal) return refusal;
    this.status = status;
    this.paid = paid;
    return null;
  }

  pay(amount: bigint): Refusal {
    if (this.status === 'VOID' && amount > 0n) return 'not_editable';
    if (this.paid + amount < 0n) return 'amount';
    this.paid += amount;
    this.follow();
    return null;
  }

  credit(amount: bigint): Refusal {
    if (!['ISSUED', 'PARTIALY_PAID', 'PAID'].includes(this.status)) return 'not_editable';
    if (amount <= 0n || amount > this.total - this.credited) return 'amount';
    this.credited += amount;
    this.follow();
    return null;
  }

  /** What is not credited yet at a rate; null: of what is in none. */
  private left(rate: number | null): { net: bigint; tax: bigint } {
    const of = (taxes: Tax[]) => {
      const at = taxes.filter(({ tax_percent }) => rate === null || tax_percent === rate);
      return { net: sum(at.map(({ net_amount }) => net_amount)), tax: sum(at.map(({ tax_amount }) => tax_amount)) };
    };
    const [all, noted] = [of(this.taxes), of(this.noted)];
    if (rate !== null) return { net: all.net - noted.net, tax: all.tax - noted.tax };
    return { net: this.total - all.net - all.tax - (this.credited - noted.net - noted.tax), tax: 0n };
  }

  /** What a note of lines credits; null where they make no amount, or are more than is left at a rate. */
  noteOf(lines: Line[]): (Totals & { lines: Line[] }) | null {
    const { discount_percent, tax_included } = this.terms;
    const isSame = (a: Line, b: Line) => a.name === b.name && a.unit_price === b.unit_price;
    const rateOf = (line: Line) =>
      line.tax_percent ?? this.terms.lines.find((one) => isSame(one, line))?.tax_percent ?? null;
    const rated = lines.map((line) => ({ ...line, tax_percent: rateOf(line) }));
    const priced = totalsOf({ lines: rated, discount_percent, discount_amount: 0n, tax_included });
    if (!priced) return null;
    const untaxed = priced.total - sum(priced.taxes.map(({ net_amount, tax_amount }) => net_amount + tax_amount));
    const taxes: Tax[] = [];
    for (const { tax_percent, net_amount, tax_amount } of priced.taxes) {
      const sold = tax_included ? net_amount + tax_amount : net_amount;
      const tax = this.noteAt(tax_percent, sold, tax_amount, tax_included);
      if (tax === null) return null;
      taxes.push(tax);
    }
    if (untaxed > this.left(null).net) return null;
    const total = untaxed + sum(taxes.map(({ net_amount, tax_amount }) => net_amount + tax_amount));
    return { total, taxes, lines: rated };
  }

  /** How a note that says only an amount is spread over the rates, and what is in none. */
  taxesOf(amount: bigint): Tax[] {
    const rates = this.taxes.map(({ tax_percent }) => tax_percent);
    const [, ...shares] = dealt(
      amount,
      [null, ...rates].map((rate) => this.left(rate)).map(({ net, tax }) => net + tax),
    );
    return rates.flatMap((rate, i) => {
      const [n, d] = fraction(String(rate));
      const gross = shares[i] as bigint;
      const tax = this.noteAt(rate, gross, rounded([gross * n, 100n * d + n]), true);
      return tax && gross > 0n ? [tax] : [];
    });
  }

  /** Null where it is more than is left. @param tax as `sold` alone would have it @param withTax whether `sold` has it in it */
  private noteAt(tax_percent: number, sold: bigint, tax: bigint, withTax: boolean): Tax | null {
    const left = this.left(tax_percent);
    const most = withTax ? left.net + left.tax : left.net;
    if (sold > most) return null;
    let tax_amount = sold === most || tax > left.tax ? left.tax : tax;
    if (withTax && sold - tax_amount > left.net) tax_amount = sold - left.net;
    return { tax_percent, net_amount: withTax ? sold - tax_amount : sold, tax_amount };
  }

  private follow(): void {
    if (!['ISSUED', 'PARTIALY_PAID', 'PAID'].includes(this.status)) return;
    const isSettled = this.remaining <= 0n && (this.paid > 0n || this.credited > 0n);
    this.status = isSettled ? 'PAID' : this.paid > 0n ? 'PARTIALY_PAID' : 'ISSUED';
  }
}
