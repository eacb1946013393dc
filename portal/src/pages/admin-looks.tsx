import { cursorOf, loadActors, loadLooks, lookText } from '../audit';
import { formatDay, formatTime } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { go, idOf, linkTo } from '../router';
import { Pager } from '../ui/pager';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { ActorName } from './admin-actor';

interface Props {
  day: string;
  patient: string;
  query: URLSearchParams;
}

/** Each look of one day at a patient, the oldest first. */
export function Looks({ day, patient, query }: Props) {
  const actor = idOf(query.get('actor'));
  const cursor = query.get('cursor') ?? '';
  const actors = useLoad(loadActors, []);
  const found = useLoad((signal) => loadLooks({ day, patient, actor, cursor }, signal), [day, patient, actor, cursor]);
  const { items = [], next } = found.data ?? {};
  const here = (more?: string) => go('/admin/access', { patient, day, actor, cursor: more });
  return (
    <section class="card" aria-busy={found.loading}>
      <div class="heading">
        <h2>{/^\d{4}-\d\d-\d\d$/.test(day) ? t.access.looksOn(formatDay(day)) : t.access.looks}</h2>
        <a class="button" href={linkTo('/admin/access', { patient })}>
          {t.access.back}
        </a>
      </div>
      <Loading of={found} />
      <Loading of={actors} />
      {found.data && items.length === 0 && <p class="muted">{next ? t.admin.nothingYet : t.access.none}</p>}
      {items.length > 0 && (
        <Table
          caption={t.access.looks}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            { head: t.audit.when, look: 'unbroken', cell: ({ at }) => formatTime(at) },
            { head: t.audit.who, cell: (look) => <ActorName actor={look.actor} actors={actors.data} /> },
            { head: t.access.what, cell: ({ entity, action }) => lookText(`${entity}:${action}`) },
            { head: t.logins.address, cell: ({ address }) => <bdi dir="ltr">{address}</bdi> },
          ]}
        />
      )}
      <Pager
        label={t.access.looks}
        onFirst={cursor ? () => here() : undefined}
        onNext={next && (() => here(cursorOf(next)))}
      />
    </section>
  );
}
