import * as z from 'zod';
import { END_PATTERN, overlapsOf, placedInWeek, placedOnDates, TIME_PATTERN } from '../../rules/hours';
import { date, datetime, fault, isObject, listOf, optionalText, uuid, withDefault } from '../../schemas/fields';
import { queryInt } from '../../schemas/requests';
import { updateOf } from '../../schemas/update';

const DAY_MINUTES = 24 * 60;
const WEEKLY_MAX = 100;
const A_DAY_MAX = 24;
const HOURS_MAX = 20;
/** Two years of single days. */
const EXCEPTIONS_MAX = 400;
/** In all of them: SQLite parses the exceptions of each doctor of a department to find those of a day. */
const EXCEPTION_HOURS_MAX = 1_000;

const timeOfDay = (pattern: string) =>
  z
    .string()
    .refine((value) => new RegExp(pattern).test(value), fault('time_parsing', 'Input should be a time of day, HH:MM'))
    .meta({ pattern });

const Hours = z
  .object({
    from: timeOfDay(TIME_PATTERN),
    to: timeOfDay(END_PATTERN).describe(
      'On the next day, unless it is later than `from`; 24:00 is the midnight that ends the day',
    ),
    department_id: uuid,
    slot_minutes: z.int().min(1).max(DAY_MINUTES),
  })
  .meta({ id: 'Hours' });

const WeeklyHours = z
  .object({ weekday: z.int().min(1).max(7).describe('ISO 8601: 1 is Monday, 7 is Sunday'), ...Hours.shape })
  .meta({ id: 'WeeklyHours' });

const HoursException = z
  .object({
    date: date.describe('The day that it is about'),
    off: withDefault(z.boolean(), false),
    hours: withDefault(listOf(Hours, HOURS_MAX), []),
    note: optionalText,
  })
  .refine(({ off, hours }) => off === (hours.length === 0), {
    ...fault('value_error', 'An exception should have either hours or off: true'),
    when: ({ value }) => isObject(value) && typeof value.off === 'boolean' && Array.isArray(value.hours),
  })
  .meta({ id: 'HoursException', description: 'Replaces the weekly hours that begin on this date, all of them' });

const isEachOnce = (exceptions: { date: string }[]) =>
  new Set(exceptions.map((one) => one.date)).size === exceptions.length;

const areFew = (exceptions: { hours: unknown[] }[]) =>
  exceptions.reduce((sum, { hours }) => sum + hours.length, 0) <= EXCEPTION_HOURS_MAX;

/** Refuses the later one of two, and says which is the other. */
const apart = <T>(list: string, placed: (hours: T) => Parameters<typeof overlapsOf>[0]) =>
  z.superRefine<T>((hours, { addIssue }) => {
    for (const { path, other } of overlapsOf(placed(hours))) {
      const overlaps = fault('value_error', `Hours should not overlap those of ${[list, ...other].join('.')}`);
      addIssue({ code: 'custom', path: [...path], params: overlaps.params, message: overlaps.error });
    }
  });

const isSpread = (weekly: { weekday: number }[]) => {
  const counts = Map.groupBy(weekly, ({ weekday }) => weekday);
  return [...counts.values()].every((hours) => hours.length <= A_DAY_MAX);
};

export const DoctorHoursFields = z.object({
  weekly: withDefault(
    listOf(WeeklyHours, WEEKLY_MAX)
      .refine(isSpread, fault('too_long', `List should have at most ${A_DAY_MAX} hours of one weekday`))
      .check(apart('weekly', placedInWeek)),
    [],
  ),
  exceptions: withDefault(
    listOf(HoursException, EXCEPTIONS_MAX)
      .refine(areFew, fault('too_long', `Exceptions should have at most ${EXCEPTION_HOURS_MAX} hours together`))
      .refine(isEachOnce, fault('value_error', 'Dates should differ'))
      .check(apart('exceptions', placedOnDates)),
    [],
  ),
});
export type DoctorHoursFields = z.output<typeof DoctorHoursFields>;

export const DoctorHoursUpdate = updateOf(DoctorHoursFields).meta({ id: 'DoctorHoursInput' });
export type DoctorHoursUpdate = z.output<typeof DoctorHoursUpdate>;

export const DoctorHours = z
  .object({
    doctor_id: z.uuid(),
    weekly: z.array(WeeklyHours),
    exceptions: z.array(HoursException),
  })
  .meta({ id: 'DoctorHours' });
export type DoctorHours = z.output<typeof DoctorHours>;

export const doctorParam = z.object({ id: uuid.describe('Id of the doctor') });

const SLOTS_MAX = 1_000;

export const SlotQuery = z
  .object({
    doctor_id: uuid.optional(),
    department_id: uuid.optional(),
    type_id: uuid.optional().describe('Times for an appointment of this type'),
    from: datetime.describe('Slots begin then or later'),
    to: datetime.optional().describe('Slots begin before; up to 31 days later than `from`, as without it'),
    minutes: queryInt(1, DAY_MINUTES)
      .optional()
      .describe('Length of the slots; without it that of the type, or of the hours'),
    limit: queryInt(1, SLOTS_MAX)
      .default(SLOTS_MAX)
      .describe('About how many slots: those that begin together are never parted'),
  })
  .refine(({ doctor_id, department_id }) => doctor_id === undefined || department_id === undefined, {
    path: ['doctor_id'],
    ...fault('value_error', 'At most one of doctor_id and department_id should be given'),
    when: ({ value }) => isObject(value),
  });
export type SlotQuery = z.output<typeof SlotQuery>;

export const Slot = z
  .object({
    doctor_id: z.uuid(),
    department_id: z.uuid(),
    type_id: z.uuid().optional().describe('As asked for'),
    schedule: z
      .string()
      .describe('For `POST /appointment/`: wall time, with its offset where the clocks show the same time twice'),
    expected_duration_minutes: z.int().describe('Length of the slot'),
    starts_at: z.iso.datetime().describe('The same moment in UTC'),
    ends_at: z.iso.datetime(),
  })
  .meta({ id: 'Slot' });
export type Slot = z.output<typeof Slot>;

export const DAYS_MAX = 31;

export const DayHoursQuery = z.object({
  date: date.optional().describe('One day, instead of `from` and `to`'),
  from: date.optional().describe('The first day'),
  to: date.optional().describe(`The last day, included; at most ${DAYS_MAX} days in all`),
  department_id: uuid.optional().describe('Only hours in this department'),
  doctor_id: uuid.optional().describe('Only hours of this doctor'),
});
export type DayHoursQuery = z.output<typeof DayHoursQuery>;

const ClosedHours = z
  .object({
    name: z.string().describe('That of the closure'),
    starts_at: z.iso.datetime().describe('When it begins, or the hours, in UTC'),
    ends_at: z.iso.datetime().describe('When it ends, or the hours, in UTC'),
  })
  .meta({ id: 'ClosedHours' });

export const DayHours = z
  .object({
    doctor_id: z.uuid(),
    date: z.iso.date().describe('The day on which they begin'),
    ...Hours.shape,
    starts_at: z.iso.datetime().describe('When they begin, in UTC'),
    ends_at: z.iso.datetime(),
    closed: z.array(ClosedHours).describe('What closures take of them, in the order of time'),
  })
  .meta({ id: 'DayHours' });
export type DayHours = z.output<typeof DayHours>;
