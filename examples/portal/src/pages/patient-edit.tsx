import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { hasCode } from '../errors';
import { formatDate, isolated, nameOf } from '../format';
import { useLoad, useSettled } from '../hooks';
import { t } from '../i18n';
import { changesOf, NOBODY, type Person, personOf } from '../person';
import { openRecord } from '../records';
import { go, linkTo } from '../router';
import { hospital, SEARCH_MAX } from '../session';
import { Loading, say } from '../ui/status';
import { useCreate } from '../unanswered';
import type { PageProps } from './index';
import { PatientForm } from './patient-form';
import { Warnings } from './patient-warnings';

const LIKELY = 5;

/** Registers a patient. While the name is typed, patients are shown who have it already. */
export function NewPatient() {
  const [name, setName] = useState('');
  const { lost, create } = useCreate<Person>('patient');
  const [person] = useState(lost ?? NOBODY);
  const action = useAction();

  async function register(body: Person) {
    const result = await create(body, (body, headers) => hospital.POST('/patient/', { body, headers }));
    const patient = unwrap(result);
    say(t.patient.registered(nameOf(patient)));
    // The patient's page asks who they are.
    const duplicates = result.response?.headers.get('link')?.includes('rel="duplicate"');
    go(`/patients/${patient.id}`, { duplicates: duplicates ? 'yes' : undefined });
  }

  return (
    <>
      <h1>{t.patient.newTitle}</h1>
      <PatientForm
        person={person}
        isNew
        isLost={lost !== undefined}
        submit={t.patient.register}
        action={action}
        back={linkTo('/patients')}
        onSubmit={register}
        draftKey="registration"
        draftTitle={(person) => t.drafts.registration(isolated(nameOf(person)))}
        onChange={({ first_name, last_name }) => setName(first_name && last_name && `${first_name} ${last_name}`)}
      />
      <SamePerson name={name} />
    </>
  );
}

/** Always in the page, as screen readers only notice what changes in what they know. */
function SamePerson({ name }: { name: string }) {
  const asked = useSettled(name.trim().slice(0, SEARCH_MAX), 500);
  const found = useLoad(
    async (signal) =>
      asked
        ? unwrap(await hospital.GET('/patient/', { params: { query: { search: asked, limit: LIKELY } }, signal }))
        : [],
    [asked],
  );
  const patients = found.data ?? [];
  return (
    <aside aria-label={t.patient.samePerson} aria-live="polite">
      {patients.length > 0 && (
        <div class="card note">
          <h2>{t.patient.samePerson}</h2>
          <p>{t.patient.samePersonHint}</p>
          <ul class="plain">
            {patients.map((patient) => (
              <li key={patient.id}>
                <a href={linkTo(`/patients/${patient.id}`)}>
                  <bdi>{nameOf(patient)}</bdi>
                </a>{' '}
                <span class="muted">
                  {[patient.dob && formatDate(patient.dob), patient.reg_number].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
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
      const changes = changesOf(personOf(patient), body);
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
