import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { faultOf, messageOf } from '../errors';
import { t } from '../i18n';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Input } from '../ui/field';
import { Alert } from '../ui/status';

const focus = (element: HTMLInputElement | null) => element?.focus();

interface Props {
  /** what was typed at the sign-in */
  email: string;
  onBack: () => void;
}

/** Asks for a mail with a link to the page that sets a password. The answer never says whether there is such an account. */
export function Forgot({ email: typed, onBack }: Props) {
  const [email, setEmail] = useState(typed);
  const [isSent, setSent] = useState(false);
  const { busy, error, run } = useAction();
  const fault = faultOf(error, 'email');
  const back = (
    <Button look="quiet" onClick={onBack}>
      {t.back}
    </Button>
  );

  if (isSent)
    return (
      <section class="card narrow" role="status">
        <h1>{t.forgot.sent}</h1>
        <p>{t.forgot.sentHint(email)}</p>
        <p class="hint">{t.forgot.nothing}</p>
        {back}
      </section>
    );
  return (
    <form
      class="card narrow"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          unwrap(await hospital.POST('/auth/forgot', { body: { email } }));
          setSent(true);
        });
      }}
    >
      <h1>{t.forgot.title}</h1>
      <p>{t.forgot.hint}</p>
      {error !== undefined && !fault && <Alert>{messageOf(error)}</Alert>}
      <Input
        ref={focus}
        label={t.signIn.email}
        type="email"
        name="email"
        autocomplete="username"
        required
        value={email}
        error={fault}
        onInput={({ currentTarget: { value } }) => setEmail(value)}
      />
      <Button type="submit" look="primary" busy={busy}>
        {t.forgot.submit}
      </Button>
      {back}
    </form>
  );
}
