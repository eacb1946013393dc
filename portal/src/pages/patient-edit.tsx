import { duplicatesOf, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { hasCode } from '../errors';
import { isolated, nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { bodyOf, changesOf, NOBODY, type Person, personOf } from '../person';
import { personTyped } from '../person-typed';
import { openRecord } from '../records';
import { go, linkTo } from '../router';
import { hospital } from '../session';
import { Loading, say } from '../ui/status';
import { useCreate } from '../unanswered';
import { openWalkIn, WALK_IN } from '../walk-in';
import type { PageProps } from './index';
import { PatientForm } from './patient-form';
import { SamePerson } from './patient-same';
import { Warnings } from './patient-warnings';

/** Registers a patient. While one types, patients are shown who may be the same person. */
export function NewPatient({ query, notes }: PageProps) {
  const [typed, setTyped] = useState(NOBODY);
  const { lost, create } = useCreate<Person>('patient');
  const [person] = useState(lost ?? NOBODY);
  const action = useAction();

  async function register(person: Person) {
    const result = await create(person, ({ address, ...others }, headers) => {
      const body = { ...bodyOf(others), ...(address && { addresses: [address] }) };
      return hospital.POST('/patient/', { body, headers });
    });
    const patient = unwrap(result);
    say(t.patient.registered(nameOf(patient)));
    // The patient's page asks who they are.
    const mayBeKnown = duplicatesOf(result).length > 0;
    go(`/patients/${patient.id}`, { duplicates: mayBeKnown ? 'yes' : undefined });
    if (query.get('for') === WALK_IN && !mayBeKnown) openWalkIn(patient.id);
  }

  return (
    <>
      <h1>{t.patient.newTitle}</h1>
      <PatientForm
        person={person}
        isNew
        typed={notes.typed && !lost ? personTyped(notes.typed) : undefined}
        isLost={lost !== undefined}
        submit={t.patient.register}
        action={action}
        back={linkTo('/patients')}
        onSubmit={register}
        draftKey="registration"
        draftTitle={(person) => t.drafts.registration(isolated(nameOf(person)))}
        onChange={setTyped}
      >
        <SamePerson person={typed} />
      </PatientForm>
    </>
  );
}

/** Changes the fields of a patient, and nothing that somebody else has changed since they were shown. */
export function EditPatient({ params: { id = '' } }: PageProps) {
  const action = useAction();
  const loaded = useLoad((signal) => openRecord(id, signal), [id]);
  const { patient, version } = loaded.data ?? {};

  async function save(body: Person) {
    if (!patient) return;
    const params = { path: { id }, header: { 'if-match': version } };
    let booked = 0;
    try {
      const changes = bodyOf(changesOf(personOf(patient), body));
      booked = unwrap(await hospital.PATCH('/patient/{id}', { params, body: changes })).appointments?.length ?? 0;
    } catch (error) {
      if (hasCode(error, 'outdated')) loaded.reload();
      throw error;
    }
    // Of who has died: their page lists them.
    say(booked > 0 ? t.person.stillBooked(booked) : t.patient.saved);
    go(`/patients/${id}`);
  }

  return (
    <>
      <h1>{t.patient.editTitle}</h1>
      <Loading page of={loaded} />
      {patient && <Warnings patient={patient} />}
      {patient && (
        <PatientForm
          person={personOf(patient)}
          submit={t.save}
          action={action}
          back={linkTo(`/patients/${id}`)}
          onSubmit={save}
          draftKey={`patient ${id}`}
          draftTitle={() => t.drafts.patient(isolated(nameOf(patient)))}
          version={version}
        />
      )}
    </>
  );
}
