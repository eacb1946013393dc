import { toldTexts } from '../event-types';
import { formatMoment } from '../format';
import { useLoad } from '../hooks';
import { office, t } from '../i18n';
import { linkTo } from '../router';
import { may } from '../session';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { behindText, DOCS, loadWebhooks, stateOf, type Webhook } from '../webhooks';
import { Up } from './admin-up';

/** All addresses of other systems to which events go. */
export function Webhooks() {
  const loaded = useLoad(loadWebhooks, []);
  const webhooks = loaded.data ?? [];
  return (
    <>
      <Up />
      <div class="heading">
        <h1>{t.webhooks.title}</h1>
        {may('webhook:create') && (
          <a class="button primary" href={linkTo('/admin/webhooks/new')}>
            {t.webhooks.add}
          </a>
        )}
      </div>
      <Loading of={loaded} />
      {loaded.data && (
        <section class="card" aria-busy={loaded.loading}>
          {webhooks.length === 0 ? (
            <p>{office.webhooks.none}</p>
          ) : (
            <Table
              caption={t.webhooks.title}
              rows={webhooks}
              keyOf={({ id }) => id}
              columns={[
                { head: office.webhooks.url, look: 'loose', cell: (webhook) => <Address webhook={webhook} /> },
                { head: office.webhooks.types, look: 'loose', cell: ({ types }) => <Told types={types} /> },
                { head: office.webhooks.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
                { head: office.webhooks.since, cell: ({ created_at }) => formatMoment(created_at) },
              ]}
            />
          )}
          <p class="muted">
            {office.webhooks.what} <a href={DOCS}>{office.webhooks.docs}</a>
          </p>
        </section>
      )}
    </>
  );
}

function Address({ webhook: { id, url, description } }: { webhook: Webhook }) {
  return (
    <div>
      <a href={linkTo(`/admin/webhooks/${id}`)}>
        <bdi dir="ltr">{url}</bdi>
      </a>
      {description && (
        <p class="muted">
          <bdi>{description}</bdi>
        </p>
      )}
    </div>
  );
}

function Told({ types }: { types: readonly string[] }) {
  return (
    <ul class="plain">
      {toldTexts(types).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Whether anything is sent, and why not. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { look, text, told } = stateOf(webhook);
  const behind = behindText(webhook);
  return (
    <div>
      <span class={`badge ${look}`}>{text}</span>
      {told && <p class="hint">{told}</p>}
      {behind && <p class="hint">{behind}</p>}
    </div>
  );
}
