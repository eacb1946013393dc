import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { nameOfAccount } from '../accounts';
import { useAction } from '../actions';
import { faultOf, hasCode, messageOf } from '../errors';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital, signOut, type User } from '../session';
import { Button } from '../ui/button';
import { Password } from '../ui/field';
import { Alert } from '../ui/status';

interface Props {
  /** of the link that led here; missing where the page was loaded anew */
  token: string | undefined;
  /** who is signed in here, if somebody is */
  user: User | undefined;
}

/** Where people set their password who were invited, or whose password an administrator has reset. */
export function SetPassword({ token, user }: Props) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [isSet, setSet] = useState(false);
  const { busy, error, run, reset } = useAction();
  const [differs, setDiffers] = useState(false);
  const isDead = hasCode(error, 'password_token_invalid');
  const others = user && <p class="told">{t.setPassword.signedIn(nameOfAccount(user))}</p>;

  async function begin() {
    if (user) await signOut();
    go('/');
  }
  const leave = (
    <Button look={isSet ? 'primary' : 'quiet'} onClick={begin}>
      {user ? t.setPassword.signOutFirst(nameOfAccount(user)) : t.signIn.title}
    </Button>
  );

  if (isSet)
    return (
      <section class="card narrow">
        <h1>{t.setPassword.done}</h1>
        <p>{t.setPassword.doneHint}</p>
        {leave}
      </section>
    );
  if (!token || isDead)
    return (
      <section class="card narrow">
        <h1>{t.setPassword.title}</h1>
        {isDead ? <Alert>{messageOf(error)}</Alert> : <p>{t.setPassword.noToken}</p>}
        {user ? <a href={linkTo('/')}>{t.back}</a> : leave}
      </section>
    );
  return (
    <form
      class="card narrow"
      onSubmit={(event) => {
        event.preventDefault();
        reset();
        setDiffers(password !== again);
        if (password !== again) return;
        run(async () => {
          unwrap(await hospital.POST('/auth/password-token', { body: { token, password } }));
          setSet(true);
        });
      }}
    >
      <h1>{t.setPassword.title}</h1>
      <p>{t.setPassword.why}</p>
      {others}
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <Password
        isNew
        label={t.account.newPassword}
        hint={t.signUp.passwordHint}
        value={password}
        error={faultOf(error, 'password')}
        onInput={({ currentTarget: { value } }) => setPassword(value)}
      />
      <Password
        isNew
        label={t.setPassword.again}
        value={again}
        error={differs ? t.setPassword.differs : undefined}
        onInput={({ currentTarget: { value } }) => setAgain(value)}
      />
      <Button type="submit" look="primary" busy={busy}>
        {t.setPassword.submit}
      </Button>
    </form>
  );
}
