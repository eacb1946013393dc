import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { formatMoment } from '../format';
import { office, t } from '../i18n';
import { formerUntil, type Handed, type Program, tokenAddress } from '../programs';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { CopyField } from '../ui/copy-field';
import { Dialog } from '../ui/dialog';
import { Checkbox } from '../ui/field';
import { Alert } from '../ui/status';

interface HandedProps {
  title: string;
  handed: Handed;
  onDone: () => void;
}

/** What those need who run the program. The service answers its secret once, and the portal keeps it nowhere. */
export function HandOut({ title, handed, onDone }: HandedProps) {
  const { client_id, client_secret, jwks } = handed;
  const values = [
    { label: office.programs.clientId, value: client_id },
    ...(client_secret ? [{ label: office.programs.secret, value: client_secret }] : []),
    { label: office.programs.tokenAddress, value: tokenAddress() },
  ];
  return (
    <Dialog title={title} onClose={onDone}>
      {client_secret ? (
        <p>{office.programs.once}</p>
      ) : jwks ? (
        <p>{office.programs.keysDone}</p>
      ) : (
        <Alert>{office.programs.lostSecret}</Alert>
      )}
      {values.map(({ label, value }) => (
        <CopyField
          key={label}
          label={label}
          value={value}
          copy={office.programs.copy}
          copyLabel={office.programs.copyOf(label)}
          copied={office.programs.copied(label)}
        />
      ))}
      <div class="row end">
        <Button look="primary" onClick={onDone}>
          {t.people.link.done}
        </Button>
      </div>
    </Dialog>
  );
}

interface RenewProps {
  program: Program;
  onClose: () => void;
  onRenewed: () => void;
}

/** Makes another secret, after asking what becomes of the present one. */
export function Renew({ program, onClose, onRenewed }: RenewProps) {
  const [isRevoked, setRevoked] = useState(false);
  const [handed, setHanded] = useState<Handed>();
  const former = formerUntil(program);
  if (handed) return <HandOut title={office.programs.renewedTitle(program.name)} handed={handed} onDone={onClose} />;
  async function renew() {
    const params = { path: { id: program.client_id } };
    const body = { revoke_old: isRevoked };
    setHanded(unwrap(await hospital.POST('/auth/clients/{id}/secret', { params, body })));
    onRenewed();
  }
  return (
    <Confirm
      title={office.programs.renewTitle}
      submit={office.programs.renewSubmit}
      look="primary"
      onClose={onClose}
      onConfirm={renew}
    >
      <p>{office.programs.renewHint}</p>
      <Checkbox label={office.programs.renewRevoke} checked={isRevoked} onChange={setRevoked} />
      {former && <p>{office.programs.renewThird(formatMoment(former))}</p>}
    </Confirm>
  );
}
