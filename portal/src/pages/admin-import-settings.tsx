import { unwrap } from 'hospital-service-client';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useAction } from '../actions';
import { isSame, useDraft } from '../drafts';
import { messageOf } from '../errors';
import { useLoad } from '../hooks';
import { office, t } from '../i18n';
import { dialectIn, faultsIn, type Mapping, namedIn } from '../import-mapping';
import { DATE_ORDERS, type Import, loadPreview, ON_DUPLICATE, oneOf, type Preview } from '../imports';
import { hospital, session } from '../session';
import { Button } from '../ui/button';
import { Select } from '../ui/field';
import { Alert, Loading } from '../ui/status';
import { PreviewTable } from './admin-import-preview';

interface Props {
  record: Import;
  /** tells whether something differs from what was checked */
  onDirty: (isDirty: boolean) => void;
  onStarted: () => void;
}

/** How a file is read, beside its first rows, and the button that checks all of it. */
export function ImportSettings(props: Props) {
  const { id, expires_at, format } = props.record;
  // With another file its end moves.
  const loaded = useLoad((signal) => loadPreview(id, signal), [id, expires_at]);
  return (
    <section class="card">
      <h2>{office.imports.columns}</h2>
      <p class="hint">{format === 'csv' ? office.imports.columnsHint : office.imports.linesHint}</p>
      <Loading of={loaded} />
      {loaded.data && <SettingsForm {...props} preview={loaded.data} />}
    </section>
  );
}

interface Chosen {
  mapping: Mapping;
  locale: string;
  date_order: string;
  on_duplicate: string;
}

/** What was chosen before; before that what the file suggests. */
function chosenIn(record: Import, { columns, rows, suggested_mapping }: Preview): Chosen {
  const mapping = record.mapping ?? suggested_mapping;
  const isNew = record.mapping === null && record.format === 'csv';
  const guessed = isNew ? dialectIn(rows, session().settings.date_order) : { locale: '', date_order: '' };
  return {
    mapping: Object.fromEntries(columns.map((column) => [column, mapping[column] ?? ''])),
    locale: record.locale ?? guessed.locale,
    date_order: record.date_order ?? guessed.date_order,
    on_duplicate: record.on_duplicate,
  };
}

/** Of a JSON nothing is mapped: its fields are those of the service, and its numbers and dates, too. */
const changesOf = ({ mapping, locale, date_order, on_duplicate }: Chosen, { format }: Import) => ({
  ...(format === 'csv' && {
    mapping: namedIn(mapping),
    locale: locale || null,
    date_order: DATE_ORDERS.find((each) => each === date_order) ?? null,
  }),
  on_duplicate: oneOf(ON_DUPLICATE, on_duplicate),
});

function SettingsForm({ record, preview, onDirty, onStarted }: Props & { preview: Preview }) {
  const { id, format, entity, state } = record;
  const texts = office.imports;
  const given = useMemo(() => chosenIn(record, preview), [record, preview]);
  const draft = useDraft<Chosen>(`import ${id}`, given, () => t.imports.one);
  const { error, busy, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  const chosen = draft.value;
  const set = (change: Partial<Chosen>) => draft.set({ ...chosen, ...change });
  const faults = faultsIn(chosen.mapping);
  const isDirty = !isSame(chosen, given);
  useEffect(() => onDirty(isDirty), [isDirty]);

  async function check() {
    const params = { path: { id } };
    try {
      unwrap(await hospital.PATCH('/imports/{id}', { params, body: changesOf(chosen, record) }));
      unwrap(await hospital.POST('/imports/{id}/run', { params, body: { dry_run: true } }));
      draft.clear();
    } finally {
      // Also where another one is under way: what was found before is no longer of these settings.
      onStarted();
    }
  }
  function submit(event: Event) {
    event.preventDefault();
    if (faults.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    else void run(check);
  }

  return (
    <form ref={form} onSubmit={submit}>
      <PreviewTable
        entity={entity}
        preview={preview}
        mapping={format === 'csv' ? chosen.mapping : undefined}
        faults={faults}
        error={error}
        onChange={(column, path) => set({ mapping: { ...chosen.mapping, [column]: path } })}
      />
      <div class="filters">
        {format === 'csv' && (
          <>
            <Select
              label={texts.dateOrder}
              value={chosen.date_order}
              onChange={(date_order) => set({ date_order })}
              options={(['', ...DATE_ORDERS] as const).map((value) => ({ value, text: texts.dateOrders[value] }))}
            />
            <Select
              label={texts.locale}
              value={chosen.locale}
              onChange={(locale) => set({ locale })}
              options={localesWith(given.locale).map((value) => ({ value, text: numberIn(value) }))}
            />
          </>
        )}
        {entity === 'patient' && (
          <Select
            label={texts.onDuplicate}
            hint={texts.onDuplicateHint}
            value={chosen.on_duplicate}
            onChange={(on_duplicate) => set({ on_duplicate })}
            options={ON_DUPLICATE.map((value) => ({ value, text: texts.onDuplicates[value] }))}
          />
        )}
      </div>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <div class="row end">
        <Button type="submit" look={state === 'checked' && !isDirty ? undefined : 'primary'} busy={busy}>
          {state === 'checked' ? texts.checkAgain : texts.check}
        </Button>
      </div>
    </form>
  );
}

/** One for each decimal mark, and the one of a program that has prepared the import. */
const localesWith = (given: string): string[] => [...new Set(['', 'en', 'de', given])];
const numberIn = (locale: string): string => (locale === '' ? '1234.5' : (1234.5).toLocaleString(locale));
