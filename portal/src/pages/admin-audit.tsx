import { type Role, roleText } from '../accounts';
import { actionText, type Change, cursorOf, entityText, loadActors, loadChanges, recordLink } from '../audit';
import { fieldsText } from '../audit-fields';
import { formatMoment, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { locale } from '../i18n/locale';
import { go, idOf, linkTo } from '../router';
import { Select } from '../ui/field';
import { Pager } from '../ui/pager';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { ActorName } from './admin-actor';
import { filter, LogFilters } from './admin-log-filters';
import { Up } from './admin-up';
import type { PageProps } from './index';

/** Who changed which record, the newest first. */
export function Audit({ query }: PageProps) {
  const of = (name: string) => query.get(name) ?? '';
  const filters = {
    ...{ entity: of('entity'), actor: idOf(of('actor')), record: idOf(of('record')) },
    ...{ from: of('from'), to: of('to'), cursor: of('cursor') },
  };
  const actors = useLoad(loadActors, []);
  const found = useLoad((signal) => loadChanges(filters, signal), Object.values(filters));
  const { items = [], next } = found.data ?? {};
  return (
    <>
      <Up />
      <h1>{t.audit.title}</h1>
      <p class="muted">{t.audit.hint}</p>
      <LogFilters label={t.audit.by} actors={actors.data} value={filters}>
        <Select
          label={t.audit.kind}
          value={filters.entity}
          onChange={(entity) => filter({ entity })}
          options={[
            { value: '', text: t.all },
            ...Object.entries(t.audit.entities).map(([value, text]) => ({ value, text })),
          ]}
        />
      </LogFilters>
      {filters.record && (
        <p class="row">
          <span>{t.audit.oneRecord}</span>
          <a class="button" href={linkTo('/admin/audit')}>
            {t.audit.allRecords}
          </a>
        </p>
      )}
      <Loading of={found} />
      <Loading of={actors} />
      {found.data && (
        <section class="card" aria-busy={found.loading}>
          {items.length === 0 && <p class="muted">{next ? t.admin.nothingYet : t.admin.nothing}</p>}
          {items.length > 0 && (
            <Table
              caption={t.audit.title}
              rows={items}
              keyOf={({ seq }) => String(seq)}
              columns={[
                { head: t.audit.when, look: 'unbroken', cell: ({ at }) => formatMoment(at) },
                { head: t.audit.who, cell: ({ actor }) => <ActorName actor={actor} actors={actors.data} /> },
                { head: t.audit.what, cell: ({ action }) => actionText(action) },
                { head: t.audit.record, cell: (change) => <Changed change={change} /> },
                { head: t.audit.changed, look: 'loose', cell: (change) => <Fields change={change} /> },
              ]}
            />
          )}
          <Pager
            label={t.audit.title}
            onFirst={filters.cursor ? () => filter({}) : undefined}
            onNext={next && (() => go('/admin/audit', { ...Object.fromEntries(query), cursor: cursorOf(next) }))}
          />
        </section>
      )}
    </>
  );
}

function Changed({ change }: { change: Change }) {
  const href = recordLink(change);
  const { number, name, starts_at, patient } = change.record;
  const what = [entityText(change.entity), number].filter(Boolean).join(' ');
  return (
    <span>
      {href ? <a href={href}>{what}</a> : what} {starts_at && `${formatMoment(starts_at)} `}
      {name && <bdi>{name}</bdi>}
      {patient && (
        <>
          <bdi>{nameOf(patient)}</bdi> <bdi class="muted">{patient.reg_number}</bdi>
        </>
      )}{' '}
      <a class="unbroken" href={linkTo('/admin/audit', { record: change.entity_id })}>
        <small>{t.audit.all}</small>
      </a>
    </span>
  );
}

const listOf = (texts: string[]) => new Intl.ListFormat(locale, { type: 'unit' }).format(texts);

/** What was changed, in words; what a role was before, as it is on record. */
function Fields({ change: { entity, changed, detail } }: { change: Change }) {
  const roles = detail?.type?.map((role) => roleText(role as Role));
  if (roles) return <span>{t.audit.before(roles[0] ?? '', roles[1] ?? '')}</span>;
  return <span class="muted">{listOf(fieldsText(entity, changed))}</span>;
}
