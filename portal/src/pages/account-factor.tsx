import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { formatMoment } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Password } from '../ui/field';
import { Alert, Loading, say } from '../ui/status';
import { Enrol } from './enrol';
import { Code } from './sign-in';

const loadFactor = async (signal: AbortSignal) => unwrap(await hospital.GET('/auth/totp', { signal }));

/** Whether there is a second factor, and what can be done about it. */
export function FactorSection() {
  const loaded = useLoad(loadFactor, []);
  const [isEnding, setEnding] = useState(false);
  const { enabled, enabled_at, recovery_codes_left } = loaded.data ?? {};
  return (
    <section class="card">
      <h2>{t.account.factor}</h2>
      <p class="hint">{t.account.factorWhy}</p>
      <Loading of={loaded} />
      {loaded.data && (
        <>
          <p>
            {enabled ? t.account.factorOn(formatMoment(enabled_at ?? '')) : t.account.factorOff}{' '}
            {enabled && t.account.codesLeft(recovery_codes_left ?? 0)}
          </p>
          <div class="row">
            <a class="button" href={linkTo('/account/second-factor')}>
              {enabled ? t.account.setUpAnew : t.account.setUp}
            </a>
            {enabled && <Button onClick={() => setEnding(true)}>{t.account.switchOff}</Button>}
          </div>
        </>
      )}
      {isEnding && (
        <SwitchOff
          onClose={() => setEnding(false)}
          onDone={() => {
            setEnding(false);
            loaded.reload();
          }}
        />
      )}
    </section>
  );
}

function SwitchOff({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const { busy, error, run } = useAction();
  async function switchOff() {
    unwrap(await hospital.POST('/auth/totp/disable', { body: { password, totp } }));
    say(t.account.switchedOff);
    onDone();
  }
  return (
    <Dialog title={t.account.switchOffTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(switchOff);
        }}
      >
        <p>{t.account.switchOffHint}</p>
        {error !== undefined && <Alert>{messageOf(error)}</Alert>}
        <Password
          label={t.signIn.password}
          value={password}
          onInput={({ currentTarget: { value } }) => setPassword(value)}
        />
        <Code value={totp} onChange={setTotp} hint={t.signIn.codeHint} isFirst={false} />
        <div class="row end">
          <Button onClick={onClose}>{t.back}</Button>
          <Button type="submit" look="danger" busy={busy}>
            {t.account.switchOffSubmit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Sets one up, the first or another one. */
export function SecondFactorPage() {
  const loaded = useLoad(loadFactor, []);
  if (!loaded.data) return <Loading of={loaded} />;
  function end() {
    say(t.account.switchedOn);
    go('/account');
  }
  return (
    <Enrol
      why={t.account.enrolWhy}
      whyAnew={loaded.data.enabled && t.account.enrolAnew}
      onEnrolled={end}
      onBack={() => go('/account')}
    />
  );
}
