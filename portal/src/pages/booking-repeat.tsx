import { t } from '../i18n';
import { type Repeat, WEEKLY } from '../repeat';
import { DateField } from '../ui/date-field';
import { Checkbox, Input, Select } from '../ui/field';

interface Props {
  repeat: Repeat | null;
  /** of the first visit */
  day: string;
  onChange: (repeat: Repeat | null) => void;
}

/** How often a visit repeats, and until when. */
export function RepeatFields({ repeat, day, onChange }: Props) {
  return (
    <>
      <Checkbox
        label={t.series.repeat}
        checked={repeat !== null}
        onChange={(checked) => onChange(checked ? WEEKLY : null)}
      />
      {repeat && (
        <div class="columns">
          <Input
            label={t.series.weeks}
            type="number"
            min={1}
            max={12}
            value={repeat.weeks}
            onInput={({ currentTarget: { value } }) => onChange({ ...repeat, weeks: value })}
          />
          <Select
            label={t.series.ends}
            value={repeat.ends}
            options={[
              { value: 'count', text: t.series.endsAfter },
              { value: 'until', text: t.series.endsOn },
            ]}
            onChange={(ends) => onChange({ ...repeat, ends: ends === 'until' ? 'until' : 'count' })}
          />
          {repeat.ends === 'count' ? (
            <Input
              label={t.series.count}
              type="number"
              min={1}
              max={52}
              value={repeat.count}
              onInput={({ currentTarget: { value } }) => onChange({ ...repeat, count: value })}
            />
          ) : (
            <DateField
              label={t.series.until}
              min={day}
              value={repeat.until}
              onChange={(until) => onChange({ ...repeat, until })}
            />
          )}
        </div>
      )}
    </>
  );
}
