import { may } from '../session';
import { type Column, type Span, snapped } from '../timetable';
import { Entry, FreeTime, placeOf } from './calendar-entry';

interface Props {
  column: Column;
  index: number;
  /** the hours that are shown */
  range: Span;
  /** the present minute, if it is today's */
  present: number | undefined;
  isTarget: boolean;
  onOpen: (id: string) => void;
  onPick: (minute: number) => void;
}

/** The minute at a place of the screen. */
export function minuteAt(element: Element, y: number, range: Span): number {
  const { top, height } = element.getBoundingClientRect();
  return range.from + ((y - top) / height) * (range.to - range.from);
}

/** A doctor's day: hours and closures behind it, free times and appointments in the order of time. */
export function CalendarColumn({ column, index, range, present, isTarget, onOpen, onPick }: Props) {
  const canPick = isTarget || may('appointment:create');
  const free = canPick ? column.free : [];
  const things = [
    ...column.placed.map((placed) => ({
      from: placed.from,
      drawn: <Entry key={placed.appointment.id} placed={placed} column={index} range={range} onOpen={onOpen} />,
    })),
    ...free.map((time) => ({
      from: time.from,
      drawn: (
        <FreeTime
          key={time.from}
          free={time}
          day={column.day}
          column={index}
          range={range}
          isTarget={isTarget}
          onPick={onPick}
        />
      ),
    })),
  ].sort((a, b) => a.from - b.from);
  // Only free times are buttons: any other time can be chosen on the page of booking.
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: as said above
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form.
    <div
      class="column"
      role="group"
      aria-labelledby={`column-${index}`}
      style={{ '--column': index + 2 }}
      onClick={({ target, currentTarget, clientY }) => {
        if (!canPick || (target as Element).closest('button')) return;
        onPick(snapped(minuteAt(currentTarget, clientY, range), column, Math.floor));
      }}
    >
      {column.open.map((open) => (
        <div key={open.from} class="open" style={placeOf(open, range)} />
      ))}
      {column.closed.map((closed) => (
        <div key={`${closed.from} ${closed.name}`} class="closed" style={placeOf(closed, range)}>
          <bdi>{closed.name}</bdi>
        </div>
      ))}
      {things.map(({ drawn }) => drawn)}
      {present !== undefined && <div class="present" style={{ '--at': present - range.from }} />}
    </div>
  );
}
