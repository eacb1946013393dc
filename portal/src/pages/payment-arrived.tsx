import { useEffect, useRef } from 'preact/hooks';
import { formatMoment, formatMoney } from '../format';
import { t } from '../i18n';
import type { Invoice } from '../invoices';
import { Button } from '../ui/button';
import { Alert } from '../ui/status';

interface Props {
  /** recorded since the one whose answer was lost was sent */
  payments: Invoice['payments'];
  /** whether that one is among them for sure */
  isCertain: boolean;
  onDone: () => void;
  /** another payment is to be recorded */
  onAnother: () => void;
}

/** After a lost answer: what was recorded since. Only then another payment can be sent. */
export function PaymentArrived({ payments, isCertain, onDone, onAnother }: Props) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} class="meanwhile" aria-label={t.payment.arrived} tabIndex={-1}>
      <Alert>{isCertain ? t.payment.didArrive : t.payment.mayBeThese}</Alert>
      <ul class="plain">
        {payments.map(({ id, amount, created_at }) => (
          <li key={id}>
            {amount < 0
              ? t.payment.refundedAt(formatMoney(-amount), formatMoment(created_at))
              : t.payment.recordedAt(formatMoney(amount), formatMoment(created_at))}
          </li>
        ))}
      </ul>
      <div class="row">
        <Button look="primary" onClick={onDone}>
          {t.payment.thatIsIt}
        </Button>
        <Button onClick={onAnother}>{t.payment.another}</Button>
      </div>
    </section>
  );
}
