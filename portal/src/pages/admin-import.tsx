import { unwrap } from 'hospital-service-client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatSize } from '../files';
import { formatMoment } from '../format';
import { office, t } from '../i18n';
import { hasCounts, type Import, isOpen, isUnderWay, useImport } from '../imports';
import { go } from '../router';
import { hospital } from '../session';
import { ConfirmButton } from '../ui/confirm';
import { Loading, say } from '../ui/status';
import { ImportFile } from './admin-import-file';
import { ImportProgress } from './admin-import-progress';
import { ImportResult } from './admin-import-result';
import { ImportSettings } from './admin-import-settings';
import { ImportState } from './admin-imports';
import { Up } from './admin-up';
import type { PageProps } from './index';

const BACK = '/admin/imports';

/** An import, from its file to its end: what is to be done next, and what has become of its rows. */
export function ImportPage({ params: { id = '' } }: PageProps) {
  const loaded = useImport(id);
  const { data: record, reload } = loaded;
  /** somebody has changed settings that were not checked */
  const [isChanged, setChanged] = useState(false);
  useEndSaid(record);
  return (
    <>
      <Up path={BACK} title={t.imports.title} />
      <div class="heading">
        <h1>{record ? office.imports.of(office.imports.entities[record.entity]) : t.imports.one}</h1>
        {record && !isUnderWay(record) && <RemoveButton id={id} />}
      </div>
      <Loading of={loaded} />
      {record && <Facts record={record} onSent={reload} />}
      {record && isUnderWay(record) && <ImportProgress record={record} onChanged={reload} />}
      {record && hasCounts(record) && <ImportResult record={record} isChanged={isChanged} onStarted={reload} />}
      {record && isOpen(record) && record.size !== null && (
        <ImportSettings key={id} record={record} onDirty={setChanged} onStarted={reload} />
      )}
    </>
  );
}

/** Says that what was under way is at its end. */
function useEndSaid(record: Import | undefined): void {
  const before = useRef<Import['state'] | undefined>(undefined);
  useEffect(() => {
    const wasUnderWay = before.current === 'checking' || before.current === 'running';
    if (record && wasUnderWay && !isUnderWay(record)) say(office.imports.states[record.state]);
    before.current = record?.state;
  }, [record?.state]);
}

function Facts({ record, onSent }: { record: Import; onSent: () => void }) {
  const { format, encoding, source, size, created_at, expires_at } = record;
  const texts = office.imports;
  return (
    <section class="card">
      <dl class="facts">
        <dt>{texts.state}</dt>
        <dd>
          <ImportState record={record} />
        </dd>
        <dt>{texts.source}</dt>
        <dd>
          <bdi dir="ltr">{source}</bdi>
        </dd>
        <dt>{texts.format}</dt>
        <dd>
          <bdi dir="ltr">{`${format}, ${encoding}`}</bdi>
        </dd>
        {size !== null && (
          <>
            <dt>{texts.size}</dt>
            <dd>{formatSize(size)}</dd>
          </>
        )}
        <dt>{texts.made}</dt>
        <dd>{formatMoment(created_at)}</dd>
        <dt>{texts.removedAt}</dt>
        <dd>{formatMoment(expires_at)}</dd>
      </dl>
      {isOpen(record) && <ImportFile record={record} onSent={onSent} />}
    </section>
  );
}

function RemoveButton({ id }: { id: string }) {
  const texts = office.imports;
  async function remove() {
    unwrap(await hospital.DELETE('/imports/{id}', { params: { path: { id } } }));
    say(texts.removed);
    go(BACK);
  }
  return (
    <ConfirmButton label={t.admin.remove} title={texts.removeTitle} submit={t.admin.deleteIt} onConfirm={remove}>
      <p>{texts.removeHint}</p>
    </ConfirmButton>
  );
}
