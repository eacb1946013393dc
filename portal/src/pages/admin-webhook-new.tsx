import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { EditForm, textOrNull, useEdit } from '../edit';
import { patternsOf } from '../event-types';
import { office, t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital } from '../session';
import { useCreate } from '../unanswered';
import { DOCS, type HandedWebhook } from '../webhooks';
import { Up } from './admin-up';
import { WebhookFields, webhookLabels } from './admin-webhook-fields';
import { SecretDialog } from './admin-webhook-secret';

const BACK = '/admin/webhooks';
const NOTHING = { url: '', description: '', types: '' };

/** Adds a webhook, and shows once by what its receiver knows what is sent. */
export function NewWebhook() {
  const { lost, create } = useCreate<Schema<'WebhookInput'>>('webhook');
  const edit = useEdit('webhook', NOTHING, webhookLabels(), () => t.webhooks.add);
  const [handed, setHanded] = useState<HandedWebhook>();

  async function add() {
    const { url, description, types } = edit.value;
    const body = { url, description: textOrNull(description), types: patternsOf(types) };
    const made = unwrap(await create(body, (body, headers) => hospital.POST('/webhooks/', { body, headers })));
    edit.draft.clear();
    setHanded(made);
  }

  return (
    <>
      <Up path={BACK} title={t.webhooks.title} />
      <h1>{t.webhooks.add}</h1>
      <EditForm
        edit={edit}
        submit={office.webhooks.addSubmit}
        isLost={lost !== undefined}
        back={linkTo(BACK)}
        onSubmit={add}
      >
        <p class="hint">
          {office.webhooks.what} <a href={DOCS}>{office.webhooks.docs}</a>
        </p>
        <WebhookFields edit={edit} />
      </EditForm>
      {handed && (
        <SecretDialog
          title={office.webhooks.handedTitle}
          handed={handed}
          onDone={() => go(`/admin/webhooks/${handed.id}`)}
        />
      )}
    </>
  );
}
