import { type Appointment, isOpen, statusLook } from '../appointments';
import { atMinute, dayOf, formatNumber, formatTime, nameOf } from '../format';
import { t } from '../i18n';
import { formatAgeOn } from '../people';
import type { Placed } from '../placing';
import type { Scale } from '../scale';
import { may } from '../session';
import type { Free, Span } from '../timetable';
import { Badge } from './calendar-sign';

/** Whether it can be taken to another time. */
export const isMovable = ({ status }: Appointment): boolean => isOpen(status) && may('appointment:update');

/** Where it stands in its column, for the style sheet. */
export const placeOf = ({ from, to }: Span, { at }: Scale) => ({ '--at': at(from), '--long': at(to) - at(from) });

interface EntryProps {
  placed: Placed;
  column: number;
  scale: Scale;
  /** as many minutes as two lines of text are high */
  card: number;
  /** whether the column is of several doctors */
  isShared: boolean;
  tint: number | undefined;
  onOpen: (id: string) => void;
}

/** An appointment in its column, as high as it lasts. What it has no room for is on the card that appears beside it. */
export function Entry({ placed, column, scale, card, isShared, tint, onOpen }: EntryProps) {
  const { appointment, from, to, lane, lanes, cards, above, covered, isOff, beside } = placed;
  const { id, schedule, status, patient, doctor, department, queue_number, is_follow_up, reason } = appointment;
  const begin = scale.at(from) + above * card;
  // Only its first lines, where somebody else who begins at the same minute lies upon the rest.
  const seen = covered === from ? cards * card : scale.at(covered ?? to) - begin;
  const looks = [
    'entry',
    statusLook(status),
    isOff && (beside > 0 ? 'off aside' : 'off'),
    tint !== undefined && 'tinted',
    // A line of the calendar says when it begins.
    from % 30 === 0 && 'on-line',
  ];
  return (
    <button
      type="button"
      class={looks.filter(Boolean).join(' ')}
      style={{
        '--at': begin,
        '--long': scale.at(to) - begin,
        '--seen': seen,
        '--lane': lane,
        '--lanes': lanes,
        '--beside': beside,
        '--tint': tint,
        // So that the name's first line ends where the number begins.
        '--digits': queue_number === undefined ? 0 : `#${queue_number}`.length,
      }}
      tabIndex={-1}
      data-id={id}
      data-column={column}
      data-at={from}
      data-long={to - from}
      data-movable={isMovable(appointment) || undefined}
      onClick={() => onOpen(id)}
    >
      <span class="lines">
        <bdi class="name">{patient && nameOf(patient)}</bdi> <span class="when">{formatTime(schedule)}</span>{' '}
        {isShared ? <bdi class="doctor">{doctor && nameOf(doctor)}</bdi> : <bdi class="where">{department?.name}</bdi>}
        {patient && <AboutPatient appointment={appointment} />}
        {is_follow_up && <span class="further">{t.appointment.followUp}</span>}{' '}
        {reason && <bdi class="further reason">{reason}</bdi>}
        <span class="marks">
          {queue_number !== undefined && <QueueNumber number={queue_number} />} <Badge status={status} />
        </span>
      </span>
    </button>
  );
}

/** What a front desk asks: how old they are, by which number they are called, and whether there are allergies to look at. */
export function AboutPatient({ appointment: { patient, schedule } }: { appointment: Appointment }) {
  const { dob, phone_number, allergy_count } = patient;
  return (
    <>
      {dob && <span class="further">{formatAgeOn(dayOf(schedule), patient)}</span>}{' '}
      {phone_number && <bdi class="further">{phone_number}</bdi>}{' '}
      {allergy_count ? <strong class="further allergic">{t.calendar.allergies(allergy_count)}</strong> : null}{' '}
    </>
  );
}

const QueueNumber = ({ number }: { number: number }) => (
  <span class="queue">
    <span class="for-readers">{t.calendar.queue(formatNumber(number))}</span>
    <bdi aria-hidden="true">#{formatNumber(number)}</bdi>
  </span>
);

interface FreeProps {
  free: Free;
  day: string;
  column: number;
  scale: Scale;
  /** whether a click there moves an appointment instead of booking one */
  isTarget: boolean;
  onPick: (minute: number) => void;
}

/** A free time, to be booked. */
export function FreeTime({ free, day, column, scale, isTarget, onPick }: FreeProps) {
  const time = formatTime(atMinute(day, free.from));
  return (
    <button
      type="button"
      class="free"
      style={placeOf(free, scale)}
      tabIndex={-1}
      data-column={column}
      data-at={free.from}
      onClick={() => onPick(free.from)}
    >
      <span>{isTarget ? t.calendar.moveHere(time) : t.calendar.bookAt(time)}</span>
    </button>
  );
}
