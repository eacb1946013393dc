import { HospitalError } from 'hospital-service-client';
import { dayOf } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { idOf, linkTo } from '../router';
import { hospital } from '../session';

/** The record that a 400 `in_use` names: by its id, at the end of what the service says. */
export function usedBy(error: unknown): string {
  const said = error instanceof HospitalError ? String(error.detail) : '';
  return idOf(said.split(' ').at(-1) ?? '');
}

/** The way to an appointment that keeps a record from being deleted. @param id empty as long as nobody knows whether it is one */
export function ToAppointment({ id }: { id: string }) {
  const found = useLoad(
    async (signal) => {
      const params = { path: { id }, query: { view: 'full' as const } };
      return id ? hospital.GET('/calendar/appointments/{id}', { params, signal }) : undefined;
    },
    [id],
  );
  const schedule = found.data?.ok ? found.data.data.schedule : undefined;
  if (!schedule) return null;
  return <a href={linkTo('/calendar', { day: dayOf(schedule), appointment: id })}>{t.departments.toAppointment}</a>;
}
