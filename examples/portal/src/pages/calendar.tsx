import type { Appointment } from '../appointments';
import { loadClosuresWithin } from '../closures';
import { addDays, formatDay, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { idOf, linkTo, setQuery } from '../router';
import { hospital, may } from '../session';
import { useStaff } from '../staff';
import { Closed } from '../ui/closed';
import { DateInput } from '../ui/date-field';
import { Field } from '../ui/field';
import { StaffFields } from '../ui/staff-fields';
import { Loading } from '../ui/status';
import { Stepper } from '../ui/stepper';
import { AppointmentDialog } from './appointment';
import { CalendarDay } from './calendar-day';
import type { PageProps } from './index';
import './calendar.css';

/** The appointments of one day: doctors side by side, hours below each other; on a phone one list. */
export function Calendar({ query }: PageProps) {
  const asked = query.get('day') ?? '';
  // Somebody may have mistyped the address.
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) && Date.parse(asked) ? asked : today();
  const department = query.get('department') ?? '';
  const doctor = query.get('doctor') ?? '';
  const staff = useStaff();
  // In the address, so that another page can lead to an appointment.
  const opened = idOf(query.get('appointment'));
  const open = (id?: string) => setQuery({ appointment: id });
  const wanted = { day, department, doctor };
  const appointments = useLoad((signal) => loadDay(wanted, signal), [day, department, doctor]);
  const closed = useLoad(
    (signal) => loadClosuresWithin({ from: day, days: 1, department, doctor }, signal),
    [day, department, doctor],
  );
  const show = (next: string) => setQuery({ day: next === today() ? undefined : next });

  return (
    <>
      <div class="heading">
        <h1>{formatDay(day)}</h1>
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
      <div class="filters">
        <Field label={t.calendar.date}>
          {(control) => (
            <Stepper
              before={t.calendar.dayBefore}
              after={t.calendar.dayAfter}
              onBefore={() => show(addDays(day, -1))}
              onAfter={() => show(addDays(day, 1))}
            >
              <DateInput
                control={control}
                label={t.calendar.date}
                value={day}
                onChange={(next, isGiven) => isGiven && show(next)}
              />
            </Stepper>
          )}
        </Field>
        <StaffFields staff={staff} department={department} doctor={doctor} onChange={setQuery} />
      </div>
      {closed.error ? <Loading of={closed} /> : <Closed closures={closed.data ?? []} known={staff.data} />}
      <Loading of={appointments} />
      {appointments.data && (
        <>
          <p class="muted" role="status">
            {appointments.data.length > 0 ? t.calendar.count(appointments.data.length) : t.calendar.empty}
          </p>
          {appointments.data.length > 0 && <CalendarDay day={day} appointments={appointments.data} onOpen={open} />}
        </>
      )}
      {opened && <AppointmentDialog key={opened} id={opened} onClose={() => open()} onChanged={appointments.reload} />}
    </>
  );
}

interface Wanted {
  day: string;
  department: string;
  doctor: string;
}

function loadDay({ day, department, doctor }: Wanted, signal: AbortSignal): Promise<Appointment[]> {
  const query = {
    from: day,
    to: addDays(day, 1),
    view: 'full' as const,
    ...(department && { department_id: department }),
    ...(doctor && { doctor_id: doctor }),
  };
  return Array.fromAsync(hospital.list('/calendar/appointments/', { params: { query }, signal }));
}
