import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { formerUntil } from '../former-secret';
import { office } from '../i18n';
import { type Handed, type Program, tokenAddress } from '../programs';
import { hospital } from '../session';
import { Alert } from '../ui/status';
import { HandedOver, RenewSecret } from './handed-over';

interface HandedProps {
  title: string;
  handed: Handed;
  onDone: () => void;
}

/** What those need who run the program. */
export function HandOut({ title, handed, onDone }: HandedProps) {
  const { client_id, client_secret, jwks } = handed;
  const values = [
    { label: office.programs.clientId, value: client_id },
    ...(client_secret ? [{ label: office.programs.secret, value: client_secret }] : []),
    { label: office.programs.tokenAddress, value: tokenAddress() },
  ];
  return (
    <HandedOver title={title} values={values} onDone={onDone}>
      {client_secret ? (
        <p>{office.programs.once}</p>
      ) : jwks ? (
        <p>{office.programs.keysDone}</p>
      ) : (
        <Alert>{office.programs.lostSecret}</Alert>
      )}
    </HandedOver>
  );
}

interface RenewProps {
  program: Program;
  onClose: () => void;
  onRenewed: () => void;
}

export function Renew({ program, onClose, onRenewed }: RenewProps) {
  const [handed, setHanded] = useState<Handed>();
  if (handed) return <HandOut title={office.programs.renewedTitle(program.name)} handed={handed} onDone={onClose} />;
  async function renew(body: { revoke_old: boolean }) {
    const params = { path: { id: program.client_id } };
    setHanded(unwrap(await hospital.POST('/auth/clients/{id}/secret', { params, body })));
    onRenewed();
  }
  return (
    <RenewSecret
      hint={office.programs.renewHint}
      revoke={office.programs.renewRevoke}
      former={formerUntil(program)}
      onClose={onClose}
      onConfirm={renew}
    />
  );
}
