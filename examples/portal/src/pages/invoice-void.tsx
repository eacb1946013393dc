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

interface Props {
  invoice: Invoice;
  version: string;
  onClose: () => void;
  /** it is void, or somebody else has changed it */
  onChanged: () => void;
}

/** Ends an invoice. One with money on it has to be refunded first, which is said before anything is sent. */
export function VoidDialog({ invoice, version, onClose, onChanged }: Props) {
  const { busy, error, run } = useAction();
  const { id, patient_id, paid_amount } = invoice;
  const end = () =>
    run(async () => {
      const params = { path: { id }, header: { 'if-match': version } };
      try {
        unwrap(await hospital.PUT('/invoice/{id}', { params, body: { patient_id, status: 'VOID' } }));
      } catch (failed) {
        if (hasCode(failed, 'outdated', 'transition', 'refund_first')) onChanged();
        throw failed;
      }
      say(t.invoice.wasVoided);
      onClose();
      onChanged();
    });
  return (
    <Dialog title={t.invoice.voidTitle} onClose={onClose}>
      <p>
        {paid_amount > 0
          ? `${t.errors.codes.refund_first} ${t.invoice.paid}: ${formatMoney(paid_amount)}`
          : t.invoice.voidHint}
      </p>
      {paid_amount === 0 && error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <div class="row end">
        <Button onClick={onClose}>{paid_amount > 0 ? t.close : t.cancel}</Button>
        {paid_amount === 0 && (
          <Button look="danger" busy={busy} onClick={end}>
            {t.invoice.voidConfirm}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
