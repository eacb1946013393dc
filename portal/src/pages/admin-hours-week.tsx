import { faultOf } from '../errors';
import { t } from '../i18n';
import type { Staff } from '../staff';
import { Button } from '../ui/button';
import { copiedHours, nextHours, WEEKDAYS, type WeeklyHours, weekdayText } from '../weekly-hours';
import { HoursHeads, HoursRow } from './admin-hours-row';

interface Props {
  weekly: readonly WeeklyHours[];
  departments: Staff['departments'];
  error: unknown;
  onChange: (weekly: WeeklyHours[]) => void;
}

/** The hours of each weekday. */
export function WeekFields({ weekly, departments, error, onChange }: Props) {
  const fault = faultOf(error, 'weekly');
  const usual = departments[0]?.id;
  const add = (...hours: WeeklyHours[]) => onChange([...weekly, ...hours]);
  return (
    <div class="in-rows">
      {fault && <p class="error">{fault}</p>}
      {weekly.length > 0 && <HoursHeads of={t.hours.weekday} />}
      {WEEKDAYS.map((weekday) => {
        const day = weekdayText(weekday);
        const ofDay = weekly.filter((hours) => hours.weekday === weekday);
        const isOff = ofDay.length === 0;
        const before = WEEKDAYS.findLast((other) => other < weekday && weekly.some((one) => one.weekday === other));
        return (
          <fieldset key={weekday} class="weekday">
            <legend>{day}</legend>
            <div class="spans">
              {weekly.map(
                (hours, at) =>
                  hours.weekday === weekday && (
                    <HoursRow
                      key={at}
                      hours={hours}
                      day={day}
                      path={`weekly.${at}`}
                      departments={departments}
                      error={error}
                      onChange={(next) => onChange(weekly.with(at, { ...hours, ...next }))}
                      onRemove={() => onChange(weekly.toSpliced(at, 1))}
                    />
                  ),
              )}
              <div class="row">
                {isOff && <span class="muted">{t.hours.off}</span>}
                {usual && (
                  <Button
                    look="quiet"
                    aria-label={t.hours.addOn(day)}
                    onClick={() => add({ ...nextHours(ofDay, weekly, usual), weekday })}
                  >
                    {t.hours.add}
                  </Button>
                )}
                {isOff && before && (
                  <Button look="quiet" onClick={() => add(...copiedHours(weekly, before, weekday))}>
                    {t.hours.sameAs(weekdayText(before))}
                  </Button>
                )}
              </div>
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}
