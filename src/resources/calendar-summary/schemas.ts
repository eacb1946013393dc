import * as z from 'zod';
import { BriefDepartment, BriefDoctor } from '../../schemas/brief';
import { csvQuery } from '../../schemas/csv';
import { date, uuid } from '../../schemas/fields';
import { answered } from '../../schemas/words';

export const DAYS_MAX = 366;
/** Appointments that a summary adds up: less than half a second of the database. */
export const SUMMED_MAX = 250_000;
/** Of a doctor, a department or a day, by status as it was sent. */
export const SUMS_MAX = 20_000;
/** Doctors, or departments, that a hospital has ever had. */
export const NAMES_MAX = 10_000;
/** Hours of doctors on days that a summary adds up: those of 200 doctors for a year, one in the morning and one in the afternoon. */
export const HOURS_MAX = 150_000;

export const GROUPS = ['doctor', 'department', 'status', 'day'] as const;
export type Group = (typeof GROUPS)[number];

export const CalendarSummaryQuery = z.object({
  from: date.optional().describe('The first day, by the clocks of the hospital; `to` if left out'),
  to: date.optional().describe(`The last day, included; today if left out; at most ${DAYS_MAX} days in all`),
  group_by: z.enum(GROUPS).default('day').describe('What a row is of'),
  doctor_id: uuid.optional().describe('Only appointments and hours of this doctor'),
  department_id: uuid.optional().describe('Only appointments and hours in this department'),
  ...csvQuery.shape,
});
export type CalendarSummaryQuery = z.output<typeof CalendarSummaryQuery>;

const sums = {
  appointments: z.int().describe('How many begin on these days: the sum of the five that follow'),
  completed: z.int().describe('Visits that are COMPLETED'),
  to_come: z.int().describe('Those that hold their time, and whose end is still ahead'),
  left_open: z
    .int()
    .describe(
      'Those whose time is over, and of which nobody has said whether the patient came: their status still holds it',
    ),
  no_show: z.int().describe('Patients who did not come, NO_SHOW'),
  cancelled: z.int().describe('Those that are CANCELLED'),
  minutes: z
    .int()
    .describe('Of all but the cancelled and the missed ones, rounded; one without a duration counts as 15'),
  hours_minutes: z
    .int()
    .optional()
    .describe(
      'Of the hours that begin on these days, less what is closed of them (`GET /calendar/hours`), as they are set now; only by ' +
        'doctor and by day',
    ),
};

const CalendarTotal = z.object(sums).meta({ id: 'CalendarTotal' });
export type CalendarTotal = z.output<typeof CalendarTotal>;

const CalendarSum = z
  .object({
    doctor: BriefDoctor.optional().describe('By doctor; also one who has been deleted'),
    department: BriefDepartment.optional().describe('By department'),
    status: answered.appointmentStatus.optional().describe('By status; all spellings of one count together'),
    date: z.iso.date().optional().describe('By day'),
    ...sums,
  })
  .meta({ id: 'CalendarSum' });
export type CalendarSum = z.output<typeof CalendarSum>;

export const CalendarSummary = z
  .object({
    from: z.iso.date().describe('The first day'),
    to: z.iso.date().describe('The last day, included'),
    group_by: z.enum(GROUPS).describe('What a row is of'),
    total: CalendarTotal,
    rows: z
      .array(CalendarSum)
      .describe(
        'By day in their order, each day; else of whatever has appointments or hours, the most appointments first',
      ),
  })
  .meta({ id: 'CalendarSummary' });
export type CalendarSummary = z.output<typeof CalendarSummary>;
