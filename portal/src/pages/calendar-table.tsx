import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Appointment } from '../appointments';
import { columnsOf, type Known } from '../columns';
import type { DayAppointments } from '../day-appointments';
import { atMinute, formatTime, minuteOf, now, today } from '../format';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { useRoving } from '../roving';
import { may } from '../session';
import type { Staff } from '../staff';
import { type Column, rangeOf, type Span, shortestOf } from '../timetable';
import { CalendarColumn } from './calendar-column';
import { Dragging } from './calendar-drag';
import { isMovable } from './calendar-entry';
import { MoveDialog, type Target } from './calendar-move';

interface Shared {
  /** while those of another day are loaded */
  isOld: boolean;
  /** changes when people ask for now again */
  visit: number;
  /** what the next free time that is chosen is for, instead of a new appointment */
  carried: Appointment | undefined;
  onCarry: (appointment: Appointment | undefined) => void;
  onOpen: (id: string) => void;
  onChanged: () => void;
}

interface TableProps extends Shared {
  shown: DayAppointments;
  staff: Staff | undefined;
  hours: Known['hours'] | undefined;
  closures: Known['closures'] | undefined;
  /** whether these are of what is shown */
  isReady: boolean;
  /** the present one, with which free times go by */
  minute: string;
}

const NO_HOURS: Known['hours'] = new Map();

/** Doctors or days side by side. What is drawn of one day stays until all of the next one is there. */
export function CalendarTable({ shown, staff, hours = NO_HOURS, closures, isReady, minute, ...shared }: TableProps) {
  const newest = useMemo(
    () => (isReady && staff ? columnsOf(shown, { staff, hours, closures: closures ?? [] }) : undefined),
    [shown, staff, hours, closures, isReady, minute],
  );
  const drawn = useRef(newest);
  drawn.current = newest ?? drawn.current;
  if (!drawn.current) return <p class="loading">{t.loading}</p>;
  const [first] = drawn.current;
  if (!first) return null;
  const isWeek = shown.days > 1;
  return <Timetable key={`${first.day} ${isWeek}`} columns={drawn.current} isWeek={isWeek} {...shared} />;
}

interface Props extends Shared {
  columns: readonly Column[];
  isWeek: boolean;
}

/** The highest that a minute is drawn, and the lowest, in rem; between these the shortest visit has room for a line. */
const [HIGH, LOW, LINE] = [0.2, 0.09, 1.75];

/** Hours below each other: what lasts twice as long is twice as high. */
function Timetable({ columns, isWeek, isOld, visit, carried, onCarry, onOpen, onChanged }: Props) {
  const area = useRef<HTMLElement>(null);
  const moved = useRef<string | undefined>(undefined);
  const [moving, setMoving] = useState<{ appointment: Appointment; to: Target }>();
  const range = rangeOf(columns);
  const isToday = columns.some(({ day }) => day === today());
  const present = minuteOf(now());
  const begin = isToday ? present : range.from;
  useRoving(area, begin, moved);
  useLayoutEffect(() => {
    if (area.current) scrollTo(area.current, (begin - range.from) / (range.to - range.from));
  }, [visit]);

  const entryOf = (id: string | undefined) =>
    columns.flatMap(({ placed }) => placed).find(({ appointment }) => appointment.id === id)?.appointment;

  function pick({ day, doctor, open }: Column, minute: number, appointment = carried) {
    const department = open.find(({ from, to }) => from <= minute && minute < to)?.department;
    const clock = atMinute(day, minute);
    if (appointment) return setMoving({ appointment, to: { doctor, department, schedule: clock } });
    if (may('appointment:create')) go('/booking', { doctor, department, from: day, at: clock.slice(11, 16) });
  }

  // What is the same object is not compared again, and there may be a thousand things in it.
  const drawn = useMemo(
    () =>
      columns.map((column, i) => (
        <CalendarColumn
          key={`${column.day} ${column.doctor}`}
          column={column}
          index={i}
          range={range}
          present={column.day === today() ? present : undefined}
          isTarget={carried !== undefined}
          onOpen={onOpen}
          onPick={(minute) => pick(column, minute)}
        />
      )),
    [columns, carried],
  );

  function onKeyDown({ key, code, target }: KeyboardEvent) {
    const entry = entryOf((target as HTMLElement).dataset.id);
    // The letter, or its place where letters are others.
    if ((key.toLowerCase() === 'm' || code === 'KeyM') && entry && isMovable(entry)) onCarry(entry);
    if (key === 'Escape') onCarry(undefined);
  }

  return (
    <>
      <section
        ref={area}
        class={carried ? 'timetable carrying' : 'timetable'}
        aria-label={t.calendar.title}
        aria-describedby="calendar-keys"
        aria-busy={isOld}
        style={{
          '--columns': columns.length,
          '--minutes': range.to - range.from,
          '--minute': `${Math.min(HIGH, Math.max(LOW, LINE / shortestOf(columns)))}rem`,
        }}
        onKeyDown={onKeyDown}
      >
        <div class="corner" />
        {columns.map(({ title, day, doctor }, i) => (
          <h2 key={`${day} ${doctor}`} id={`column-${i}`}>
            <a
              href={linkTo('/calendar', { day, doctor, view: isWeek ? undefined : 'week' })}
              title={isWeek ? undefined : t.calendar.weekOf}
              aria-current={isWeek && day === today() ? 'date' : undefined}
              tabIndex={-1}
              data-column={i}
            >
              <bdi>{title}</bdi>
            </a>
          </h2>
        ))}
        <Hours range={range} present={isToday ? present : undefined} />
        {drawn}
        <Dragging
          area={area}
          columns={columns}
          range={range}
          onDrop={(id, column, minute) => {
            const entry = entryOf(id);
            if (entry) pick(column, minute, entry);
          }}
        />
      </section>
      <p id="calendar-keys" class="hint">
        {t.calendar.keys}
      </p>
      {moving && (
        <MoveDialog
          {...moving}
          onClose={() => setMoving(undefined)}
          onMoved={() => {
            moved.current = moving.appointment.id;
            setMoving(undefined);
            onCarry(undefined);
            onChanged();
          }}
          onOutdated={onChanged}
        />
      )}
    </>
  );
}

/** The clock beside the columns. */
function Hours({ range, present }: { range: Span; present: number | undefined }) {
  const hours = Array.from({ length: (range.to - range.from) / 60 }, (_, i) => range.from + i * 60);
  return (
    <div class="hours" aria-hidden="true">
      {hours.map((hour) => (
        <span key={hour} style={{ '--at': hour - range.from }}>
          {formatTime(atMinute('2000-01-01', hour))}
        </span>
      ))}
      {present !== undefined && (
        <span class="present" style={{ '--at': present - range.from }}>
          {formatTime(atMinute('2000-01-01', present))}
        </span>
      )}
    </div>
  );
}

/** So that what is at a fraction of the day stands in the upper third. */
function scrollTo(area: HTMLElement, fraction: number): void {
  const head = area.querySelector('h2')?.clientHeight ?? 0;
  area.scrollTop = fraction * (area.scrollHeight - head) - (area.clientHeight - head) / 3;
}
