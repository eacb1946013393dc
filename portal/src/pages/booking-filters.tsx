import { today } from '../format';
import type { Wanted } from '../free';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import type { AppointmentType } from '../planning';
import { type Staff, toldApart } from '../staff';
import { DateField } from '../ui/date-field';
import { Input, Select } from '../ui/field';
import { StaffFields } from '../ui/staff-fields';
import { Loading } from '../ui/status';

interface Props {
  wanted: Wanted;
  /** as they are typed */
  minutes: string;
  staff: Loaded<Staff>;
  types: Loaded<AppointmentType[]>;
  /** that is chosen */
  kind: AppointmentType | undefined;
  /** a visit that moves keeps its type */
  isMoving: boolean;
  onChange: (next: Record<string, string>) => void;
  onMinutes: (minutes: string) => void;
  onType: (id: string) => void;
}

/** Of which free times there are: whose, from when, and how long. */
export function BookingFilters(props: Props) {
  const { wanted, minutes, staff, types, kind, isMoving, onChange, onMinutes, onType } = props;
  const choices = types.data ?? [];
  const names = toldApart(choices, (type) => ({ name: type.name, number: t.booking.lasts(type.minutes) }));
  return (
    <div class="filters">
      {types.error !== undefined && <Loading of={types} />}
      {choices.length > 0 && !isMoving && (
        <Select
          label={t.booking.type}
          value={kind?.id ?? ''}
          onChange={onType}
          options={[
            { value: '', text: t.booking.noType },
            ...choices.map(({ id }, i) => ({ value: id, text: names[i] ?? '' })),
          ]}
        />
      )}
      <StaffFields staff={staff} department={wanted.department} doctor={wanted.doctor} onChange={onChange} />
      <DateField
        label={t.booking.from}
        min={today()}
        value={wanted.from}
        onChange={(from, isGiven) => isGiven && onChange({ from })}
      />
      <Input
        label={t.booking.minutes}
        hint={kind ? t.booking.minutesOfType(kind.minutes) : t.booking.minutesHint}
        type="number"
        min={1}
        max={1440}
        value={minutes}
        onInput={({ currentTarget: { value } }) => onMinutes(value)}
      />
    </div>
  );
}
