import { type Invited, nameOfAccount, passwordLink } from '../accounts';
import { formatMoment } from '../format';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { CopyField } from '../ui/copy-field';
import { Alert } from '../ui/status';

/**
 * The link by which somebody sets a password, also where a mail has it: that may never arrive. The service answers its token once,
 * and the portal keeps it nowhere.
 */
export function PasswordLink({ invited, onDone }: { invited: Invited; onDone: () => void }) {
  const hint = invited.mailed ? t.people.link.mailed : t.people.link.hint;
  return (
    <>
      <p>
        <strong>{t.people.link.title(nameOfAccount(invited))}</strong>
      </p>
      {invited.mailed === false && <Alert>{t.people.link.refused}</Alert>}
      <p>{hint(formatMoment(invited.expires_at))}</p>
      <CopyField
        label={t.people.link.label}
        value={passwordLink(invited.token)}
        copy={t.people.link.copy}
        copied={t.people.link.copied}
      />
      <div class="row end">
        <Button look="primary" onClick={onDone}>
          {t.people.link.done}
        </Button>
      </div>
    </>
  );
}
