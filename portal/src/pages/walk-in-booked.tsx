import { pageOf } from 'hospital-service-client';
import { dayOf, formatTime, isolated, nameOf, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { linkTo } from '../router';
import { hospital } from '../session';

interface Props {
  patient: string;
  /** one of them is opened */
  onOpen: () => void;
}

/** Who has an appointment today is checked in to that, and needs no second one. */
export function BookedToday({ patient, onOpen }: Props) {
  const visits = useLoad(
    async (signal) => {
      const [from, to] = [today(), `${today()}T23:59:59`];
      const query = { ...{ patient_id: patient, from, to }, status: ['SCEDULED'], view: 'full' as const, limit: 5 };
      return pageOf(await hospital.GET('/calendar/appointments/', { params: { query }, signal })).items;
    },
    [patient],
  );
  // What is only a hint keeps nobody waiting where it fails.
  if (!visits.data || visits.data.length === 0) return null;
  return (
    <div class="told" role="status">
      {t.walkIn.booked}
      <ul class="plain">
        {visits.data.map(({ id, schedule, doctor }) => (
          <li key={id}>
            <a href={linkTo('/calendar', { day: dayOf(schedule), appointment: id })} onClick={onOpen}>
              {formatTime(schedule)} {doctor && isolated(nameOf(doctor))}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
