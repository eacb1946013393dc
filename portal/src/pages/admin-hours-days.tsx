import { useState } from 'preact/hooks';
import { faultOf } from '../errors';
import { formatDate, isDay, today } from '../format';
import { t } from '../i18n';
import type { Staff } from '../staff';
import { Button } from '../ui/button';
import { DateField } from '../ui/date-field';
import { Input } from '../ui/field';
import { type AllHours, nextHours, type OwnDay } from '../weekly-hours';
import { HoursHeads, HoursRow } from './admin-hours-row';

interface Props extends AllHours {
  /** the dates that are stored: those of them that are over are folded */
  stored: readonly string[];
  departments: Staff['departments'];
  error: unknown;
  onChange: (days: OwnDay[]) => void;
}

/** The dates on which other hours hold than those of the week. */
export function OwnDays({ weekly, days, stored, departments, error, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const usual = departments[0]?.id ?? '';
  const isPast = ({ date }: OwnDay) => date < today() && stored.includes(date);
  const past = days.filter(isPast).length;
  const fieldsOf = (which: (day: OwnDay) => boolean) =>
    days.map(
      (day, at) =>
        which(day) && (
          <DayFields
            key={at}
            day={day}
            at={at}
            isTwice={isTwice(day, at)}
            departments={departments}
            error={error}
            onAdd={() => change(at, { hours: [...day.hours, nextHours(day.hours, weekly, usual)] })}
            onChange={(next) => change(at, next)}
            onRemove={() => onChange(days.toSpliced(at, 1))}
          />
        ),
    );
  const change = (at: number, next: Partial<OwnDay>) =>
    onChange(days.map((day, i) => (i === at ? { ...day, ...next } : day)));
  const isTwice = ({ date }: OwnDay, at: number) => date !== '' && days.findIndex((day) => day.date === date) < at;
  // Of a date that is there twice its field tells.
  const fault = days.some(isTwice) ? undefined : faultOf(error, 'exceptions');
  return (
    <section class="in-rows" aria-labelledby="own-days">
      <h2 id="own-days">{t.hours.days}</h2>
      <p class="hint">{t.hours.daysHint}</p>
      {fault && <p class="error">{fault}</p>}
      {days.length > past && <HoursHeads of={t.hours.date} />}
      {fieldsOf((day) => !isPast(day))}
      {usual && (
        <Button
          look="quiet"
          onClick={() => onChange([...days, { date: '', hours: [nextHours([], weekly, usual)], note: null }])}
        >
          {t.hours.addDay}
        </Button>
      )}
      {past > 0 && (
        <details class="folded" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t.hours.past(past)}</summary>
          {fieldsOf(isPast)}
        </details>
      )}
    </section>
  );
}

interface DayProps {
  day: OwnDay;
  /** its place in the list that is sent */
  at: number;
  /** another one before it has its date */
  isTwice: boolean;
  departments: Staff['departments'];
  error: unknown;
  onAdd: () => void;
  onChange: (next: Partial<OwnDay>) => void;
  onRemove: () => void;
}

function DayFields({
  day: { date, hours, note },
  at,
  isTwice,
  departments,
  error,
  onAdd,
  onChange,
  onRemove,
}: DayProps) {
  const path = `exceptions.${at}`;
  const name = isDay(date) ? formatDate(date) : t.hours.newDay;
  return (
    <fieldset class="weekday">
      <legend class="for-readers">{name}</legend>
      <div class="spans">
        <DateField
          label={t.hours.date}
          required
          value={date}
          error={isTwice ? t.hours.twice : faultOf(error, `${path}.date`)}
          onChange={(next) => onChange({ date: next })}
        />
        <Input
          label={t.hours.note}
          placeholder={t.hours.note}
          autocomplete="off"
          value={note ?? ''}
          error={faultOf(error, `${path}.note`)}
          onInput={({ currentTarget: { value } }) => onChange({ note: value || null })}
        />
      </div>
      <div class="spans">
        {hours.map((one, i) => (
          <HoursRow
            key={i}
            hours={one}
            day={name}
            path={`${path}.hours.${i}`}
            departments={departments}
            error={error}
            onChange={(next) => onChange({ hours: hours.with(i, { ...one, ...next }) })}
            onRemove={() => onChange({ hours: hours.toSpliced(i, 1) })}
          />
        ))}
        <div class="row">
          {hours.length === 0 && <span class="muted">{t.hours.off}</span>}
          <Button look="quiet" aria-label={t.hours.addOn(name)} onClick={onAdd}>
            {t.hours.add}
          </Button>
          <Button look="quiet" aria-label={t.hours.removeDayOf(name)} onClick={onRemove}>
            {t.hours.removeDay}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
