import { faultOf } from '../errors';
import { t } from '../i18n';
import { namedDepartment, type Staff, toldApart } from '../staff';
import { Button } from '../ui/button';
import { Input, Select } from '../ui/field';
import { type Hours, isOverlap, spanText } from '../weekly-hours';

/** What the fields of all rows are called, once, where they stand in columns. */
export function HoursHeads({ of }: { of: string }) {
  return (
    <div class="weekday heads" aria-hidden="true">
      <span>{of}</span>
      <div class="span">
        <span>{t.hours.from}</span>
        <span>{t.hours.to}</span>
        <span>{t.calendar.department}</span>
        <span>{t.hours.minutes}</span>
      </div>
    </div>
  );
}

interface Props {
  hours: Hours;
  /** of the day, as people call it */
  day: string;
  /** where it is in what is sent, by which the service names what is wrong */
  path: string;
  departments: Staff['departments'];
  error: unknown;
  onChange: (next: Partial<Hours>) => void;
  onRemove: () => void;
}

/** From when to when on a day, where, and how long each visit is. */
export function HoursRow({ hours, day, path, departments, error, onChange, onRemove }: Props) {
  const fault = (field: keyof Hours) => faultOf(error, `${path}.${field}`);
  const time = (field: 'from' | 'to') => ({
    type: 'time' as const,
    required: true,
    value: hours[field],
    onInput: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => onChange({ [field]: value }),
  });
  const names = toldApart(departments, namedDepartment);
  const options = departments.map(({ id }, i) => ({ value: id, text: names[i] ?? '' }));
  const isKnown = options.some(({ value }) => value === hours.department_id);
  return (
    <div class="span">
      <Input label={t.hours.from} {...time('from')} error={isOverlap(error, path) ? t.hours.overlap : fault('from')} />
      <Input label={t.hours.to} {...time('to')} error={fault('to')} />
      <Select
        label={t.calendar.department}
        value={hours.department_id}
        error={fault('department_id')}
        onChange={(department_id) => onChange({ department_id })}
        options={isKnown ? options : [{ value: hours.department_id, text: t.closures.formerDepartment }, ...options]}
      />
      <Input
        label={t.hours.minutes}
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={1440}
        value={hours.slot_minutes}
        error={fault('slot_minutes')}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          Number.isInteger(valueAsNumber) && onChange({ slot_minutes: valueAsNumber })
        }
      />
      <Button class="icon" aria-label={t.hours.removeOn(day, spanText(hours))} onClick={onRemove}>
        ✕
      </Button>
    </div>
  );
}
