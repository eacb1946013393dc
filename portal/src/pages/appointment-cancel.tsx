import { Restored, useDraft } from '../drafts';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { TextArea } from '../ui/field';

interface CancelProps {
  /** names the draft of the form */
  draftKey: string;
  /** of the form, for the list of what is not saved */
  draftTitle: () => string;
  /** what the button says */
  submit?: string;
  busy: boolean;
  /** @returns whether it is cancelled */
  onCancel: (reason: string | null) => Promise<boolean>;
  onBack: () => void;
}

/** Asks why. */
export function CancelForm({ draftKey, draftTitle, submit, busy, onCancel, onBack }: CancelProps) {
  const draft = useDraft(draftKey, '', draftTitle);
  const reason = draft.value;
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (await onCancel(reason.trim() || null)) draft.clear();
      }}
    >
      <Restored of={draft} />
      <TextArea
        label={t.appointment.reason}
        hint={t.optional}
        maxLength={500}
        value={reason}
        onInput={(event) => draft.set(event.currentTarget.value)}
      />
      <div class="row end">
        <Button
          onClick={() => {
            draft.clear();
            onBack();
          }}
        >
          {t.appointment.keep}
        </Button>
        <Button type="submit" look="danger" busy={busy}>
          {submit ?? t.appointment.cancelConfirm}
        </Button>
      </div>
    </form>
  );
}
