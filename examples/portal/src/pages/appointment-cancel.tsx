import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { TextArea } from '../ui/field';

interface CancelProps {
  busy: boolean;
  onCancel: (reason: string | null) => void;
  onBack: () => void;
}

/** Asks why. */
export function CancelForm({ busy, onCancel, onBack }: CancelProps) {
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCancel(reason.trim() || null);
      }}
    >
      <TextArea
        label={t.appointment.reason}
        hint={t.optional}
        maxLength={500}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <div class="row end">
        <Button onClick={onBack}>{t.appointment.keep}</Button>
        <Button type="submit" look="danger" busy={busy}>
          {t.appointment.cancelConfirm}
        </Button>
      </div>
    </form>
  );
}
