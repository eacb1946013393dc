import { DAY, localDatetime, MINUTE } from '../../../src/rules/clock.ts';
import { instant, isoTime } from '../../../src/rules/datetime.ts';
import {
  type HoursException,
  overlapsOf,
  placedInWeek,
  placedOnDates,
  type WeeklyHours,
} from '../../../src/rules/hours.ts';
import { freeSlots } from '../../../src/rules/slots.ts';
import { holding, spanOf } from './appointments.ts';
import { type Answer, type Asked, idOf, requireVersion } from './asked.ts';
import { invalid, notFound } from './refusal.ts';

interface Week {
  weekly: WeeklyHours[];
  exceptions: HoursException[];
}

/** What `updateWorkingHours` has stored, which the document's schema has let through. */
const weekOf = (data: object) => data as Partial<Week>;

const hoursOf = ({ store }: Asked, id: string): { version: number; hours: Week } => {
  const record = store.get('Hours', id);
  const { weekly = [], exceptions = [] } = weekOf(record?.data ?? {});
  return { version: record?.version ?? 0, hours: { weekly, exceptions } };
};

export function getWorkingHours(asked: Asked): Answer {
  const doctor_id = idOf(asked);
  if (!asked.store.get('Doctor', doctor_id)) throw notFound('Doctor', doctor_id);
  const { version, hours } = hoursOf(asked, doctor_id);
  return { body: { doctor_id, ...hours }, headers: { etag: `"${version}"` } };
}

export function updateWorkingHours(asked: Asked): Answer {
  const { store, body } = asked;
  const id = idOf(asked);
  if (!store.get('Doctor', id)) throw notFound('Doctor', id);
  const { version, hours } = hoursOf(asked, id);
  requireVersion(asked, 'The record of hours', version);
  const { weekly, exceptions } = { ...hours, ...body } as Week;
  const next = {
    weekly: weekly ?? [],
    exceptions: (exceptions ?? []).map((one) => ({
      ...one,
      off: one.off ?? false,
      hours: one.hours ?? [],
      note: one.note ?? null,
    })),
  };
  const overlaps = [
    ...overlapsOf(placedInWeek(next.weekly)).map(({ path }) => ['weekly', ...path]),
    ...overlapsOf(placedOnDates(next.exceptions)).map(({ path }) => ['exceptions', ...path]),
  ];
  if (overlaps.length)
    throw invalid(
      overlaps.map((path) => ({ loc: ['body', ...path], msg: 'Hours should not overlap', type: 'value_error' })),
    );
  for (const { department_id } of [...next.weekly, ...next.exceptions.flatMap((one) => one.hours)])
    if (!store.get('Department', department_id)) throw notFound('Department', department_id, 'reference_not_found');
  const record = store.get('Hours', id);
  if (record) store.change(record, next);
  else store.add('Hours', { id, ...next });
  return getWorkingHours(asked);
}

export function listSlots(asked: Asked): Answer {
  const { store, query, timeZone } = asked;
  const { doctor_id, department_id } = query;
  const fault = (name: string, msg: string) => invalid([{ loc: ['query', name], msg, type: 'value_error' }]);
  if ((doctor_id === undefined) === (department_id === undefined))
    throw fault('doctor_id', 'Either doctor_id or department_id should be given');
  const [from, to] = [instant(String(query.from), timeZone), instant(String(query.to), timeZone)];
  if (to <= from) throw fault('to', 'Input should be later than `from`');
  if (to - from > 31 * DAY + 60 * MINUTE) throw fault('to', 'Input should be at most 31 days later than `from`');
  const counts = (hours: { department_id: string }) =>
    department_id === undefined || hours.department_id === department_id;
  const calendars = store
    .all('Doctor')
    .filter(({ id, isDeleted }) => !isDeleted && (doctor_id === undefined || id === doctor_id))
    .map(({ id }) => {
      const { weekly, exceptions } = hoursOf(asked, id).hours;
      const held = holding(asked, 'doctor_id', id).map(({ data }) => spanOf(data, timeZone));
      return {
        doctor_id: id,
        weekly: weekly.filter(counts),
        exceptions: exceptions.map((one) => ({ ...one, hours: one.hours.filter(counts) })),
        held: held.sort(([a], [b]) => a - b),
        closed: [],
        known_until: Number.POSITIVE_INFINITY,
      };
    });
  const minutes = query.minutes === undefined ? undefined : Number(query.minutes);
  const { slots } = freeSlots(calendars, { from, to, minutes, limit: 1000, timeZone });
  const body = slots.map(({ starts_at, ends_at, ...slot }) => ({
    ...slot,
    schedule: localDatetime(starts_at, timeZone),
    expected_duration_minutes: (ends_at - starts_at) / MINUTE,
    starts_at: isoTime(starts_at),
    ends_at: isoTime(ends_at),
  }));
  return { body };
}
