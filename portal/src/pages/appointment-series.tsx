import type { Schema } from 'hospital-service-client';
import { isOpen, statusLook, statusText } from '../appointments';
import { dayOf, formatMoment } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { linkTo } from '../router';
import { loadSeries } from '../series';
import { may } from '../session';
import { Button } from '../ui/button';
import { Loading } from '../ui/status';

interface Props {
  appointment: Schema<'FullAppointment'>;
  series: string;
  onCancel: () => void;
}

/** The series that a visit is part of, and a way to end it. */
export function AppointmentSeries({ appointment, series, onCancel }: Props) {
  const loaded = useLoad((signal) => loadSeries(series, signal), [series, appointment.updated_at]);
  const visits = loaded.data ?? [];
  const place = visits.findIndex(({ id }) => id === appointment.id);
  const isLeft = visits.slice(Math.max(place, 0)).some(({ status }) => isOpen(status));
  return (
    <section class="list" aria-label={t.series.title}>
      <Loading of={loaded} />
      {loaded.data && (
        <details class="folded">
          <summary>{place < 0 ? t.series.partOf : t.series.place(place + 1, visits.length)}</summary>
          <ol class="plain">
            {visits.map(({ id, schedule, status }) => (
              <li key={id}>
                {id === appointment.id ? (
                  <strong>{formatMoment(schedule)}</strong>
                ) : (
                  <a href={linkTo('/calendar', { day: dayOf(schedule), appointment: id })}>{formatMoment(schedule)}</a>
                )}{' '}
                <span class={`badge ${statusLook(status)}`}>{statusText(status)}</span>
              </li>
            ))}
          </ol>
          {isLeft && may('appointment:update') && (
            <div class="row close">
              <Button look="quiet" class="ends" onClick={onCancel}>
                {t.series.cancel}
              </Button>
            </div>
          )}
        </details>
      )}
    </section>
  );
}
