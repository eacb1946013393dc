import { pageOf } from 'hospital-service-client';
import { isOpen } from '../appointments';
import { dayOf, formatMoment, isolated, nameOf, now } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { linkTo } from '../router';
import { hospital } from '../session';
import { Loading } from '../ui/status';

const SHOWN = 5;

interface Props {
  patient: string;
  /** the appointment that gets another time, which is told already */
  moving: string | undefined;
  /** loads them again */
  changed: unknown;
}

/** What a patient has already, so that nobody is booked twice for the same. */
export function ComingVisits({ patient, moving, changed }: Props) {
  const page = useLoad(
    async (signal) => {
      const query = { patient_id: patient, from: now(), view: 'full' as const, limit: SHOWN };
      return pageOf(await hospital.GET('/calendar/appointments/', { params: { query }, signal }));
    },
    [patient, changed],
  );
  const visits = page.data?.items.filter(({ id, status }) => id !== moving && isOpen(status)) ?? [];
  return (
    <section class="visits">
      <h2>{t.booking.visits}</h2>
      <Loading of={page} />
      {page.data && visits.length === 0 && <p class="muted">{t.patient.noneComing}</p>}
      <ul class="plain">
        {visits.map(({ id, schedule, doctor, department }) => (
          <li key={id}>
            <a href={linkTo('/calendar', { day: dayOf(schedule), appointment: id })}>{formatMoment(schedule)}</a>
            <br />
            <span class="muted">
              {[doctor && nameOf(doctor), department?.name]
                .filter(Boolean)
                .map((text) => isolated(text ?? ''))
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {page.data?.next && <a href={linkTo(`/patients/${patient}`)}>{t.booking.allVisits}</a>}
    </section>
  );
}
