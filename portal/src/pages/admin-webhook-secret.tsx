import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { formatMoment } from '../format';
import { office, t } from '../i18n';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { CopyField } from '../ui/copy-field';
import { Dialog } from '../ui/dialog';
import { Checkbox } from '../ui/field';
import { Alert } from '../ui/status';
import { formerUntil, type HandedWebhook, type Webhook } from '../webhooks';

interface Props {
  title: string;
  handed: HandedWebhook;
  onDone: () => void;
}

/** By what the receiver knows what is sent. The service answers it once, and the portal keeps it nowhere. */
export function SecretDialog({ title, handed: { secret }, onDone }: Props) {
  const label = office.webhooks.secret;
  return (
    <Dialog title={title} onClose={onDone}>
      {secret ? (
        <>
          <p>{office.webhooks.once}</p>
          <CopyField
            label={label}
            value={secret}
            copy={office.programs.copy}
            copyLabel={office.programs.copyOf(label)}
            copied={office.programs.copied(label)}
          />
        </>
      ) : (
        <Alert>{office.webhooks.lostSecret}</Alert>
      )}
      <div class="row end">
        <Button look="primary" onClick={onDone}>
          {t.people.link.done}
        </Button>
      </div>
    </Dialog>
  );
}

interface RenewProps {
  webhook: Webhook;
  onClose: () => void;
  onRenewed: () => void;
}

/** Makes another secret, after asking what becomes of the present one. */
export function RenewWebhookSecret({ webhook, onClose, onRenewed }: RenewProps) {
  const [isRevoked, setRevoked] = useState(false);
  const [handed, setHanded] = useState<HandedWebhook>();
  const former = formerUntil(webhook);
  if (handed) return <SecretDialog title={office.webhooks.renewedTitle} handed={handed} onDone={onClose} />;
  async function renew() {
    const params = { path: { id: webhook.id } };
    setHanded(unwrap(await hospital.POST('/webhooks/{id}/secret', { params, body: { revoke_old: isRevoked } })));
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
      <p>{office.webhooks.renewHint}</p>
      <Checkbox label={office.webhooks.renewRevoke} checked={isRevoked} onChange={setRevoked} />
      {former && <p>{office.programs.renewThird(formatMoment(former))}</p>}
    </Confirm>
  );
}
