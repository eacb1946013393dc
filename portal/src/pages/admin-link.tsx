import { useRef } from 'preact/hooks';
import { type Invited, nameOfAccount, passwordLink } from '../accounts';
import { formatMoment } from '../format';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { Input } from '../ui/field';
import { say } from '../ui/status';

/** The link by which somebody sets a password. The service answers its token once, and the portal keeps it nowhere. */
export function PasswordLink({ invited, onDone }: { invited: Invited; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const link = passwordLink(invited.token);
  async function copy() {
    input.current?.select();
    // Missing where the page is not served securely: there it is selected to be copied by the keyboard.
    await navigator.clipboard?.writeText(link);
    if (navigator.clipboard) say(t.people.link.copied);
  }
  return (
    <>
      <p>
        <strong>{t.people.link.title(nameOfAccount(invited))}</strong>
      </p>
      <p>{t.people.link.hint(formatMoment(invited.expires_at))}</p>
      <Input
        ref={input}
        label={t.people.link.label}
        readOnly
        dir="ltr"
        value={link}
        onFocus={() => input.current?.select()}
      />
      <div class="row end">
        <Button onClick={copy}>{t.people.link.copy}</Button>
        <Button look="primary" onClick={onDone}>
          {t.people.link.done}
        </Button>
      </div>
    </>
  );
}
