import { unwrap } from 'hospital-service-client';
import { useAction } from '../actions';
import { hasCode, messageOf } from '../errors';
import { formatMoney } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, say } from '../ui/status';

/** `VOID`: the invoice was a mistake; `WRITTEN_OFF`: it is right, but nobody will pay the rest */
export type End = 'VOID' | 'WRITTEN_OFF';

interface Props {
  end: End;
  invoice: Invoice;
  version: string;
  onClose: () => void;
  /** it has ended, or somebody else has changed it */
  onChanged: () => void;
  /** what is on it is to be given back first */
  onRefund: (() => void) | undefined;
}

/** Ends an invoice. One with money on it is refunded before it is void, which is said before anything is sent. */
export function EndDialog({ end, invoice, version, onClose, onChanged, onRefund }: Props) {
  const { busy, error, run } = useAction();
  const { id, patient_id, paid_amount } = invoice;
  const remaining = formatMoney(invoice.remaining_amount);
  const texts = {
    VOID: {
      title: t.invoice.voidTitle,
      hint: t.invoice.voidHint,
      submit: t.invoice.voidConfirm,
      done: t.invoice.wasVoided,
    },
    WRITTEN_OFF: {
      title: t.billing.writeOffTitle,
      hint: t.billing.writeOffHint(remaining),
      submit: t.billing.writeOffConfirm(remaining),
      done: t.billing.wasWrittenOff,
    },
  }[end];
  const mustRefund = end === 'VOID' && paid_amount > 0;
  const send = () =>
    run(async () => {
      const params = { path: { id }, header: { 'if-match': version } };
      try {
        unwrap(await hospital.PUT('/invoice/{id}', { params, body: { patient_id, status: end } }));
      } catch (failed) {
        if (hasCode(failed, 'outdated', 'transition', 'refund_first')) onChanged();
        throw failed;
      }
      say(texts.done);
      onClose();
      onChanged();
    });
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{mustRefund ? t.billing.refundBefore(formatMoney(paid_amount)) : texts.hint}</p>
      {!mustRefund && error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <div class="row end">
        <Button onClick={onClose}>{mustRefund ? t.close : t.cancel}</Button>
        {mustRefund && onRefund && (
          <Button look="primary" onClick={onRefund}>
            {t.billing.refundFirst(formatMoney(paid_amount))}
          </Button>
        )}
        {!mustRefund && (
          <Button look="danger" busy={busy} onClick={send}>
            {texts.submit}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
