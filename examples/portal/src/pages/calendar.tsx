import { useState } from 'preact/hooks';
import type { Appointment } from '../appointments';
import { addDays, formatDay, today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { linkTo, setQuery } from '../router';
import { hospital, may } from '../session';
import { useStaff } from '../staff';
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
  const [opened, setOpened] = useState<string>();
  const appointments = useLoad((signal) => loadDay({ day, department, doctor }, signal), [day, department, doctor]);
  const show = (next: string) => setQuery({ day: next === today() ? undefined : next });

  return (
    <>
      <div class="heading">
        <h1>{formatDay(day)}</h1>
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
              <input
                {...control}
                type="date"
                value={day}
                onChange={(event) => event.currentTarget.value && show(event.currentTarget.value)}
              />
            </Stepper>
          )}
        </Field>
        <StaffFields staff={staff} department={department} doctor={doctor} onChange={setQuery} />
      </div>
      <Loading of={appointments} />
      {appointments.data && (
        <>
          <p class="muted" role="status">
            {appointments.data.length > 0 ? t.calendar.count(appointments.data.length) : t.calendar.empty}
          </p>
          {appointments.data.length > 0 && (
            <CalendarDay day={day} appointments={appointments.data} onOpen={setOpened} />
          )}
        </>
      )}
      {opened && <AppointmentDialog id={opened} onClose={() => setOpened(undefined)} onChanged={appointments.reload} />}
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
