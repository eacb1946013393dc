import { formatMoment, formatNumber } from '../format';
import { useLoad } from '../hooks';
import { office, t } from '../i18n';
import { type Import, loadImports, lookOf } from '../imports';
import { linkTo } from '../router';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { Up } from './admin-up';

/** All imports that are under way, wait for something, or ended in the last days. */
export function Imports() {
  const loaded = useLoad(loadImports, []);
  const imports = loaded.data ?? [];
  return (
    <>
      <Up />
      <div class="heading">
        <h1>{t.imports.title}</h1>
        <a class="button primary" href={linkTo('/admin/imports/new')}>
          {t.imports.add}
        </a>
      </div>
      <Loading of={loaded} />
      {loaded.data && (
        <section class="card" aria-busy={loaded.loading}>
          {imports.length === 0 ? <p>{office.imports.none}</p> : <ImportTable imports={imports} />}
          <p class="muted">{office.imports.what}</p>
        </section>
      )}
    </>
  );
}

const made = ({ dry_run, created }: Import) => dry_run === false && formatNumber(created);
const looked = (record: Import, count: number) => record.dry_run !== null && formatNumber(count);

function ImportTable({ imports }: { imports: readonly Import[] }) {
  const { counts } = office.imports;
  return (
    <Table
      caption={t.imports.title}
      rows={imports}
      keyOf={({ id }) => id}
      columns={[
        {
          head: office.imports.entity,
          cell: ({ id, entity }) => <a href={linkTo(`/admin/imports/${id}`)}>{office.imports.entities[entity]}</a>,
        },
        { head: office.imports.state, cell: (record) => <ImportState record={record} /> },
        { head: counts.rows, numeric: true, cell: (record) => looked(record, record.rows) },
        { head: counts.created, numeric: true, cell: made },
        { head: counts.failed, numeric: true, cell: (record) => looked(record, record.failed) },
        { head: office.imports.source, look: 'loose', cell: ({ source }) => <bdi dir="ltr">{source}</bdi> },
        { head: office.imports.made, cell: ({ created_at }) => formatMoment(created_at) },
      ]}
    />
  );
}

export const ImportState = ({ record }: { record: Import }) => (
  <span class={`badge ${lookOf(record)}`}>{office.imports.states[record.state]}</span>
);
