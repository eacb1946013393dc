import { HospitalError } from 'hospital-service-client';
import { useRef, useState } from 'preact/hooks';
import { useAction } from '../actions';
import { Restored, useDraft } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { formatMoney, isolated } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { type Invoice, loadInvoice } from '../invoices';
import { differenceOf } from '../money';
import { beginPayment, type SentPayment, sentPayment, settlePayment } from '../sent-payment';
import { hospital, session } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, Loading, say } from '../ui/status';
import { isLost } from '../unanswered';
import { PaymentArrived } from './payment-arrived';
import { OverpaymentAsked } from './payment-asked';
import { BEGUN, PaymentFields, paymentOf } from './payment-fields';

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
export const paymentDraft = (invoice: string, refund: boolean): string =>
  `${refund ? 'refund' : 'payment'} of ${invoice}`;

/** Those that come after another one, of all or of none. */
const newerThan = (payments: Invoice['payments'], id: string | null): Invoice['payments'] =>
  payments.slice(payments.findIndex((payment) => payment.id === id) + 1);

/** What is mostly paid or given back. */
function usualAmount(kind: PaymentKind, { paid_amount, remaining_amount }: Invoice): string {
  if (kind === 'refund-all') return String(paid_amount);
  // Of a draft nothing may remain yet: then it is a deposit of any amount.
  const usual = kind === 'refund' ? -remaining_amount : remaining_amount;
  return usual > 0 ? String(usual) : '';
}

/**
 * Takes a payment or gives money back. After a lost answer the invoice is read again, and what arrived is shown, before anything
 * else is sent. What is sent then has the same key, so that only one is recorded.
 */
export function PaymentDialog({ invoice, kind, onClose, onPaid }: Props) {
  const { id } = invoice;
  const refund = kind !== 'payment';
  const draft = useDraft(paymentDraft(id, refund), BEGUN, () =>
    t.drafts[refund ? 'refund' : 'payment'](isolated(invoice.reg_number)),
  );
  // The amount about which somebody is asked, as it is more than remains.
  const [asked, setAsked] = useState<number>();
  const form = useRef<HTMLFormElement>(null);
  const { busy, error, run } = useAction();
  const [doubt, setDoubt] = useState<Doubt | undefined>(() => {
    const sent = sentPayment(id);
    return sent && { ...sent, hasArrived: false };
  });
  const [isAnother, setAnother] = useState(false);
  const read = useLoad(async (signal) => (doubt ? (await loadInvoice(id, signal)).invoice : invoice), [doubt]);
  const isRead = !read.loading && !read.error;
  const current = read.data ?? invoice;
  const { payments, remaining_amount } = current;
  const arrived = doubt && isRead ? newerThan(payments, doubt.after) : [];
  const mustDecide = arrived.length > 0 && !isAnother;
  const typed = { ...draft.value, amount: draft.value.amount ?? usualAmount(kind, current) };
  const amount = Number(typed.amount);
  // Of a draft nobody knows yet what it will come to.
  const isOpen = !refund && invoice.status !== 'DRAFT';
  const over = isOpen ? differenceOf(amount, remaining_amount, session().settings.currency_decimals) : 0;
  const isAsked = over > 0 && asked === amount;

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
          if (over > 0) setAsked(amount);
          else pay();
        }}
      >
        <Restored of={draft} />
        <PaymentFields invoice={current} refund={refund} typed={typed} error={error} onChange={draft.set} />
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
