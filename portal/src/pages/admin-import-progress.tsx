import { unwrap } from 'hospital-service-client';
import { office } from '../i18n';
import { locale } from '../i18n/locale';
import type { Import } from '../imports';
import { hospital } from '../session';
import { ConfirmButton } from '../ui/confirm';
import { ImportCounts } from './admin-import-result';

/** How far an import is that is under way, and what stops it. */
export function ImportProgress({ record, onChanged }: { record: Import; onChanged: () => void }) {
  const { id, read, size, rows, dry_run } = record;
  const texts = office.imports;
  const share = size ? read / size : 0;
  async function stop() {
    unwrap(await hospital.DELETE('/imports/{id}', { params: { path: { id } } }));
    onChanged();
  }
  return (
    <section class="card">
      <div class="heading">
        <h2>{texts.states[record.state]}</h2>
        <ConfirmButton label={texts.stop} title={texts.stopTitle} submit={texts.stopSubmit} onConfirm={stop}>
          <p>{dry_run ? texts.stopCheck : texts.stopRun}</p>
        </ConfirmButton>
      </div>
      <div class="bar">
        <progress value={share} aria-label={texts.progress} />
        <span class="numeric">{share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })}</span>
      </div>
      <p class="muted">{texts.looked(rows)}</p>
      <ImportCounts record={record} />
    </section>
  );
}
