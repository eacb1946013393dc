import type { Schema } from 'hospital-service-client';
import { canCancel, isOpen, nextOf, type Status, statusText } from '../appointments';
import { t } from '../i18n';
import { linkTo } from '../router';
import { may } from '../session';
import { Button } from '../ui/button';

interface Props {
  appointment: Schema<'FullAppointment'>;
  busy: boolean;
  onStatus: (status: Status, done: string) => void;
  onCancel: () => void;
}

/** What can be done with an appointment: in one row what becomes of it, in another one the rest, what ends it last. */
export function AppointmentActs({ appointment: { id, status }, busy, onStatus, onCancel }: Props) {
  const mayChange = may('appointment:update');
  return (
    <>
      {mayChange && (
        <div class="row close">
          {nextOf(status).map((next, i) => (
            <Button
              key={next}
              // What is over is seldom scheduled again.
              look={next === 'SCEDULED' ? 'quiet' : i === 0 ? 'primary' : undefined}
              busy={busy}
              onClick={() => onStatus(next, t.appointment.saved(statusText(next)))}
            >
              {verbOf(next)}
            </Button>
          ))}
        </div>
      )}
      {(isOpen(status) || (mayChange && canCancel(status))) && (
        <div class="row close">
          {mayChange && isOpen(status) && (
            <a class="button quiet" href={linkTo('/booking', { move: id })}>
              {t.appointment.move}
            </a>
          )}
          {isOpen(status) && (
            <a class="button quiet" href={linkTo(`/appointments/${id}/slip`)}>
              {t.print.printSlip}
            </a>
          )}
          {mayChange && canCancel(status) && (
            <Button look="quiet" class="ends" onClick={onCancel}>
              {t.appointment.cancel}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** What a button says that sets the status. */
const verbOf = (status: Status): string =>
  ({
    SCEDULED: t.appointment.reopen,
    CHECKED_IN: t.appointment.checkIn,
    IN_PROGRESS: t.appointment.begin,
    COMPLETED: t.appointment.complete,
    CANCELLED: t.appointment.cancel,
    NO_SHOW: t.appointment.noShow,
  })[status];
