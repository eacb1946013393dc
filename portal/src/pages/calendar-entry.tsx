import { type Appointment, isOpen, statusLook, statusText } from '../appointments';
import { atMinute, formatNumber, formatTime, nameOf } from '../format';
import { t } from '../i18n';
import { may } from '../session';
import type { Free, Placed, Span } from '../timetable';

/** Whether it can be taken to another time. */
export const isMovable = ({ status }: Appointment): boolean => isOpen(status) && may('appointment:update');

/** Where it stands in its column, for the style sheet. */
export const placeOf = ({ from, to }: Span, range: Span) => ({
  '--at': Math.max(from, range.from) - range.from,
  '--long': Math.min(to, range.to) - Math.max(from, range.from),
});

interface EntryProps {
  placed: Placed;
  column: number;
  range: Span;
  onOpen: (id: string) => void;
}

/** An appointment in its column, as high as it lasts. What it has no room for is still there for screen readers. */
export function Entry({ placed, column, range, onOpen }: EntryProps) {
  const { appointment, from, lane, lanes } = placed;
  const { id, schedule, status, patient, department, queue_number } = appointment;
  const look = statusLook(status);
  return (
    <button
      type="button"
      class={`entry ${look}`}
      style={{ ...placeOf(placed, range), '--lane': lane, '--lanes': lanes }}
      tabIndex={-1}
      data-id={id}
      data-column={column}
      data-at={from}
      data-movable={isMovable(appointment) || undefined}
      onClick={() => onOpen(id)}
    >
      <span class="lines">
        <span class="who">
          <span class="when">{formatTime(schedule)}</span> <bdi class="name">{patient && nameOf(patient)}</bdi>
        </span>
        {queue_number !== undefined && <span class="queue">{t.calendar.queue(formatNumber(queue_number))}</span>}
        <bdi class="where">{department?.name}</bdi>
        <span class={`badge ${look}`}>{statusText(status)}</span>
      </span>
    </button>
  );
}

interface FreeProps {
  free: Free;
  day: string;
  column: number;
  range: Span;
  /** whether a click there moves an appointment instead of booking one */
  isTarget: boolean;
  onPick: (minute: number) => void;
}

/** A free time, to be booked. */
export function FreeTime({ free, day, column, range, isTarget, onPick }: FreeProps) {
  const time = formatTime(atMinute(day, free.from));
  return (
    <button
      type="button"
      class="free"
      style={placeOf(free, range)}
      tabIndex={-1}
      data-column={column}
      data-at={free.from}
      onClick={() => onPick(free.from)}
    >
      <span>{isTarget ? t.calendar.moveHere(time) : t.calendar.bookAt(time)}</span>
    </button>
  );
}
