import { HospitalError } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { dropDraft } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { t } from '../i18n';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Input, Password } from '../ui/field';
import { Alert } from '../ui/status';
import { Forgot } from './forgot';
import { SIGN_UP_DRAFT, SignUp } from './sign-up';

type Asked = 'password' | 'code' | 'new account' | 'new password';

/** E-mail and password; then, if the account has a second factor, its code. */
export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState<Asked>('password');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  function finish() {
    dropDraft(SIGN_UP_DRAFT);
    onSignedIn();
  }

  async function submit(event: Event) {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const result = await hospital.login({ email, password, ...(asked === 'code' && { totp: code }) });
    setBusy(false);
    setCode('');
    if (result.ok) return finish();
    const error = new HospitalError(result);
    // That there is a second factor is told only to those who know the password.
    if (hasCode(error, 'totp_required', 'totp_invalid')) setAsked('code');
    if (!hasCode(error, 'totp_required')) setProblem(messageOf(error));
  }

  function startAgain() {
    setAsked('password');
    setPassword('');
    setProblem(undefined);
  }

  if (asked === 'new account') return <SignUp onSignedIn={finish} onBack={startAgain} />;
  if (asked === 'new password') return <Forgot email={email} onBack={startAgain} />;
  return (
    <form class="card narrow" onSubmit={submit}>
      <h1>{t.signIn.title}</h1>
      {problem && <Alert>{problem}</Alert>}
      {asked === 'password' ? (
        <>
          <Input
            label={t.signIn.email}
            type="email"
            name="email"
            autocomplete="username"
            required
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
          <Password
            label={t.signIn.password}
            name="password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </>
      ) : (
        <Code value={code} onChange={setCode} hint={t.signIn.codeHint} />
      )}
      <Button type="submit" look="primary" busy={busy}>
        {t.signIn.submit}
      </Button>
      {asked === 'code' ? (
        <Button look="quiet" onClick={startAgain}>
          {t.signIn.otherAccount}
        </Button>
      ) : (
        <>
          <Button look="quiet" onClick={() => setAsked('new password')}>
            {t.forgot.link}
          </Button>
          <Button look="quiet" onClick={() => setAsked('new account')}>
            {t.signUp.link}
          </Button>
        </>
      )}
    </form>
  );
}

interface CodeProps {
  value: string;
  onChange: (code: string) => void;
  hint?: string;
  /** whether it is what is to be filled in first */
  isFirst?: boolean;
}

/** The field for a code of an authenticator app. It appears when it is asked for, and then has the focus. */
export function Code({ value, onChange, hint, isFirst = true }: CodeProps) {
  return (
    <Input
      ref={isFirst ? focus : null}
      label={t.signIn.code}
      hint={hint}
      name="totp"
      autocomplete="one-time-code"
      inputMode="numeric"
      dir="ltr"
      required
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const focus = (element: HTMLInputElement | null) => element?.focus();
