import { t } from '../i18n';
import { linkTo } from '../router';
import { useStaff } from '../staff';
import { ToAppointment, usedBy } from './admin-in-use';

/** Why a department stays, and the way to the doctor or the appointment that keeps it. */
export function InUse({ error }: { error: unknown }) {
  const id = usedBy(error);
  const staff = useStaff();
  const isDoctor = staff.data?.doctors.some((doctor) => doctor.id === id);
  return (
    <>
      {t.departments.inUse} {isDoctor && <a href={linkTo(`/admin/doctors/${id}/hours`)}>{t.departments.toHours}</a>}
      {isDoctor === false && <ToAppointment id={id} />}
    </>
  );
}
