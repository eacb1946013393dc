import { HospitalError } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { Restored, useDraft } from '../drafts';
import { faultOf, hasCode, messageOf } from '../errors';
import { formatMoney, isolated } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { type Invoice, loadInvoice } from '../invoices';
import { beginPayment, type SentPayment, sentPayment, settlePayment } from '../sent-payment';
import { hospital, session } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Input, Select } from '../ui/field';
import { Alert, Loading, say } from '../ui/status';
import { isLost } from '../unanswered';
import { PaymentArrived } from './payment-arrived';
import { type PaidBy, PaidByField, payerOfPayment } from './payment-payer';
import { methodText } from './payment-table';

/** What the portal offers. Others may come from elsewhere: the service takes any word. */
const METHODS = ['cash', 'card', 'transfer', 'insurance'] as const;

interface Props {
  invoice: Invoice;
  /** gives money back */
  refund: boolean;
  onClose: () => void;
  onPaid: () => void;
}

interface TypedPayment {
  /** undefined as long as nobody has changed it: what remains may be another sum when somebody comes back to it */
  amount?: string | undefined;
  paidBy: PaidBy;
  method: string;
  reference: string;
}

const BEGUN: TypedPayment = { paidBy: 'patient', method: METHODS[0], reference: '' };

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

/**
 * Takes a payment, by default what remains, or gives back what was paid. After a lost answer the invoice is read again, and
 * what arrived is shown, before anything else is sent. What is sent then has the same key, so that only one is recorded.
 */
export function PaymentDialog({ invoice, refund, onClose, onPaid }: Props) {
  const { id, payer: billed } = invoice;
  const { currency_decimals } = session().settings;
  const draft = useDraft(paymentDraft(id, refund), BEGUN, () =>
    t.drafts[refund ? 'refund' : 'payment'](isolated(invoice.reg_number)),
  );
  const { paidBy, method, reference } = draft.value;
  const set = (next: Partial<TypedPayment>) => draft.set({ ...draft.value, ...next });
  // Of a draft nothing may remain yet: then it is a deposit of any amount.
  const usual = String(refund ? invoice.paid_amount : invoice.remaining_amount > 0 ? invoice.remaining_amount : '');
  const { amount = usual } = draft.value;
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
  const smallest = 10 ** -currency_decimals;

  function findOut(after: string | null, hasArrived: boolean) {
    if (hasArrived) settlePayment(id);
    setAnother(false);
    setDoubt({ after, hasArrived });
  }
  const pay = () =>
    run(async () => {
      // Without a `paid_at`, it was paid now, by the clock of the service.
      const body = {
        amount: refund ? -Number(amount) : Number(amount),
        method,
        reference: reference.trim() || null,
        payer: payerOfPayment(paidBy, billed),
      };
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
        onSubmit={(event) => {
          event.preventDefault();
          if (isRead && !mustDecide) pay();
        }}
      >
        <Restored of={draft} />
        <Input
          label={t.payment.amount}
          type="number"
          inputMode="decimal"
          required
          min={smallest}
          max={refund ? invoice.paid_amount : undefined}
          step={smallest}
          value={amount}
          error={faultOf(error, 'amount')}
          onInput={(event) => set({ amount: event.currentTarget.value })}
        />
        <Select
          label={t.payment.method}
          value={method}
          onChange={(method) => set({ method })}
          options={METHODS.map((value) => ({ value, text: methodText(value) }))}
        />
        <Input
          label={t.payment.reference}
          hint={t.payment.referenceHint}
          maxLength={200}
          value={reference}
          error={faultOf(error, 'reference')}
          onInput={(event) => set({ reference: event.currentTarget.value })}
        />
        {!refund && (
          <PaidByField
            billed={billed}
            paidBy={paidBy}
            error={(field) => faultOf(error, `payer.${field}`)}
            onChange={(paidBy) => set({ paidBy })}
          />
        )}
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
              {refund
                ? t.payment.submitRefund(formatMoney(Number(amount)))
                : t.payment.submit(formatMoney(Number(amount)))}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
