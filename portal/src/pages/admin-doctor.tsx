import type { Schema } from 'hospital-service-client';
import { bodyOf, type Doctor, doctorLabels, readDoctor, textsOf } from '../doctors';
import { EditForm, useEdit, useRecord } from '../edit';
import { nameOf } from '../format';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { ConfirmButton } from '../ui/confirm';
import { Loading, say } from '../ui/status';
import { DoctorFields } from './admin-doctor-fields';
import { Up } from './admin-up';
import { ClosureList } from './closure-list';
import type { PageProps } from './index';

export { NewDoctor } from './admin-doctor-new';

/** A doctor: the record with its account, leave, and the way to the working hours. */
export function DoctorPage({ params: { id = '' } }: PageProps) {
  const { loaded, record: doctor, write } = useRecord(id, (signal) => readDoctor(id, signal));
  async function remove() {
    await write((header) => hospital.DELETE('/doctor/{id}', { params: { path: { id }, header } }));
    say(t.doctors.removed);
    go('/admin/doctors');
  }
  async function save(body: Schema<'DoctorPatchInput'>) {
    await write((header) => hospital.PATCH('/doctor/{id}', { params: { path: { id }, header }, body }));
    loaded.reload();
  }
  return (
    <>
      <Up path="/admin/doctors" title={t.doctors.title} />
      <div class="heading">
        <h1>{doctor ? <bdi>{nameOf(doctor)}</bdi> : t.doctors.one}</h1>
        {doctor && <Ways doctor={doctor} />}
      </div>
      <Loading of={loaded} />
      {doctor && (
        <>
          {may('hours:update') && (
            <section class="card">
              <ClosureList doctor={id}>
                <h2>{t.doctors.leave}</h2>
              </ClosureList>
            </section>
          )}
          <DoctorForm doctor={doctor} onSave={save} />
          {may('doctor:delete') && (
            <div class="row end">
              <ConfirmButton
                label={t.admin.remove}
                title={t.doctors.removeTitle}
                submit={t.admin.deleteIt}
                onConfirm={remove}
              >
                <p>{t.doctors.removeHint(nameOf(doctor))}</p>
              </ConfirmButton>
            </div>
          )}
        </>
      )}
    </>
  );
}

/** To what else belongs to a doctor. */
function Ways({ doctor: { id, user } }: { doctor: Doctor }) {
  return (
    <>
      <a class="button" href={linkTo('/calendar', { doctor: id })}>
        {t.doctors.calendar}
      </a>
      {may('account:read') && (
        <a class="button" href={linkTo(`/admin/people/${user.id}`)}>
          {t.doctors.account}
        </a>
      )}
      {may('hours:update') && (
        <a class="button primary" href={linkTo(`/admin/doctors/${id}/hours`)}>
          {t.doctors.hours}
        </a>
      )}
    </>
  );
}

interface FormProps {
  doctor: Doctor;
  onSave: (body: Schema<'DoctorPatchInput'>) => Promise<void>;
}

function DoctorForm({ doctor, onSave }: FormProps) {
  const edit = useEdit(`doctor ${doctor.id}`, textsOf(doctor), doctorLabels(), () => t.doctors.one);
  async function save() {
    const { user, ...body } = bodyOf(edit.changes);
    const isOfAccount = 'email' in edit.changes || 'phone_number' in edit.changes;
    await onSave({ ...body, ...(isOfAccount && { user }) });
    edit.draft.clear();
    say(t.doctors.saved);
  }
  return (
    <EditForm edit={edit} submit={t.save} taken={t.doctors.taken} back={linkTo('/admin/doctors')} onSubmit={save}>
      <h2>
        {t.doctors.details} <small class="muted unbroken">{doctor.reg_number}</small>
      </h2>
      <DoctorFields edit={edit} />
    </EditForm>
  );
}
