import { unwrap } from 'hospital-service-client';
import { useMemo, useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { dayOf, formatDay, formatTime } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { type SeriesBody, type SeriesTime, timesOf } from '../repeat';
import { linkTo } from '../router';
import { previewSeries } from '../series';
import { hospital, may } from '../session';
import { USUAL_MINUTES } from '../time-check';
import { type Told, toldOf } from '../told';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, Loading } from '../ui/status';
import { newKey } from '../unanswered';
import { Conflicts } from './appointment-conflicts';

interface Props {
  body: SeriesBody;
  /** of the patient */
  name: string;
  onBooked: () => void;
  onClose: () => void;
}

/** Which visits a series would be, before it is booked; then which it has become. */
export function SeriesDialog({ body, name, onBooked, onClose }: Props) {
  const preview = useLoad((signal) => previewSeries(body, body.expected_duration_minutes || USUAL_MINUTES, signal), []);
  const [made, setMade] = useState<{ times: SeriesTime[]; told: Told }>();
  const { busy, error, run } = useAction();
  // What was seen is booked once, however often it is sent; what is seen anew is another series.
  const key = useMemo(newKey, [preview.data]);
  const times = preview.data ?? [];
  const free = times.filter(({ reason }) => reason === undefined).length;
  const isWhole = free === times.length;

  const book = () =>
    run(async () => {
      const result = await hospital.POST('/calendar/series', {
        // Where all were free and one has gone meanwhile, that is to be seen first.
        body: { ...body, on_conflict: isWhole ? 'refuse' : 'skip' },
        headers: { 'idempotency-key': key },
      });
      if (result.status === 409) preview.reload();
      setMade({ times: timesOf(unwrap(result)), told: toldOf(result) });
      onBooked();
    });

  if (made) {
    const count = made.times.filter(({ id }) => id).length;
    return (
      <Dialog title={t.series.title} onClose={onClose}>
        <p role="status">{t.series.booked(count, name)}</p>
        <Conflicts told={made.told} day={dayOf(made.times[0]?.schedule ?? '')} />
        <Times times={made.times} />
        <div class="row end">
          <Button look="primary" onClick={onClose}>
            {t.close}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t.series.title} onClose={onClose}>
      <Loading of={preview} />
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      {preview.data && (
        <>
          {!isWhole && <p class="told">{t.series.notAll(times.length - free)}</p>}
          <Times times={times} />
          <div class="row end">
            <Button onClick={onClose}>{t.cancel}</Button>
            {free > 0 && (
              <Button look="primary" busy={busy || preview.loading} onClick={book}>
                {t.series.submit(free)}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Each with its day; those that are no visits with the reason. */
function Times({ times }: { times: readonly SeriesTime[] }) {
  return (
    <ol class="plain">
      {times.map(({ schedule, reason, id, closed = [] }) => {
        const when = `${formatDay(schedule)} · ${formatTime(schedule)}`;
        return (
          <li key={schedule}>
            {id && may('appointment:read') ? (
              <a href={linkTo('/calendar', { day: dayOf(schedule), appointment: id })}>{when}</a>
            ) : reason === undefined ? (
              when
            ) : (
              <>
                <s>{when}</s> · <bdi class="muted">{reasonText(reason)}</bdi>
              </>
            )}
            {closed.map((name) => (
              <span key={name} class="muted">
                {' · '}
                {t.series.reasons.closed}: <bdi>{name}</bdi>
              </span>
            ))}
          </li>
        );
      })}
    </ol>
  );
}

/** The service names the cause, or a closure. */
function reasonText(reason: string): string {
  const known: Record<string, string> = t.series.reasons;
  return known[reason] ?? reason;
}
