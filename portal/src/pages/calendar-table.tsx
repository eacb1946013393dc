import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Appointment } from '../appointments';
import type { TintOf } from '../colours';
import { columnsOf, type Known } from '../columns';
import type { DayAppointments } from '../day-appointments';
import { atMinute, minuteOf, now, today } from '../format';
import { t } from '../i18n';
import { needsOf } from '../placing';
import { go, linkTo } from '../router';
import { useRoving } from '../roving';
import { scaleOf } from '../scale';
import { may } from '../session';
import type { Staff } from '../staff';
import { type Column, narrowed, rangeOf, shortestOf } from '../timetable';
import { Skeleton } from '../ui/status';
import { HoverCard } from './calendar-card';
import { CalendarColumn } from './calendar-column';
import { Dragging } from './calendar-drag';
import { isMovable } from './calendar-entry';
import { Hours } from './calendar-hours';
import { MoveDialog, type Target } from './calendar-move';

interface Shared {
  /** which of the appointments are drawn; the times of the others stay taken. The same function as long as it tells the same */
  isShown: (appointment: Appointment) => boolean;
  tintOf: TintOf;
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
  if (!drawn.current) return <Skeleton page />;
  const [first] = drawn.current;
  if (!first) return null;
  const isWeek = shown.days > 1;
  return <Timetable key={`${first.day} ${isWeek}`} columns={drawn.current} isWeek={isWeek} {...shared} />;
}

interface Props extends Shared {
  columns: readonly Column[];
  isWeek: boolean;
}

/** The highest that a minute is drawn, and the lowest, in rem; between these the shortest visit has room for a card of two lines. */
const [HIGH, LOW, CARD] = [0.2, 0.09, 2.25];

/** Columns that have room for long names. */
const ROOMY = 5;

/** Hours below each other: what lasts twice as long is twice as high, but where somebody would have no room for a name. */
function Timetable({ columns: all, isWeek, isShown, tintOf, isOld, visit, carried, ...on }: Props) {
  const { onCarry, onOpen, onChanged } = on;
  const area = useRef<HTMLElement>(null);
  const moved = useRef<string | undefined>(undefined);
  const [moving, setMoving] = useState<{ appointment: Appointment; to: Target }>();
  const columns = useMemo(() => all.map((column) => narrowed(column, isShown, all.length > ROOMY)), [all, isShown]);
  const minute = Math.min(HIGH, Math.max(LOW, CARD / shortestOf(all)));
  const card = CARD / minute;
  const scale = useMemo(
    () =>
      scaleOf(
        rangeOf(all),
        columns.flatMap(({ placed }) => needsOf(placed, card)),
      ),
    [all, columns],
  );
  const isToday = columns.some(({ day }) => day === today());
  const present = minuteOf(now());
  const begin = isToday ? present : scale.from;
  const line = isToday && scale.from <= present && present < scale.to ? present : undefined;
  useRoving(area, begin, moved);
  useLayoutEffect(() => {
    if (area.current) scrollTo(area.current, scale.at(begin) / scale.height);
  }, [visit]);

  const entryOf = (id: string | undefined) =>
    columns.flatMap(({ placed }) => placed).find(({ appointment }) => appointment.id === id)?.appointment;

  function pick({ day, doctor, open }: Column, minute: number, appointment = carried) {
    const department = open.find(({ from, to }) => from <= minute && minute < to)?.department;
    const clock = atMinute(day, minute);
    if (appointment)
      // Within the days of a department people stay with their doctor.
      return setMoving({
        appointment,
        to: { doctor: doctor || appointment.doctor_id, department, schedule: clock },
      });
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
          scale={scale}
          card={card}
          tintOf={tintOf}
          present={column.day === today() ? line : undefined}
          isTarget={carried !== undefined}
          onOpen={onOpen}
          onPick={(minute) => pick(column, minute)}
        />
      )),
    [columns, scale, tintOf, line, carried],
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
          '--minutes': scale.height,
          '--minute': `${minute}rem`,
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
        <Hours scale={scale} present={line} />
        {drawn}
        <Dragging
          area={area}
          columns={columns}
          scale={scale}
          onDrop={(id, column, minute) => {
            const entry = entryOf(id);
            if (entry) pick(column, minute, entry);
          }}
        />
      </section>
      <HoverCard area={area} entryOf={entryOf} />
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

/** So that what is at a fraction of the day stands in the upper third. */
function scrollTo(area: HTMLElement, fraction: number): void {
  const head = area.querySelector('h2')?.clientHeight ?? 0;
  area.scrollTop = fraction * (area.scrollHeight - head) - (area.clientHeight - head) / 3;
}
