import { type AnyResult, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { office, t } from '../i18n';
import { go } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm';
import { Alert, say } from '../ui/status';
import { type Tested, testText, type Webhook } from '../webhooks';
import { RenewWebhookSecret } from './admin-webhook-secret';

interface Props {
  webhook: Webhook;
  /** as `useRecord` has it */
  write: (send: (header: { 'if-match': string | undefined }) => Promise<AnyResult>) => Promise<void>;
  onChanged: () => void;
}

/** What is done with a webhook, besides changing and testing it. */
export function WebhookActs({ webhook, write, onChanged }: Props) {
  const path = { id: webhook.id };
  const { error, busy, run } = useAction();
  const [isRenewing, setRenewing] = useState(false);
  async function disable(disabled: boolean) {
    await write((header) => hospital.PATCH('/webhooks/{id}', { params: { path, header }, body: { disabled } }));
    say(disabled ? office.webhooks.switchedOff : office.webhooks.switchedOn);
    onChanged();
  }
  async function remove() {
    await write((header) => hospital.DELETE('/webhooks/{id}', { params: { path, header } }));
    say(office.webhooks.removed);
    go('/admin/webhooks');
  }
  return (
    <div class="row">
      {may('webhook:update') && (
        <>
          <Button onClick={() => setRenewing(true)}>{office.programs.renew}</Button>
          {webhook.disabled_at ? (
            <Button busy={busy} onClick={() => run(() => disable(false))}>
              {office.webhooks.switchOn}
            </Button>
          ) : (
            <ConfirmButton
              label={office.webhooks.switchOff}
              title={office.webhooks.switchOffTitle}
              submit={office.webhooks.switchOffSubmit}
              look="primary"
              onConfirm={() => disable(true)}
            >
              <p>{office.webhooks.switchOffHint}</p>
            </ConfirmButton>
          )}
        </>
      )}
      {may('webhook:delete') && (
        <ConfirmButton
          label={t.admin.remove}
          title={office.webhooks.removeTitle}
          submit={t.admin.deleteIt}
          onConfirm={remove}
        >
          <p>{office.webhooks.removeHint(webhook.url)}</p>
        </ConfirmButton>
      )}
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      {isRenewing && <RenewWebhookSecret webhook={webhook} onClose={() => setRenewing(false)} onRenewed={onChanged} />}
    </div>
  );
}

/** Sends something at once, and says what became of it. */
export function WebhookTest({ id }: { id: string }) {
  const { error, busy, run } = useAction();
  const [tested, setTested] = useState<Tested>();
  async function send() {
    setTested(undefined);
    setTested(unwrap(await hospital.POST('/webhooks/{id}/test', { params: { path: { id } } })));
  }
  return (
    <>
      <div class="row">
        <Button busy={busy} onClick={() => run(send)}>
          {office.webhooks.test}
        </Button>
      </div>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      {tested && !tested.delivered && <Alert>{testText(tested)}</Alert>}
      <p role="status">{tested?.delivered && testText(tested)}</p>
    </>
  );
}
