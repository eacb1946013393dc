import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import type { Invited } from '../accounts';
import { bodyOf, type Doctor, doctorLabels, NO_DOCTOR } from '../doctors';
import { EditForm, useEdit } from '../edit';
import { faultOf } from '../errors';
import { nameOf } from '../format';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { Password } from '../ui/field';
import { Alert, say } from '../ui/status';
import { newKey, useCreate } from '../unanswered';
import { DoctorFields } from './admin-doctor-fields';
import { PasswordLink } from './admin-link';
import { Up } from './admin-up';

/** Makes a doctor with an account: who may, gets a link by which the doctor sets the password, others choose the first one. */
export function NewDoctor() {
  const byLink = may('account:update');
  const { lost, create } = useCreate<Schema<'DoctorInput'>>('doctor');
  const edit = useEdit('doctor', NO_DOCTOR, doctorLabels(), () => t.doctors.add);
  const [password, setPassword] = useState('');
  const [made, setMade] = useState<{ doctor: Doctor; invited: Invited | undefined }>();

  async function add() {
    const { user, first_name = '', last_name = '', license_number = '', ...more } = bodyOf(edit.value);
    const account = { ...user, email: user.email ?? '', password: byLink ? newKey() : password };
    const body = { first_name, last_name, license_number, ...more, user: account };
    const result = await create(body, (body, headers) =>
      hospital.POST('/doctor/', { body, headers: { ...headers, prefer: 'return=representation' } }),
    );
    const doctor = unwrap(result);
    edit.draft.clear();
    say(t.doctors.added(nameOf(doctor)));
    if (!byLink) return go(`/admin/doctors/${doctor.id}/hours`);
    // The password that nobody knows ends with this.
    const reset = await hospital.POST('/auth/users/{id}/reset', { params: { path: { id: doctor.user.id } } });
    setMade({ doctor, invited: reset.ok ? reset.data : undefined });
  }

  if (made) {
    const { doctor, invited } = made;
    return (
      <>
        <h1>
          <bdi>{nameOf(doctor)}</bdi>
        </h1>
        <section class="card">
          {invited ? (
            <PasswordLink invited={invited} onDone={() => go(`/admin/doctors/${doctor.id}/hours`)} />
          ) : (
            <Alert>
              {t.doctors.noLink} <a href={linkTo(`/admin/people/${doctor.user.id}`)}>{t.doctors.account}</a>
            </Alert>
          )}
        </section>
      </>
    );
  }
  return (
    <>
      <Up path="/admin/doctors" title={t.doctors.title} />
      <h1>{t.doctors.add}</h1>
      <EditForm
        edit={edit}
        submit={t.doctors.add}
        taken={t.doctors.taken}
        isLost={lost !== undefined}
        back={linkTo('/admin/doctors')}
        onSubmit={add}
      >
        <p class="hint">{t.doctors.addHint}</p>
        <DoctorFields edit={edit} />
        {byLink ? (
          <p class="hint">{t.doctors.passwordByLink}</p>
        ) : (
          <Password
            isNew
            label={t.doctors.password}
            hint={t.doctors.passwordHint}
            value={password}
            error={faultOf(edit.action.error, 'user.password')}
            onInput={({ currentTarget: { value } }) => setPassword(value)}
          />
        )}
      </EditForm>
    </>
  );
}
