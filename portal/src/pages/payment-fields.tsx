import { faultOf } from '../errors';
import { formatMoney } from '../format';
import { t } from '../i18n';
import { creditOf, type Invoice } from '../invoices';
import { differenceOf } from '../money';
import { session } from '../session';
import { Input, Select, TextArea } from '../ui/field';
import { MoneyField } from '../ui/number-field';
import { type PaidBy, PaidByField, payerOfPayment } from './payment-payer';
import { methodText } from './payment-table';

/** What the portal offers. Others may come from elsewhere: the service takes any word. */
export const METHODS = ['cash', 'card', 'transfer', 'insurance'] as const;

/** A payment or refund as it is typed. */
export interface TypedPayment {
  /** undefined as long as nobody has changed it: what remains may be another sum when somebody comes back to it */
  amount?: string | undefined;
  method: string;
  reference: string;
  /** why money is given back */
  note: string;
  paidBy: PaidBy;
}

export const BEGUN: TypedPayment = { method: METHODS[0], reference: '', note: '', paidBy: 'patient' };

/** What is sent. Without a `paid_at`, it was paid now, by the clock of the service. */
export const paymentOf = (typed: TypedPayment, refund: boolean, billed: Invoice['payer']) => ({
  amount: refund ? -Number(typed.amount) : Number(typed.amount),
  method: typed.method,
  reference: typed.reference.trim() || null,
  payer: payerOfPayment(typed.paidBy, billed),
  ...(refund && { note: typed.note.trim() }),
});

interface Props {
  invoice: Invoice;
  refund: boolean;
  typed: TypedPayment;
  error: unknown;
  onChange: (typed: TypedPayment) => void;
}

export function PaymentFields({ invoice, refund, typed, error, onChange }: Props) {
  const { currency_decimals } = session().settings;
  const field = (name: 'reference' | 'note') => ({
    value: typed[name],
    error: faultOf(error, name),
    onInput: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange({ ...typed, [name]: value }),
  });
  return (
    <>
      <MoneyField
        label={t.payment.amount}
        hint={refund ? refundHint(invoice, Number(typed.amount), currency_decimals) : undefined}
        required
        min={10 ** -currency_decimals}
        max={refund ? invoice.paid_amount : undefined}
        value={typed.amount ?? ''}
        error={faultOf(error, 'amount')}
        onChange={(amount) => onChange({ ...typed, amount })}
      />
      {refund && (
        <TextArea label={t.billing.reason} hint={t.billing.reasonHint} required maxLength={4000} {...field('note')} />
      )}
      <Select
        label={t.payment.method}
        value={typed.method}
        onChange={(method) => onChange({ ...typed, method })}
        options={METHODS.map((value) => ({ value, text: methodText(value) }))}
      />
      <Input label={t.payment.reference} hint={t.payment.referenceHint} maxLength={200} {...field('reference')} />
      {!refund && (
        <PaidByField
          billed={invoice.payer}
          paidBy={typed.paidBy}
          error={(name) => faultOf(error, `payer.${name}`)}
          onChange={(paidBy) => onChange({ ...typed, paidBy })}
        />
      )}
    </>
  );
}

/** What may be given back, and what somebody owes again who gets more than they have paid too much. */
function refundHint(invoice: Invoice, amount: number, decimals: number): string {
  const credit = creditOf(invoice);
  const owed = differenceOf(invoice.remaining_amount, -amount, decimals);
  return [
    credit > 0 ? t.billing.refundCredit(formatMoney(credit)) : t.billing.refundHint(formatMoney(invoice.paid_amount)),
    invoice.status !== 'DRAFT' && owed > 0 && amount <= invoice.paid_amount && amount > 0
      ? t.billing.owedAgain(formatMoney(owed))
      : '',
  ].join(' ');
}
