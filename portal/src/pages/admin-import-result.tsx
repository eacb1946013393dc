import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { formatNumber } from '../format';
import { useLoad } from '../hooks';
import { office } from '../i18n';
import {
  faultText,
  type Import,
  loadRows,
  type Result,
  type Row,
  readRows,
  rowText,
  SHOWN,
  sameText,
} from '../imports';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { DownloadCsv } from '../ui/download-csv';
import { Alert, Loading } from '../ui/status';
import { Table } from '../ui/table';

/** What has become of the rows so far, or would. */
export function ImportCounts({ record }: { record: Import }) {
  const { counts } = office.imports;
  const lines: [string, number, boolean?][] = [
    [counts.rows, record.rows, true],
    [record.dry_run ? counts.wouldCreate : counts.created, record.created, true],
    [counts.failed, record.failed, true],
    [counts.duplicate, record.duplicate],
    [counts.known, record.known],
  ];
  return (
    <dl class="facts">
      {lines
        .filter(([, count, isAlways]) => isAlways || count > 0)
        .map(([name, count]) => (
          <>
            <dt>{name}</dt>
            <dd>{formatNumber(count)}</dd>
          </>
        ))}
    </dl>
  );
}

interface Props {
  record: Import;
  /** the settings are others by now: what was found is not of them */
  isChanged: boolean;
  onStarted: () => void;
}

/** What a check or a run has found, and after a check the way on. */
export function ImportResult({ record, isChanged, onStarted }: Props) {
  const { state, reason, dry_run, created, failed, duplicate } = record;
  const texts = office.imports;
  return (
    <>
      <section class="card">
        <h2>{dry_run ? texts.verdict : texts.result}</h2>
        {state === 'failed' && <Alert>{texts.broken(reason ?? '')}</Alert>}
        <ImportCounts record={record} />
        {(state === 'failed' || state === 'stopped') && <p class="muted">{texts.again}</p>}
        {state === 'checked' && created === 0 && <p>{texts.nothing}</p>}
        {state === 'checked' && created > 0 && isChanged && <p>{texts.changed}</p>}
        {state === 'checked' && created > 0 && !isChanged && <GoButton record={record} onStarted={onStarted} />}
      </section>
      {failed > 0 && <Report record={record} result="failed" />}
      {duplicate > 0 && <Report record={record} result="duplicate" />}
    </>
  );
}

/** Asks once more, with the numbers of the check. */
function GoButton({ record: { id, rows, created }, onStarted }: Pick<Props, 'record' | 'onStarted'>) {
  const [isAsking, setAsking] = useState(false);
  const texts = office.imports;
  async function start() {
    unwrap(await hospital.POST('/imports/{id}/run', { params: { path: { id } }, body: { dry_run: false } }));
    setAsking(false);
    onStarted();
  }
  return (
    <div class="row">
      <Button look="primary" onClick={() => setAsking(true)}>
        {texts.go}
      </Button>
      {isAsking && (
        <Confirm
          title={texts.goTitle(created)}
          submit={texts.goSubmit}
          look="primary"
          onConfirm={start}
          onClose={() => setAsking(false)}
        >
          <p>{texts.goHint(rows - created)}</p>
        </Confirm>
      )}
    </div>
  );
}

function Report({ record, result }: { record: Import; result: Result }) {
  const { id, state } = record;
  const texts = office.imports;
  const isFailed = result === 'failed';
  const title = isFailed ? texts.faults : texts.duplicates;
  const loaded = useLoad((signal) => loadRows(id, result, signal), [id, state, result]);
  const line = { head: texts.line, numeric: true, cell: (row: Row) => formatNumber(row.line) };
  const column = {
    head: texts.column,
    look: 'loose' as const,
    cell: (row: Row) => row.column && <bdi>{row.column}</bdi>,
  };
  const fault = { head: texts.fault, look: 'loose' as const, cell: (row: Row) => <Fault row={row} record={record} /> };
  const same = { head: texts.who, look: 'loose' as const, cell: sameText };
  const cells = { head: texts.row, look: 'loose' as const, cell: rowText };
  return (
    <section class="card">
      <div class="heading">
        <h2>{title}</h2>
        <DownloadCsv what={title} name={`import-${result}`} read={() => readRows(id, result)} />
      </div>
      {isFailed && <p class="hint">{texts.faultsHint}</p>}
      <Loading of={loaded} />
      {loaded.data && (
        <Table
          caption={title}
          rows={loaded.data}
          keyOf={(row) => String(row.line)}
          columns={isFailed ? [line, column, fault, cells] : [line, same, cells]}
        />
      )}
      {record[result] > SHOWN && <p class="muted">{texts.first(formatNumber(SHOWN))}</p>}
    </section>
  );
}

/** In the language of the page, and as the service says it, which may know more: what there may be, or of several faults all. */
function Fault({ row, record }: { row: Row; record: Import }) {
  const text = faultText(row, record);
  return (
    <div>
      {text}
      {text !== row.msg && (
        <p class="hint" lang="en" dir="ltr">
          {row.msg}
        </p>
      )}
    </div>
  );
}
