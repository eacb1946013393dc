import { etagOf, type Schema, unwrap } from 'hospital-service-client';
import { useMemo } from 'preact/hooks';
import { addDays, minuteOf } from './format';
import type { Loaded } from './hooks';
import { useKnown } from './known';
import { hospital, may } from './session';

type DayHours = Schema<'DayHours'>;

/** When a doctor works on a day, in minutes after midnight: those of a night begin before it, or end after it. */
export interface Open {
  from: number;
  to: number;
  department: string;
  /** minutes from one free time to the next */
  slot: number;
}

interface Wanted {
  from: string;
  days: number;
  /** ids, empty for any */
  department: string;
  doctor: string;
}

interface Read {
  hours: DayHours[];
  version: string | undefined;
}

const NONE: Read = { hours: [], version: undefined };

/** Who works when, as the service has it. @param known is given again where it is still so */
async function readHours({ from, days, ...whose }: Wanted, signal: AbortSignal, known?: Read): Promise<Read> {
  // Nobody is refused a calendar who may not read them.
  if (!may('hours:read')) return NONE;
  const query = {
    ...{ from, to: addDays(from, days - 1) },
    ...(whose.department && { department_id: whose.department }),
    ...(whose.doctor && { doctor_id: whose.doctor }),
  };
  const header = known?.version ? { 'if-none-match': known.version } : {};
  const result = await hospital.GET('/calendar/hours', { params: { query, header }, signal });
  if (known && result.status === 304) {
    known.version = result.response.headers.get('etag') ?? known.version; // by which it is cheaper to ask next
    return known;
  }
  return { hours: unwrap(result), version: etagOf(result) };
}

/** By doctor and the day on which they begin. */
export type Hours = ReadonlyMap<string, DayHours[]>;

const byDoctorAndDay = ({ hours }: Read): Hours => Map.groupBy(hours, ({ doctor_id, date }) => `${doctor_id} ${date}`);

export const loadHours = async (wanted: Wanted, signal: AbortSignal): Promise<Hours> =>
  byDoctorAndDay(await readHours(wanted, signal));

/** The same for what is on the screen. */
export function useHours(wanted: Wanted): Loaded<Hours> {
  const { from, days, department, doctor } = wanted;
  const key = ['hours', from, days, department, doctor].join(' ');
  const read = useKnown<Read>(key, (signal, known) => readHours(wanted, signal, known));
  const data = useMemo(() => read.data && byDoctorAndDay(read.data), [read.data]);
  return { ...read, data };
}

const DAY = 24 * 60;

const clockMinute = (clock: string): number => (clock === '24:00' ? DAY : minuteOf(`2000-01-01T${clock}`));

function openOf({ from, to, department_id: department, slot_minutes: slot }: DayHours): Open {
  const [start, end] = [clockMinute(from), clockMinute(to)];
  return { from: start, to: end > start ? end : end + DAY, department, slot };
}

/** The hours of a doctor that lie on a day, also those of the night before, in the order of time. */
export function hoursOn(day: string, doctor: string, hours: Hours): Open[] {
  const beginningOn = (date: string) => hours.get(`${doctor} ${date}`)?.map(openOf) ?? [];
  return [
    ...beginningOn(addDays(day, -1)).map((open) => ({ ...open, from: open.from - DAY, to: open.to - DAY })),
    ...beginningOn(day),
  ]
    .filter(({ to }) => to > 0)
    .sort((a, b) => a.from - b.from);
}
