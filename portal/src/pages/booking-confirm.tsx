import type { Choice, Done, Moving } from '../booking';
import { messageOf } from '../errors';
import { dayOf, formatMoment, nameOf } from '../format';
import type { Held } from '../hold';
import { t } from '../i18n';
import { linkTo } from '../router';
import { may } from '../session';
import type { Staff } from '../staff';
import { Alert } from '../ui/status';
import { Submit } from '../ui/submit';
import { Conflicts } from './appointment-conflicts';
import { Kept } from './booking-kept';

interface Props {
  choice: Choice | undefined;
  staff: Staff | undefined;
  moving: Moving['appointment'] | undefined;
  /** what has to be chosen first */
  missing: string | undefined;
  /** what went wrong */
  error: unknown;
  done: Done | undefined;
  busy: boolean;
  /** it takes place more than once */
  repeats: boolean;
  held: Held;
  onKeepAgain: () => void;
  onCancel: () => void;
}

/** What is about to be booked, the button for it, and what came of it: in view however long the page is. */
export function BookingConfirm(props: Props) {
  const { choice, staff, moving, missing, error, done } = props;
  const { busy, repeats, held, onKeepAgain, onCancel } = props;
  const doctor = choice && staff?.doctors.find(({ id }) => id === choice.doctor_id);
  const minutes = choice?.expected_duration_minutes;
  const submit = moving && (choice ? t.appointment.moveTo(formatMoment(choice.schedule)) : t.appointment.moveTitle);
  return (
    <section class="card confirm" aria-label={t.booking.chosen}>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
      <div class="row">
        <div>
          {done && !choice ? (
            <p role="status">
              {t.booking.booked(done.name, formatMoment(done.schedule))}{' '}
              {may('appointment:read') && (
                <>
                  <a href={linkTo('/calendar', { day: done.day, appointment: done.id })}>{t.booking.open}</a>
                  {' · '}
                  <a href={linkTo(`/appointments/${done.id}/slip`)}>{t.print.printSlip}</a>
                </>
              )}
            </p>
          ) : (
            <p>
              <span class="muted">{t.booking.chosen}</span>{' '}
              <strong>{choice ? formatMoment(choice.schedule) : '–'}</strong>
              {minutes && <> · {t.booking.lasts(minutes)}</>}
              {doctor && (
                <>
                  {' · '}
                  <bdi>{nameOf(doctor)}</bdi>
                </>
              )}
            </p>
          )}
          <Kept held={held} onAgain={onKeepAgain} />
        </div>
        <div class="row acts">
          <Submit missing={missing} busy={busy}>
            {submit ?? (repeats ? t.series.look : t.booking.submit)}
          </Submit>
          {moving && (
            <a
              class="button"
              href={linkTo('/calendar', { day: dayOf(moving.schedule), appointment: moving.id })}
              onClick={onCancel}
            >
              {t.cancel}
            </a>
          )}
        </div>
      </div>
      {done && <Conflicts told={done.told} day={done.day} />}
    </section>
  );
}
