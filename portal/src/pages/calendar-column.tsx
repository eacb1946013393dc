import type { TintOf } from '../colours';
import type { Scale } from '../scale';
import { may } from '../session';
import { type Column, snapped } from '../timetable';
import { Entry, FreeTime, placeOf } from './calendar-entry';

interface Props {
  column: Column;
  index: number;
  scale: Scale;
  /** as many minutes as two lines of text are high */
  card: number;
  tintOf: TintOf;
  /** the present minute, if it is today's */
  present: number | undefined;
  isTarget: boolean;
  onOpen: (id: string) => void;
  onPick: (minute: number) => void;
}

/** The minute at a place of the screen. */
export function minuteAt(element: Element, y: number, scale: Scale): number {
  const { top, height } = element.getBoundingClientRect();
  return scale.minuteAt(((y - top) / height) * scale.height);
}

/** A doctor's day: hours and closures behind it, free times and appointments in the order of time. */
export function CalendarColumn({ column, index, scale, card, tintOf, present, isTarget, onOpen, onPick }: Props) {
  const canPick = isTarget || may('appointment:create');
  const free = canPick ? column.free : [];
  const things = [
    ...column.placed.map((placed) => ({
      from: placed.from,
      drawn: (
        <Entry
          key={placed.appointment.id}
          placed={placed}
          column={index}
          scale={scale}
          card={card}
          isShared={column.doctor === ''}
          tint={tintOf(placed.appointment)}
          onOpen={onOpen}
        />
      ),
    })),
    ...free.map((time) => ({
      from: time.from,
      drawn: (
        <FreeTime
          key={time.from}
          free={time}
          day={column.day}
          column={index}
          scale={scale}
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
      class={column.doctor ? 'column' : 'column shared'}
      role="group"
      aria-labelledby={`column-${index}`}
      style={{ '--column': index + 2 }}
      onClick={({ target, currentTarget, clientY }) => {
        if (!canPick || (target as Element).closest('button')) return;
        onPick(snapped(minuteAt(currentTarget, clientY, scale), column, Math.floor));
      }}
    >
      {column.open.map((open) => (
        <div key={open.from} class="open" style={placeOf(open, scale)} />
      ))}
      {column.closed.map((closed) => (
        <div key={`${closed.from} ${closed.name}`} class="closed" style={placeOf(closed, scale)}>
          <bdi>{closed.name}</bdi>
        </div>
      ))}
      {present !== undefined && <div class="present" style={{ '--at': scale.at(present) }} />}
      {things.map(({ drawn }) => drawn)}
    </div>
  );
}
