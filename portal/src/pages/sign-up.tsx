import { HospitalError } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { Restored, useDraft } from '../drafts';
import { faultOf, messageOf } from '../errors';
import { t } from '../i18n';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Input, Password } from '../ui/field';
import { Alert } from '../ui/status';

interface Props {
  onSignedIn: () => void;
  onBack: () => void;
}

/** Nobody's who has an account: signing in drops it. */
export const SIGN_UP_DRAFT = 'sign-up';

/** A new account. What it may do the hospital decides; one that takes no strangers refuses it here. */
export function SignUp({ onSignedIn, onBack }: Props) {
  // Not the password: that is kept nowhere.
  const draft = useDraft(SIGN_UP_DRAFT, { full_name: '', email: '' }, () => t.drafts.account);
  const [error, setError] = useState<HospitalError>();
  const [busy, setBusy] = useState(false);

  async function submit(event: Event) {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>;
    const { full_name = '', email = '', password = '' } = given;
    setBusy(true);
    const made = await hospital.POST('/auth/signup', { body: { full_name, email, password } });
    const result = made.ok ? await hospital.login({ email, password }) : made;
    setBusy(false);
    if (result.ok) onSignedIn();
    else setError(new HospitalError(result));
  }

  return (
    <form class="card narrow" onSubmit={submit}>
      <h1>{t.signUp.title}</h1>
      {error && error.faults.length === 0 && <Alert>{messageOf(error)}</Alert>}
      <Restored of={draft} />
      <Input
        label={t.signUp.name}
        name="full_name"
        autocomplete="name"
        required
        value={draft.value.full_name}
        error={faultOf(error, 'full_name')}
        onInput={({ currentTarget: { value } }) => draft.set({ ...draft.value, full_name: value })}
      />
      <Input
        label={t.signIn.email}
        type="email"
        name="email"
        autocomplete="username"
        required
        value={draft.value.email}
        error={faultOf(error, 'email')}
        onInput={({ currentTarget: { value } }) => draft.set({ ...draft.value, email: value })}
      />
      <Password
        isNew
        label={t.signIn.password}
        name="password"
        hint={t.signUp.passwordHint}
        error={faultOf(error, 'password')}
      />
      <Button type="submit" look="primary" busy={busy}>
        {t.signUp.submit}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {t.back}
      </Button>
    </form>
  );
}
