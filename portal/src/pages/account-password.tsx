import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { faultOf, messageOf } from '../errors';
import { t } from '../i18n';
import { hospital, noteAccountChange, session } from '../session';
import { Button } from '../ui/button';
import { Password } from '../ui/field';
import { Alert, say } from '../ui/status';

const NOTHING = { old_password: '', new_password: '' };

/** Another password. Neither is ever in a draft. */
export function PasswordSection() {
  const { user } = session();
  const [given, setGiven] = useState(NOTHING);
  const { busy, error, run } = useAction();

  async function change() {
    unwrap(await hospital.PUT('/auth/users/me/password', { body: given }));
    setGiven(NOTHING);
    noteAccountChange();
    say(t.account.passwordChanged);
  }
  const field = (name: keyof typeof NOTHING) => ({
    value: given[name],
    error: faultOf(error, name),
    onInput: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setGiven({ ...given, [name]: value }),
  });

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        run(change);
      }}
    >
      <h2>{t.account.changePassword}</h2>
      <p class="hint">{t.account.passwordHint}</p>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      {/* For password managers, which keep it by the account. */}
      <input type="hidden" name="username" autocomplete="username" value={user.email} />
      <Password label={t.account.present} {...field('old_password')} />
      <Password isNew label={t.account.newPassword} hint={t.signUp.passwordHint} {...field('new_password')} />
      <div class="row end">
        <Button type="submit" look="primary" busy={busy}>
          {t.account.changePassword}
        </Button>
      </div>
    </form>
  );
}
