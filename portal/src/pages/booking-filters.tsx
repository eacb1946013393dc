import { today } from '../format';
import type { Wanted } from '../free';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import type { Staff } from '../staff';
import { DateField } from '../ui/date-field';
import { Input } from '../ui/field';
import { StaffFields } from '../ui/staff-fields';

interface Props {
  wanted: Wanted;
  /** as they are typed */
  minutes: string;
  staff: Loaded<Staff>;
  onChange: (next: Record<string, string>) => void;
  onMinutes: (minutes: string) => void;
}

/** Of which free times there are: whose, from when, and how long. */
export function BookingFilters({ wanted, minutes, staff, onChange, onMinutes }: Props) {
  return (
    <div class="filters">
      <StaffFields staff={staff} department={wanted.department} doctor={wanted.doctor} onChange={onChange} />
      <DateField
        label={t.booking.from}
        min={today()}
        value={wanted.from}
        onChange={(from, isGiven) => isGiven && onChange({ from })}
      />
      <Input
        label={t.booking.minutes}
        hint={t.booking.minutesHint}
        type="number"
        min={1}
        max={1440}
        value={minutes}
        onInput={({ currentTarget: { value } }) => onMinutes(value)}
      />
    </div>
  );
}
