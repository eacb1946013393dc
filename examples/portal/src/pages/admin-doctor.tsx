import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { bodyOf, type Doctor, doctorLabels, loadDoctor, textsOf } from '../doctors';
import { EditForm, useEdit } from '../edit';
import { hasCode } from '../errors';
import { nameOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Loading, say } from '../ui/status';
import { DoctorFields } from './admin-doctor-fields';
import { Up } from './admin-up';
import { ClosureList } from './closure-list';
import type { PageProps } from './index';

export { NewDoctor } from './admin-doctor-new';

/** A doctor: the record with its account, leave, and the way to the working hours. */
export function DoctorPage({ params: { id = '' } }: PageProps) {
  const loaded = useLoad((signal) => loadDoctor(id, signal), [id]);
  const [isRemoving, setRemoving] = useState(false);
  if (!loaded.data)
    return (
      <>
        <Up path="/admin/doctors" title={t.doctors.title} />
        <h1>{t.doctors.one}</h1>
        <Loading of={loaded} />
      </>
    );
  const { doctor, version } = loaded.data;

  async function remove() {
    const params = { path: { id }, header: { 'if-match': version } };
    try {
      unwrap(await hospital.DELETE('/doctor/{id}', { params }));
    } catch (error) {
      if (hasCode(error, 'outdated')) loaded.reload();
      throw error;
    }
    say(t.doctors.removed);
    go('/admin/doctors');
  }

  return (
    <>
      <Up path="/admin/doctors" title={t.doctors.title} />
      <div class="heading">
        <h1>
          <bdi>{nameOf(doctor)}</bdi> <small class="muted unbroken">{doctor.reg_number}</small>
        </h1>
        <a class="button" href={linkTo('/', { doctor: id })}>
          {t.doctors.calendar}
        </a>
        {may('account:read') && (
          <a class="button" href={linkTo(`/admin/people/${doctor.user.id}`)}>
            {t.doctors.account}
          </a>
        )}
        {may('hours:update') && (
          <a class="button primary" href={linkTo(`/admin/doctors/${id}/hours`)}>
            {t.doctors.hours}
          </a>
        )}
      </div>
      <Loading of={loaded} />
      {may('hours:update') && (
        <section class="card">
          <ClosureList doctor={id}>
            <h2>{t.doctors.leave}</h2>
          </ClosureList>
        </section>
      )}
      <DoctorForm doctor={doctor} version={version} onChanged={loaded.reload} />
      {may('doctor:delete') && (
        <div class="row end">
          <Button onClick={() => setRemoving(true)}>{t.admin.remove}</Button>
        </div>
      )}
      {isRemoving && (
        <Confirm
          title={t.doctors.removeTitle}
          submit={t.admin.deleteIt}
          onClose={() => setRemoving(false)}
          onConfirm={remove}
        >
          <p>{t.doctors.removeHint(nameOf(doctor))}</p>
        </Confirm>
      )}
    </>
  );
}

interface FormProps {
  doctor: Doctor;
  version: string;
  onChanged: () => void;
}

function DoctorForm({ doctor, version, onChanged }: FormProps) {
  const { id } = doctor;
  const edit = useEdit(`doctor ${id}`, textsOf(doctor), doctorLabels(), () => t.doctors.one);
  async function save() {
    const params = { path: { id }, header: { 'if-match': version } };
    const { user, ...body } = bodyOf(edit.changes);
    const isOfAccount = 'email' in edit.changes || 'phone_number' in edit.changes;
    try {
      unwrap(await hospital.PATCH('/doctor/{id}', { params, body: { ...body, ...(isOfAccount && { user }) } }));
    } catch (error) {
      if (hasCode(error, 'outdated')) onChanged();
      throw error;
    }
    edit.draft.clear();
    onChanged();
    say(t.doctors.saved);
  }
  return (
    <EditForm edit={edit} submit={t.save} taken={t.doctors.taken} back={linkTo('/admin/doctors')} onSubmit={save}>
      <h2>{t.doctors.details}</h2>
      <DoctorFields edit={edit} />
    </EditForm>
  );
}
