import { type Invited, nameOfAccount, passwordLink } from '../accounts';
import { formatMoment } from '../format';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { CopyField } from '../ui/copy-field';

/** The link by which somebody sets a password. The service answers its token once, and the portal keeps it nowhere. */
export function PasswordLink({ invited, onDone }: { invited: Invited; onDone: () => void }) {
  return (
    <>
      <p>
        <strong>{t.people.link.title(nameOfAccount(invited))}</strong>
      </p>
      <p>{t.people.link.hint(formatMoment(invited.expires_at))}</p>
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
