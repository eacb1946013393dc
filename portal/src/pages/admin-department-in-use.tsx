import { HospitalError } from 'hospital-service-client';
import { dayOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { idOf, linkTo } from '../router';
import { hospital } from '../session';
import { useStaff } from '../staff';

/** Why a department stays, and the way to what keeps it: the service names a doctor or an appointment by the id. */
export function InUse({ error }: { error: unknown }) {
  const said = error instanceof HospitalError ? String(error.detail) : '';
  const id = idOf(said.split(' ').at(-1) ?? '');
  const staff = useStaff();
  const isDoctor = staff.data?.doctors.some((doctor) => doctor.id === id);
  const found = useLoad(
    async (signal) =>
      isDoctor === false && id
        ? hospital.GET('/calendar/appointments/{id}', {
            params: { path: { id }, query: { view: 'full' as const } },
            signal,
          })
        : undefined,
    [isDoctor, id],
  );
  const schedule = found.data?.ok ? found.data.data.schedule : undefined;
  return (
    <>
      {t.departments.inUse} {isDoctor && <a href={linkTo(`/admin/doctors/${id}/hours`)}>{t.departments.toHours}</a>}
      {schedule && (
        <a href={linkTo('/calendar', { day: dayOf(schedule), appointment: id })}>{t.departments.toAppointment}</a>
      )}
    </>
  );
}
