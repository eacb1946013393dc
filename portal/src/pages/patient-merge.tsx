import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { hasCode, messageOf } from '../errors';
import { nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { type Decision, takeOf } from '../merge';
import { loadRecord, openRecord } from '../records';
import { go, idOf, linkTo, setQuery } from '../router';
import { hospital } from '../session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { PatientField } from '../ui/patient-field';
import { Alert, Loading } from '../ui/status';
import type { PageProps } from './index';
import type { Patient } from './patient';
import { Duplicates } from './patient-duplicates';
import { Comparison } from './patient-merge-table';
import { Warnings } from './patient-warnings';

/** Two records of one person become one. The address says which stays, and which goes. */
export function MergePage({ params: { id = '' }, query }: PageProps) {
  const from = idOf(query.get('from'));
  const stays = useLoad((signal) => openRecord(id, signal), [id]);
  const goes = useLoad(async (signal) => (from && from !== id ? loadRecord(from, signal) : null), [from]);
  if (!stays.data) return <Loading page of={stays} />;
  const { patient } = stays.data;
  return (
    <>
      <h1>{t.merge.title}</h1>
      <Warnings patient={patient} />
      <Loading of={goes} />
      {goes.data ? (
        <MergeForm key={from} stays={patient} goes={goes.data} />
      ) : (
        <>
          <p>
            {t.merge.stays}: <bdi>{nameOf(patient)}</bdi> <span class="muted unbroken">{patient.reg_number}</span>
          </p>
          <Duplicates id={id} />
          <section class="card">
            <PatientField label={t.merge.other} onChoose={(chosen) => setQuery({ from: chosen.id })} />
            <div class="row end">
              <a class="button" href={linkTo(`/patients/${id}`)}>
                {t.cancel}
              </a>
            </div>
          </section>
        </>
      )}
    </>
  );
}

function MergeForm({ stays, goes }: { stays: Patient; goes: Patient }) {
  const [taken, setTaken] = useState<ReadonlySet<Decision>>(new Set());
  const [asking, setAsking] = useState(false);
  const { busy, error, run, reset } = useAction();

  function take(decision: Decision, isTaken: boolean) {
    const next = new Set(taken);
    if (isTaken) next.add(decision);
    else next.delete(decision);
    setTaken(next);
  }
  const merge = () =>
    run(async () => {
      const body = { from: goes.id, take: takeOf(taken) };
      const { moved } = unwrap(
        await hospital.POST('/patient/{id}/merge', { params: { path: { id: stays.id } }, body }),
      );
      const counts = Object.entries(moved).map(([kind, count]) => [kind, String(count)]);
      // The record says what was done for as long as one looks at it.
      go(`/patients/${stays.id}`, {}, { merged: goes.id, ...Object.fromEntries(counts) });
    });

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <p>{t.merge.intro}</p>
      <Comparison stays={stays} goes={goes} taken={taken} onTake={take} />
      <p class="muted">{t.merge.both}</p>
      <div class="row end">
        <a class="button" href={linkTo(`/patients/${stays.id}`)}>
          {t.cancel}
        </a>
        <a class="button" href={linkTo(`/patients/${goes.id}/merge`, { from: stays.id })}>
          {t.merge.swap}
        </a>
        <Button type="submit" look="primary">
          {t.merge.submit}
        </Button>
      </div>
      {asking && (
        <Dialog
          title={t.merge.title}
          onClose={() => {
            setAsking(false);
            reset();
          }}
        >
          <p>{t.merge.question(goes.reg_number, stays.reg_number)}</p>
          {error !== undefined && <Alert>{hasCode(error, 'inconsistent') ? t.merge.family : messageOf(error)}</Alert>}
          <div class="row end">
            <Button
              onClick={() => {
                setAsking(false);
                reset();
              }}
            >
              {t.back}
            </Button>
            <Button look="danger" busy={busy} onClick={merge}>
              {t.merge.confirm}
            </Button>
          </div>
        </Dialog>
      )}
    </form>
  );
}
