import { DAY, firstTimeOf } from '../../rules/clock';
import { type DoctorHours, type Hours, hoursOn } from '../../rules/hours';
import { remembered } from '../../rules/remembered';

export interface HoursSpan extends Hours {
  /** on which they begin */
  date: string;
  /** epoch milliseconds */
  starts_at: number;
  ends_at: number;
}

/** The hours that begin on these days, in the order of time; without those that the clocks skip. */
export function hoursOfDays(first: number, last: number, timeZone: string) {
  const momentOf = remembered((reading: number) => firstTimeOf(reading, timeZone));
  /** @param department_id undefined for all */
  return function* (document: DoctorHours, department_id: string | undefined): Generator<HoursSpan> {
    for (let day = first; day <= last; day++) {
      for (const { begins, ends, ...hours } of hoursOn(day * DAY, document)) {
        if (department_id !== undefined && hours.department_id !== department_id) continue;
        const [starts_at, ends_at] = [momentOf(begins), momentOf(ends)];
        if (starts_at < ends_at) yield { ...hours, starts_at, ends_at };
      }
    }
  };
}
