import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { formerUntil } from '../former-secret';
import { office } from '../i18n';
import { hospital } from '../session';
import { Alert } from '../ui/status';
import type { HandedWebhook, Webhook } from '../webhooks';
import { HandedOver, RenewSecret } from './handed-over';

interface Props {
  title: string;
  handed: HandedWebhook;
  onDone: () => void;
}

/** By what the receiver knows what is sent. */
export function SecretDialog({ title, handed: { secret }, onDone }: Props) {
  const values = secret ? [{ label: office.webhooks.secret, value: secret }] : [];
  return (
    <HandedOver title={title} values={values} onDone={onDone}>
      {secret ? <p>{office.webhooks.once}</p> : <Alert>{office.webhooks.lostSecret}</Alert>}
    </HandedOver>
  );
}

interface RenewProps {
  webhook: Webhook;
  onClose: () => void;
  onRenewed: () => void;
}

export function RenewWebhookSecret({ webhook, onClose, onRenewed }: RenewProps) {
  const [handed, setHanded] = useState<HandedWebhook>();
  if (handed) return <SecretDialog title={office.webhooks.renewedTitle} handed={handed} onDone={onClose} />;
  async function renew(body: { revoke_old: boolean }) {
    const params = { path: { id: webhook.id } };
    setHanded(unwrap(await hospital.POST('/webhooks/{id}/secret', { params, body })));
    onRenewed();
  }
  return (
    <RenewSecret
      hint={office.webhooks.renewHint}
      revoke={office.webhooks.renewRevoke}
      former={formerUntil(webhook)}
      onClose={onClose}
      onConfirm={renew}
    />
  );
}
