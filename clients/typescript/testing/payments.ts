import { exponentOf } from '../../../src/rules/currency.ts';
import { toAmount, toMinor } from '../../../src/rules/money.ts';
import { type Answer, type Asked, idOf } from './asked.ts';
import { answerOf } from './project.ts';
import { existing } from './records.ts';
import { notFound, rule } from './refusal.ts';
import type { Stored } from './store.ts';
import { isJson, type Json, withDefaults } from './validate.ts';

export function addPayment({ store, account }: Pick<Asked, 'store' | 'account'>, invoice: Json, data: Json): Stored {
  const { id: invoice_id, patient_id } = invoice;
  const paid_at = data.paid_at ?? new Date(store.now()).toISOString();
  const account_id = account?.id;
  return store.add('Payment', {
    ...{ reference: null, note: null, ...data, paid_at, invoice_id, patient_id, account_id },
    receipt_number: store.number('RCP'),
  });
}

export const invoiceShown = ({ store }: Pick<Asked, 'store'>, data: Json): Json => ({
  ...data,
  payments: store.all('Payment').flatMap((one) => (one.data.invoice_id === data.id ? [one.data] : [])),
});

const invoiceOf = (asked: Asked) => existing(asked, 'Invoice', 'Invoice', idOf(asked));

export function createPayment(asked: Asked): Answer {
  const { store, operation, body, url, full } = asked;
  const invoice = invoiceOf(asked);
  const exponent = exponentOf(asked.currency);
  const [amount, paid, remaining] = [body.amount, invoice.data.paid_amount, invoice.data.remaining_amount].map(
    (value) => toMinor(Number(value), exponent),
  ) as [number, number, number];
  const status = String(invoice.data.status);
  if (status === 'VOID' && amount > 0)
    throw rule('not_editable', 'An invoice that is VOID takes no payments, only refunds');
  if (paid + amount < 0) throw rule('amount', 'A refund must not exceed paid_amount');
  const sums = {
    paid_amount: toAmount(paid + amount, exponent),
    remaining_amount: toAmount(remaining - amount, exponent),
  };
  const follows =
    remaining - amount <= 0 && sums.paid_amount > 0 ? 'PAID' : sums.paid_amount > 0 ? 'PARTIALY_PAID' : 'ISSUED';
  const stays = ['DRAFT', 'VOID', 'WRITTEN_OFF'].includes(status);
  store.change(invoice, { ...sums, status: stays ? status : follows });
  const payment = addPayment(asked, invoice.data, withDefaults(operation.body ?? {}, body));
  const location = `${url.origin}${url.pathname.replace(/\/$/, '')}/${payment.id}`;
  return { body: answerOf(store, operation.answer ?? {}, payment.data, full), headers: { location } };
}

export function listPayments(asked: Asked): Answer {
  const { payments } = invoiceShown(asked, invoiceOf(asked).data);
  const item = asked.operation.answer?.items ?? {};
  return { body: [payments].flat().map((one) => answerOf(asked.store, item, isJson(one) ? one : {}, false)) };
}

export function getPayment(asked: Asked): Answer {
  const { store, operation, path, full } = asked;
  const payment = store.get('Payment', path.payment_id);
  if (payment?.data.invoice_id !== invoiceOf(asked).id) throw notFound('Payment', String(path.payment_id));
  return { body: answerOf(store, operation.answer ?? {}, payment?.data ?? {}, full) };
}
