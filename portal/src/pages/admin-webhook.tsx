import { EditForm, textOrNull, useEdit, useRecord } from '../edit';
import { eventText, patternsOf, wordsOf } from '../event-types';
import { formatMoment } from '../format';
import { formerUntil } from '../former-secret';
import { office, t } from '../i18n';
import { locale } from '../i18n/locale';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { Loading, say } from '../ui/status';
import type { Webhook } from '../webhooks';
import { Up } from './admin-up';
import { WebhookActs, WebhookTest } from './admin-webhook-acts';
import { WebhookFields, type WebhookTexts, webhookLabels } from './admin-webhook-fields';
import { WebhookState } from './admin-webhooks';
import type { PageProps } from './index';

const BACK = '/admin/webhooks';

/** A webhook: whether it works, where it goes to, and of what it is told. */
export function WebhookPage({ params: { id = '' } }: PageProps) {
  const path = { id };
  const { loaded, record, write } = useRecord(id, (signal) =>
    hospital.GET('/webhooks/{id}', { params: { path }, signal }),
  );
  async function save({ description, types, ...changes }: Partial<WebhookTexts>) {
    const told = types === undefined ? undefined : patternsOf(types);
    const body = { ...changes, description: textOrNull(description), types: told };
    await write((header) => hospital.PATCH('/webhooks/{id}', { params: { path, header }, body }));
  }
  return (
    <>
      <Up path={BACK} title={t.webhooks.title} />
      <div class="heading">
        <h1>{record?.description ? <bdi>{record.description}</bdi> : t.webhooks.one}</h1>
        {record && <WebhookActs webhook={record} write={write} onChanged={loaded.reload} />}
      </div>
      <Loading of={loaded} />
      {record && <Facts webhook={record} />}
      {record && may('webhook:update') && <WebhookForm id={id} given={textsOf(record)} onSave={save} />}
    </>
  );
}

const textsOf = ({ url, description, types }: Webhook): WebhookTexts => ({
  url,
  description: description ?? '',
  types: types.join(' '),
});

function Facts({ webhook }: { webhook: Webhook }) {
  const { id, url, created_at } = webhook;
  const former = formerUntil(webhook);
  return (
    <section class="card">
      <dl class="facts">
        <dt>{office.webhooks.url}</dt>
        <dd>
          <code dir="ltr">{url}</code>
        </dd>
        <dt>{office.webhooks.state}</dt>
        <dd>
          <WebhookState webhook={webhook} />
        </dd>
        <dt>{office.webhooks.since}</dt>
        <dd>{formatMoment(created_at)}</dd>
      </dl>
      {former && <p class="hint">{office.webhooks.formerUntil(formatMoment(former))}</p>}
      <p class="row">
        <a href={linkTo(`/admin/webhooks/${id}/deliveries`)}>{office.webhooks.deliveries}</a>
        {may('audit:read') && <a href={linkTo('/admin/audit', { record: id })}>{office.webhooks.changesOf}</a>}
      </p>
      {may('webhook:update') && <WebhookTest id={id} />}
    </section>
  );
}

interface FormProps {
  id: string;
  given: WebhookTexts;
  onSave: (changes: Partial<WebhookTexts>) => Promise<void>;
}

const listOf = (texts: string[]) => new Intl.ListFormat(locale, { type: 'unit' }).format(texts);

function WebhookForm({ id, given, onSave }: FormProps) {
  const edit = useEdit<keyof WebhookTexts>(`webhook ${id}`, given, webhookLabels(), () => t.webhooks.one);
  async function save() {
    await onSave(edit.changes);
    edit.draft.clear();
    say(office.webhooks.saved);
    go(BACK);
  }
  return (
    <EditForm
      edit={edit}
      submit={t.save}
      back={linkTo(BACK)}
      shown={(name, text) => (name === 'types' ? listOf(wordsOf(text).map(eventText)) : text)}
      onSubmit={save}
    >
      <WebhookFields edit={edit} />
    </EditForm>
  );
}
