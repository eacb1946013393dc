import { useEffect, useRef } from 'preact/hooks';
import { formatMoney } from '../format';
import { t } from '../i18n';
import { Button } from '../ui/button';

interface Props {
  amount: number;
  remaining: number;
  /** what would have been paid too much */
  credit: number;
  busy: boolean;
  onRecord: () => void;
  onChange: () => void;
}

/** Before more is recorded than remains, which is mostly a slip of the hand. */
export function OverpaymentAsked({ amount, remaining, credit, busy, onRecord, onChange }: Props) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} class="told whole" role="alert" tabIndex={-1}>
      <p>
        {t.billing.tooMuch(formatMoney(amount), formatMoney(remaining))} {t.billing.becomesCredit(formatMoney(credit))}
      </p>
      {/* Where the second click of a double one lands depends on the font: it answers nothing. */}
      <div class="row end">
        <Button busy={busy} onClick={({ detail }) => detail < 2 && onRecord()}>
          {t.billing.allTheSame(formatMoney(amount))}
        </Button>
        <Button look="primary" onClick={onChange}>
          {t.billing.changeAmount}
        </Button>
      </div>
    </section>
  );
}
