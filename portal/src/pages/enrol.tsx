import { unwrap } from 'hospital-service-client';
import { generate } from 'lean-qr/nano';
import { useState } from 'preact/hooks';
import { messageOf } from '../errors';
import { t } from '../i18n';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Password } from '../ui/field';
import { Alert } from '../ui/status';
import { Code } from './sign-in';

interface Secret {
  secret: string;
  otpauth_uri: string;
}

interface Props {
  /** why it is done, in a sentence */
  why?: string;
  /** where another one is active: what becomes of it. It takes a code of that one, too */
  whyAnew?: string | false;
  onEnrolled: () => void;
  onBack?: () => void;
}

/** Sets up a second factor in three steps: the password, a code of the app that knows the secret, the recovery codes. */
export function Enrol({ why = t.enrol.why, whyAnew = false, onEnrolled, onBack }: Props) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState<Secret>();
  const [recovery, setRecovery] = useState<readonly string[]>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const step = (work: () => Promise<void>) => async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const begin = step(async () => {
    const body = { password, ...(whyAnew && { totp: code }) };
    setSecret(unwrap(await hospital.POST('/auth/totp', { body })));
    setCode('');
  });
  const confirm = step(async () => {
    const { recovery_codes } = unwrap(await hospital.POST('/auth/totp/confirm', { body: { totp: code } }));
    // The token that demanded this has no rights; its successor has.
    await hospital.refresh();
    setRecovery(recovery_codes);
  });

  if (recovery) return <RecoveryCodes codes={recovery} onDone={onEnrolled} />;
  return (
    <form class="card narrow" onSubmit={secret ? confirm : begin}>
      <h1>{t.enrol.title}</h1>
      {problem && <Alert>{problem}</Alert>}
      {secret ? (
        <>
          <p>{t.enrol.scan}</p>
          <QrCode text={secret.otpauth_uri} />
          <p>
            {t.enrol.secret} <code dir="ltr">{secret.secret}</code>
          </p>
          <Code value={code} onChange={setCode} />
        </>
      ) : (
        <>
          <p>{why}</p>
          {whyAnew && <p>{whyAnew}</p>}
          <Password
            label={t.signIn.password}
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
          {whyAnew && <Code value={code} onChange={setCode} hint={t.signIn.codeHint} isFirst={false} />}
        </>
      )}
      <Button type="submit" look="primary" busy={busy}>
        {secret ? t.enrol.confirm : t.enrol.begin}
      </Button>
      {onBack && (
        <Button look="quiet" onClick={onBack}>
          {t.back}
        </Button>
      )}
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <section class="card narrow">
      <h1>{t.enrol.recovery}</h1>
      <p>{t.enrol.keep}</p>
      <ol class="codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button look="primary" onClick={onDone}>
        {t.enrol.done}
      </Button>
    </section>
  );
}

/** Light around it, so that apps find where it begins (ISO/IEC 18004): as wide as four of its squares. */
const QUIET_ZONE = 4;

/** Black on white in dark mode, too: not every app reads it the other way round. */
function QrCode({ text }: { text: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;
  const each = Array.from({ length: code.size }, (_, index) => index);
  const dark = each.flatMap((y) => each.flatMap((x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      class="qr"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      role="img"
      aria-label={t.enrol.qr}
      shape-rendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
