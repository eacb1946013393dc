import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { useReopen } from '../drafts';
import { hasCode } from '../errors';
import { isolated, nameOf } from '../format';
import { type Entry, LISTS, type ListName } from '../history';
import { t } from '../i18n';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { say } from '../ui/status';
import { Entries } from './entries';
import { EntriesForm } from './entries-form';
import type { Patient } from './patient';

interface Props {
  list: ListName;
  patient: Patient;
  version: string;
  onChanged: () => void;
}

/** Always the same one: another one would be a change to the form. */
const NO_ENTRIES: readonly Entry[] = [];

/** One list of a patient: what is in it, and a dialog to edit it as a whole. */
export function HistoryList({ list, patient, version, onChanged }: Props) {
  const [editing, setEditing] = useState(false);
  const action = useAction();
  const draftKey = `${list} of ${patient.id}`;
  useReopen(draftKey, () => setEditing(true));
  const entries: readonly Entry[] = patient[list] ?? NO_ENTRIES;

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
    action.reset();
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
      <Entries fields={LISTS[list]} entries={entries} empty={emptyText(patient, list)} />
      {editing && (
        <Dialog title={t.history.edit(t.history[list])} onClose={close}>
          <EntriesForm
            list={list}
            draftKey={draftKey}
            draftTitle={() => t.drafts.list(t.history[list], isolated(nameOf(patient)))}
            entries={entries}
            action={action}
            onSave={save}
            onBack={close}
          />
        </Dialog>
      )}
    </section>
  );
}

/** Of allergies it matters whether anybody has asked. */
function emptyText(patient: Patient, list: ListName): string {
  if (list !== 'allergies') return t.history.empty;
  return patient.allergies ? t.person.noneKnown : t.person.notAsked;
}
