import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { hasCode, messageOf } from '../errors';
import { formatDate } from '../format';
import { type Entry, type EntryField, isDate, LISTS, type ListName } from '../history';
import { t } from '../i18n';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Meanwhile } from '../ui/meanwhile';
import { Alert, say } from '../ui/status';
import { EntriesForm } from './entries-form';
import type { Patient } from './patient';

interface Props {
  list: ListName;
  patient: Patient;
  version: string;
  onChanged: () => void;
}

/** One list of a patient: what is in it, and a dialog to edit it as a whole. */
export function HistoryList({ list, patient, version, onChanged }: Props) {
  const [editing, setEditing] = useState(false);
  const [round, setRound] = useState(0);
  const { busy, error, run, reset } = useAction();
  const entries: readonly Entry[] = patient[list];

  async function save(changed: readonly Entry[]) {
    const params = { path: { id: patient.id }, header: { 'if-match': version } };
    try {
      unwrap(await hospital.PATCH('/patient/{id}', { params, body: { [list]: changed } }));
    } catch (problem) {
      if (hasCode(problem, 'outdated')) onChanged();
      throw problem;
    }
    say(t.patient.saved);
    setEditing(false);
    onChanged();
  }
  function close() {
    setEditing(false);
    reset();
  }
  /** Draws the form anew, with what is stored. */
  function takeStored() {
    setRound(round + 1);
    reset();
  }

  return (
    <section class="list">
      <div class="heading">
        <h3>{t.history[list]}</h3>
        {may('patient:update') && (
          <Button look="quiet" aria-label={t.history.edit(t.history[list])} onClick={() => setEditing(true)}>
            {t.patient.edit}
          </Button>
        )}
      </div>
      <Entries fields={LISTS[list]} entries={entries} />
      {editing && (
        <Dialog title={t.history.edit(t.history[list])} onClose={close}>
          {hasCode(error, 'outdated') ? (
            <Meanwhile onTake={takeStored}>
              <Entries fields={LISTS[list]} entries={entries} />
              <p>{t.meanwhile.replaces}</p>
            </Meanwhile>
          ) : (
            error !== undefined && <Alert>{messageOf(error)}</Alert>
          )}
          <EntriesForm
            key={round}
            list={list}
            fields={LISTS[list]}
            entries={entries}
            error={error}
            busy={busy}
            onSave={(changed) => run(() => save(changed))}
            onBack={close}
          />
        </Dialog>
      )}
    </section>
  );
}

function Entries({ fields, entries }: { fields: readonly EntryField[]; entries: readonly Entry[] }) {
  if (entries.length === 0) return <p class="muted">{t.history.empty}</p>;
  return (
    <ul class="plain">
      {entries.map((entry, i) => (
        <li key={i}>
          <EntryText fields={fields} entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function EntryText({ fields: [name, ...more], entry }: { fields: readonly EntryField[]; entry: Entry }) {
  const notes = more.flatMap((field) => {
    const text = entry[field];
    return text ? [isDate(field) ? formatDate(text) : text] : [];
  });
  return (
    <>
      <bdi>
        <strong>{name && entry[name]}</strong>
      </bdi>{' '}
      <span class="muted">
        <bdi>{notes.join(' · ')}</bdi>
      </span>
    </>
  );
}
