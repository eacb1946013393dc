import { HospitalError } from 'hospital-service-client';
import { useRef, useState } from 'preact/hooks';
import { useAction } from '../actions';
import { Restored, useDraft } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { formatMoney, isolated } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { creditOf, type Invoice, loadInvoice } from '../invoices';
import { differenceOf } from '../money';
import { beginPayment, type SentPayment, sentPayment, settlePayment } from '../sent-payment';
import { hospital, session } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, Loading, say } from '../ui/status';
import { isLost } from '../unanswered';
import { PaymentArrived } from './payment-arrived';
import { OverpaymentAsked } from './payment-asked';
import { newPayment, PaymentFields, paymentOf } from './payment-fields';

/** A payment, by default of what remains; a refund, of what was paid too much; or one of all that was paid */
export type PaymentKind = 'payment' | 'refund' | 'refund-all';

interface Props {
  invoice: Invoice;
  kind: PaymentKind;
  onClose: () => void;
  onPaid: () => void;
}

/** A payment of which it has to be found out whether it arrived. */
interface Doubt extends Pick<SentPayment, 'after'> {
  /** whether the service has said that it did */
  hasArrived: boolean;
}

/** The key of its draft. */
export const paymentDraft = (invoice: string, kind: PaymentKind): string => `${kind} of ${invoice}`;

/** Those that come after another one, of all or of none. */
const newerThan = (payments: Invoice['payments'], id: string | null): Invoice['payments'] =>
  payments.slice(payments.findIndex((payment) => payment.id === id) + 1);

function amountOf(kind: PaymentKind, invoice: Invoice): number | undefined {
  if (kind === 'refund-all') return invoice.paid_amount;
  if (kind === 'refund') return creditOf(invoice) || undefined;
  // Of a draft nothing may remain yet: then it is a deposit of any amount.
  return invoice.remaining_amount > 0 ? invoice.remaining_amount : undefined;
}

/**
 * Takes a payment or gives money back. After a lost answer the invoice is read again, and what arrived is shown, before anything
 * else is sent. What is sent then has the same key, so that only one is recorded.
 */
export function PaymentDialog({ invoice, kind, onClose, onPaid }: Props) {
  const { id, reg_number, remaining_amount } = invoice;
  const refund = kind !== 'payment';
  const draft = useDraft(paymentDraft(id, kind), newPayment(amountOf(kind, invoice)), () =>
    t.drafts[refund ? 'refund' : 'payment'](isolated(reg_number)),
  );
  const typed = draft.value;
  const amount = Number(typed.amount);
  // The amount about which somebody is asked, as it is more than remains. Of a draft nobody knows yet what it will come to.
  const [asked, setAsked] = useState<number>();
  const over =
    invoice.status === 'DRAFT' ? 0 : differenceOf(amount, remaining_amount, session().settings.currency_decimals);
  const isTooMuch = !refund && over > 0;
  const form = useRef<HTMLFormElement>(null);
  const { busy, error, run } = useAction();
  const [doubt, setDoubt] = useState<Doubt | undefined>(() => {
    const sent = sentPayment(id);
    return sent && { ...sent, hasArrived: false };
  });
  const [isAnother, setAnother] = useState(false);
  const read = useLoad(async (signal) => (doubt ? (await loadInvoice(id, signal)).invoice : invoice), [doubt]);
  const isRead = !read.loading && !read.error;
  const payments = (read.data ?? invoice).payments;
  const arrived = doubt && isRead ? newerThan(payments, doubt.after) : [];
  const mustDecide = arrived.length > 0 && !isAnother;
  const isAsked = isTooMuch && asked === amount;

  function findOut(after: string | null, hasArrived: boolean) {
    if (hasArrived) settlePayment(id);
    setAnother(false);
    setDoubt({ after, hasArrived });
  }
  const pay = () =>
    run(async () => {
      setAsked(undefined);
      const body = paymentOf(typed, refund, invoice.payer);
      const before = sentPayment(id);
      const { key, after } = before ?? beginPayment(id, payments.at(-1)?.id ?? null);
      const headers = { 'idempotency-key': key };
      const result = await hospital.POST('/invoice/{id}/payments', { params: { path: { id } }, body, headers });
      if (isLost(result)) return findOut(after, false);
      if (!result.ok) {
        const failed = new HospitalError(result);
        // The one before has arrived, and this is another one.
        if (hasCode(failed, 'idempotency_key')) return findOut(after, true);
        if (!before) settlePayment(id);
        throw failed;
      }
      // Shown already: it is the one before, and nothing was recorded now.
      if (arrived.some((payment) => payment.id === result.data.id)) return findOut(after, true);
      settlePayment(id);
      draft.clear();
      say(t.payment.recorded(formatMoney(body.amount)));
      onClose();
      onPaid();
    });
  function close() {
    onClose();
    if (doubt) onPaid();
  }

  return (
    <Dialog title={refund ? t.payment.refund : t.payment.record} onClose={close}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRead || mustDecide) return;
          if (isTooMuch) setAsked(amount);
          else pay();
        }}
      >
        <Restored of={draft} />
        <PaymentFields invoice={invoice} refund={refund} typed={typed} error={error} onChange={draft.set} />
        {error !== undefined && <Alert>{messageOf(error)}</Alert>}
        {doubt && <Loading of={{ ...read, data: undefined }} />}
        {doubt && isRead && arrived.length === 0 && <Alert>{t.payment.notArrived}</Alert>}
        {mustDecide && (
          <PaymentArrived
            payments={arrived}
            isCertain={doubt?.hasArrived ?? false}
            onDone={() => {
              settlePayment(id);
              draft.clear();
              close();
            }}
            onAnother={() => setAnother(true)}
          />
        )}
        {isAsked && (
          <OverpaymentAsked
            amount={amount}
            remaining={Math.max(remaining_amount, 0)}
            credit={over}
            busy={busy}
            onRecord={pay}
            onChange={() => {
              setAsked(undefined);
              form.current?.querySelector('input')?.focus();
            }}
          />
        )}
        {!isAsked && (
          <div class="row end">
            <Button
              onClick={() => {
                draft.clear();
                close();
              }}
            >
              {t.cancel}
            </Button>
            {!mustDecide && (
              <Button type="submit" look={refund ? 'danger' : 'primary'} busy={busy || !isRead}>
                {refund ? t.payment.submitRefund(formatMoney(amount)) : t.payment.submit(formatMoney(amount))}
              </Button>
            )}
          </div>
        )}
      </form>
    </Dialog>
  );
}
