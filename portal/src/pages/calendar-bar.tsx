import { addDays } from '../format';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import type { Staff } from '../staff';
import { Button } from '../ui/button';
import { DateInput } from '../ui/date-field';
import { Field } from '../ui/field';
import { StaffFields } from '../ui/staff-fields';
import { Stepper } from '../ui/stepper';

interface Props {
  day: string;
  /** how many days are shown at once */
  step: number;
  staff: Loaded<Staff>;
  department: string;
  doctor: string;
  onDay: (day: string) => void;
  onToday: () => void;
  onStaff: (chosen: { department: string } | { doctor: string }) => void;
}

/** Chooses what the calendar shows: of when, and of whom. */
export function CalendarBar({ day, step, staff, department, doctor, onDay, onToday, onStaff }: Props) {
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
    </div>
  );
}
