import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { formatMoment } from '../format';
import { t } from '../i18n';
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
    { label: t.programs.clientId, value: client_id },
    ...(client_secret ? [{ label: t.programs.secret, value: client_secret }] : []),
    { label: t.programs.tokenAddress, value: tokenAddress() },
  ];
  return (
    <Dialog title={title} onClose={onDone}>
      {client_secret ? (
        <p>{t.programs.once}</p>
      ) : jwks ? (
        <p>{t.programs.keysDone}</p>
      ) : (
        <Alert>{t.programs.lostSecret}</Alert>
      )}
      {values.map(({ label, value }) => (
        <CopyField
          key={label}
          label={label}
          value={value}
          copy={t.programs.copy}
          copyLabel={t.programs.copyOf(label)}
          copied={t.programs.copied(label)}
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
  if (handed) return <HandOut title={t.programs.renewedTitle(program.name)} handed={handed} onDone={onClose} />;
  async function renew() {
    const params = { path: { id: program.client_id } };
    const body = { revoke_old: isRevoked };
    setHanded(unwrap(await hospital.POST('/auth/clients/{id}/secret', { params, body })));
    onRenewed();
  }
  return (
    <Confirm
      title={t.programs.renewTitle}
      submit={t.programs.renewSubmit}
      look="primary"
      onClose={onClose}
      onConfirm={renew}
    >
      <p>{t.programs.renewHint}</p>
      <Checkbox label={t.programs.renewRevoke} checked={isRevoked} onChange={setRevoked} />
      {former && <p>{t.programs.renewThird(formatMoment(former))}</p>}
    </Confirm>
  );
}
