import type { Choice, Done, Moving } from '../booking';
import { hasCode, messageOf } from '../errors';
import { dayOf, formatMoment, formatNumber, nameOf } from '../format';
import { t } from '../i18n';
import { linkTo } from '../router';
import type { Staff } from '../staff';
import { Button } from '../ui/button';
import { Alert } from '../ui/status';
import { Conflicts } from './appointment-conflicts';

interface Props {
  choice: Choice | undefined;
  staff: Staff | undefined;
  moving: Moving['appointment'] | undefined;
  isWalkIn: boolean;
  /** what has to be chosen first */
  missing: string | undefined;
  /** what went wrong */
  error: unknown;
  done: Done | undefined;
  busy: boolean;
  onCancel: () => void;
}

/** What is about to be booked, the button for it, and what came of it. */
export function BookingConfirm({ choice, staff, moving, isWalkIn, missing, error, done, busy, onCancel }: Props) {
  const doctor = choice && staff?.doctors.find(({ id }) => id === choice.doctor_id);
  const minutes = choice?.expected_duration_minutes;
  const submit = moving && (choice ? t.appointment.moveTo(formatMoment(choice.schedule)) : t.appointment.moveTitle);
  const isTaken = isWalkIn && hasCode(error, 'overlap', 'closed');
  const problem = missing || (error === undefined ? undefined : isTaken ? t.booking.notNow : messageOf(error));
  return (
    <section class={choice || isWalkIn ? 'card confirm ready' : 'card confirm'}>
      <p>
        <span class="muted">{t.booking.chosen}</span>
        <br />
        <strong>{isWalkIn ? t.booking.atOnce : choice ? formatMoment(choice.schedule) : '–'}</strong>
        {!isWalkIn && minutes && <> · {t.booking.lasts(minutes)}</>}
        {!isWalkIn && doctor && (
          <>
            <br />
            <bdi>{nameOf(doctor)}</bdi>
          </>
        )}
      </p>
      {problem && <Alert>{problem}</Alert>}
      {done?.queue_number !== undefined && <p class="told">{t.booking.queue(formatNumber(done.queue_number))}</p>}
      {done && <Conflicts ids={done.conflicts} day={done.day} />}
      <div class="row">
        <Button type="submit" look="primary" busy={busy}>
          {submit ?? (isWalkIn ? t.appointment.checkIn : t.booking.submit)}
        </Button>
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
    </section>
  );
}
