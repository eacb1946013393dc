import { COLOURS, type Colour } from '../colours';
import { addDays } from '../format';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import { linkTo, setQuery } from '../router';
import type { Staff } from '../staff';
import { Button } from '../ui/button';
import { DateInput } from '../ui/date-field';
import { Field, Select } from '../ui/field';
import { StaffFields } from '../ui/staff-fields';
import { Stepper } from '../ui/stepper';

interface Props {
  day: string;
  /** how many days are shown at once */
  step: number;
  staff: Loaded<Staff>;
  department: string;
  doctor: string;
  colour: Colour;
  /** nothing where there is but the day */
  view: 'day' | 'week' | undefined;
  /** of the address, which the choices of view and colour change */
  query: URLSearchParams;
  onDay: (day: string) => void;
  onToday: () => void;
  onStaff: (chosen: { department: string } | { doctor: string }) => void;
}

/** Chooses what the calendar shows: of when, and of whom. */
export function CalendarBar({ day, step, staff, department, doctor, colour, view, query, ...on }: Props) {
  const { onDay, onToday, onStaff } = on;
  return (
    <div class="filters calendar-bar">
      <Field label={t.calendar.date}>
        {(control) => (
          <div class="row">
            <Stepper
              before={step > 1 ? t.booking.weekBefore : t.calendar.dayBefore}
              after={step > 1 ? t.booking.weekAfter : t.calendar.dayAfter}
              onBefore={() => onDay(addDays(day, -step))}
              onAfter={() => onDay(addDays(day, step))}
            >
              <DateInput
                control={control}
                label={t.calendar.date}
                value={day}
                onChange={(next, isGiven) => isGiven && onDay(next)}
              />
            </Stepper>
            <Button onClick={onToday}>{t.calendar.today}</Button>
          </div>
        )}
      </Field>
      <StaffFields staff={staff} department={department} doctor={doctor} onChange={onStaff} />
      <Select
        label={t.calendar.colour}
        value={colour}
        onChange={(chosen) => setQuery({ colour: chosen === 'status' ? undefined : chosen })}
        options={COLOURS.map((value) => ({ value, text: t.calendar.colours[value] }))}
      />
      {view && (
        <nav class="views" aria-label={t.calendar.views}>
          {(['day', 'week'] as const).map((other) => (
            <a
              key={other}
              class="button"
              href={linkTo('/calendar', {
                ...Object.fromEntries(query),
                view: other === 'week' ? other : undefined,
              })}
              aria-current={view === other ? 'page' : undefined}
            >
              {other === 'week' ? t.calendar.asWeek : t.calendar.asDay}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}
