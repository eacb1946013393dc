import { useMemo, useRef, useState } from 'preact/hooks';
import { type Appointment, isOff } from '../appointments';
import { useClosures } from '../closures';
import { colourIn, tintsOf } from '../colours';
import { appointmentsLoader, type Wanted } from '../day-appointments';
import {
  addDays,
  firstOfWeek,
  formatDate,
  formatDay,
  formatMoment,
  formatTime,
  isolated,
  nameOf,
  today,
} from '../format';
import { useFresh } from '../fresh';
import { useMedia, useMinute } from '../hooks';
import { useHours } from '../hours';
import { t } from '../i18n';
import { lazy } from '../lazy';
import { dayIn, idOf, linkTo, setQuery } from '../router';
import { may, session } from '../session';
import { useStaff } from '../staff';
import { Button } from '../ui/button';
import { Closed } from '../ui/closed';
import { Loading } from '../ui/status';
import { AppointmentDialog } from './appointment';
import { CalendarBar } from './calendar-bar';
import { Counts, statusFilter } from './calendar-counts';
import { CalendarList } from './calendar-list';
import { Tags } from './calendar-tags';
import { DayOnPaper } from './day-on-paper';
import type { PageProps } from './index';
import './calendar.css';
import './calendar-entry.css';

/** A phone does without it, and a sign-in does not wait for it. */
const CalendarTable = lazy(async () => (await import('./calendar-table')).CalendarTable);

/** Instead of a doctor in the address: an account that is a doctor's begins with their own day. */
const EVERYBODY = 'all';

/** The appointments of one day, doctors side by side, or of a week of one doctor or department; on a phone one list. */
export function Calendar({ query }: PageProps) {
  const { doctor: own } = session();
  const asked = query.get('doctor') ?? '';
  const doctor = asked === EVERYBODY ? '' : asked || own;
  const minute = useMinute();
  const day = dayIn(query.get('day')) ?? today();
  const department = query.get('department') ?? '';
  // A week of everybody would be seven days of all their columns, or days in which nothing can be read.
  const hasWeek = doctor !== '' || department !== '';
  const isWeek = query.get('view') === 'week' && hasWeek;
  const wanted = { from: isWeek ? firstOfWeek(day) : day, days: isWeek ? 7 : 1, department, doctor };
  const { from, days } = wanted;
  // In the address, so that another page can lead to an appointment.
  const opened = idOf(query.get('appointment'));
  const open = (id?: string) => setQuery({ appointment: id });
  // Raised by the button that leads to now, also where that is on the screen's day already.
  const [visit, setVisit] = useState(0);
  const [carried, setCarried] = useState<Appointment>();
  const isNarrow = useMedia('(max-width: 40rem)');
  const status = query.get('status') ?? '';
  const [tag, setTag] = useState('');
  const isShown = useMemo(() => {
    const hasStatus = statusFilter(status);
    return (visit: Appointment) => hasStatus(visit) && (tag === '' || visit.tags?.includes(tag) === true);
  }, [status, tag]);
  const colour = colourIn(query.get('colour'));
  // With what it shows, not after it.
  if (!isNarrow) CalendarTable.ahead();

  const staff = useStaff();
  const tintOf = useMemo(() => tintsOf(colour, staff.data), [colour, staff.data]);
  const loader = useRef<ReturnType<typeof appointmentsLoader>>(undefined);
  loader.current ??= appointmentsLoader();
  const appointments = useFresh(
    (signal) => loader.current?.(wanted, signal) ?? Promise.reject(),
    [from, days, department, doctor],
  );
  const closed = useClosures(wanted);
  const hours = useHours(wanted);
  const shown = appointments.data;
  const isReady = (hours.data || hours.error) && !hours.loading && !closed.loading;
  const isOld = Object.entries(wanted).some(([name, value]) => shown?.[name as keyof Wanted] !== value);
  const show = (next: string) => setQuery({ day: next === today() ? undefined : next });
  const all = shown?.appointments ?? [];
  const count = all.filter((appointment) => !isOff(appointment.status)).length;

  return (
    <>
      <div class="heading">
        <h1>{isWeek ? t.calendar.week(formatDate(from), formatDate(addDays(from, 6))) : formatDay(day)}</h1>
        <a
          class="button quiet"
          href={linkTo('/calendar/print', {
            ...Object.fromEntries(query),
            appointment: undefined,
            doctor: doctor || (query.get('doctor') ?? undefined),
          })}
        >
          {t.print.list}
        </a>
        {may('hours:update') && (
          <a class="button" href={linkTo('/closures')}>
            {t.closures.title}
          </a>
        )}
        {may('appointment:create') && (
          <a class="button primary" href={linkTo('/booking', { department, doctor })}>
            {t.calendar.book}
          </a>
        )}
      </div>
      <CalendarBar
        day={day}
        step={days}
        staff={staff}
        department={department}
        doctor={doctor}
        colour={colour}
        view={hasWeek ? (isWeek ? 'week' : 'day') : undefined}
        query={query}
        onDay={show}
        onToday={() => {
          show(today());
          setVisit((last) => last + 1);
        }}
        onStaff={(chosen) => {
          const isNobody = own !== '' && 'doctor' in chosen && chosen.doctor === '';
          setQuery(isNobody ? { doctor: EVERYBODY } : chosen);
        }}
      />
      {closed.error ? <Loading of={closed} /> : <Closed closures={closed.data ?? []} known={staff.data} />}
      {/* Otherwise nobody would seem to work. */}
      {hours.error !== undefined && <Loading of={hours} />}
      {appointments.missedAt && <p class="told">{t.calendar.missed(formatTime(appointments.missedAt))}</p>}
      <Loading of={appointments} />
      {shown && (
        <div class="row tally">
          <p class="muted" role="status">
            {all.length > 0 ? t.calendar.count(count) : isWeek ? t.calendar.emptyWeek : t.calendar.empty}
          </p>
          <Counts
            appointments={all}
            chosen={status}
            colour={colour}
            tintOf={tintOf}
            onChoose={(chosen) => setQuery({ status: chosen || undefined })}
          />
          <Tags appointments={all} chosen={tag} onChoose={setTag} />
          {own && doctor !== own && (
            <a href={linkTo('/calendar', { day: query.get('day') ?? undefined })}>{t.calendar.mine}</a>
          )}
        </div>
      )}
      {carried && (
        <p class="told" role="status">
          {t.calendar.carried(isolated(carried.patient ? nameOf(carried.patient) : ''), formatMoment(carried.schedule))}{' '}
          <Button onClick={() => setCarried(undefined)}>{t.cancel}</Button>
        </p>
      )}
      {shown && isNarrow && (
        <CalendarList key={`${from} ${visit}`} shown={shown} isShown={isShown} tintOf={tintOf} onOpen={open} />
      )}
      {shown && !isNarrow && (
        <CalendarTable
          shown={shown}
          isShown={isShown}
          tintOf={tintOf}
          staff={staff.data}
          hours={hours.data}
          closures={closed.data}
          isReady={Boolean(isReady)}
          isOld={isOld}
          minute={minute}
          visit={visit}
          carried={carried}
          onCarry={setCarried}
          onOpen={open}
          onChanged={appointments.reload}
        />
      )}
      {shown && <DayOnPaper shown={shown} />}
      {opened && <AppointmentDialog key={opened} id={opened} onClose={() => open()} onChanged={appointments.reload} />}
    </>
  );
}
