import * as z from 'zod';
import { hasTime, isCheckedIn } from '../../rules/appointment-status';
import { VISITS_MAX } from '../../rules/series';
import { date, fault, likelyDatetime, optional, text, uuid, withDefault } from '../../schemas/fields';
import { marked } from '../../schemas/marks';
import { AppointmentInput, ListedAppointment, REASON_MAX } from '../appointment/schemas';

const WEEKS_MAX = 12;

/** A visit is planned: it holds its time, and its patient waits for no turn yet. */
const isPlanned = (status: string) => hasTime(status) && !isCheckedIn(status);

const { hold_id: _, ...visit } = AppointmentInput.shape;
const every_weeks = z.int().min(1).max(WEEKS_MAX).describe('The next visit is so many weeks after the one before');

export const AppointmentSeriesInput = z
  .object({
    ...visit,
    status: visit.status.refine(
      isPlanned,
      fault('value_error', 'A series is of visits that hold their time and are to come: neither CHECKED_IN nor over'),
    ),
    doctor_id: uuid,
    department_id: uuid.optional().describe('Required unless the type is offered in just one'),
    schedule: likelyDatetime.describe(
      'When the first visit begins. The others do so at the same time by the clocks of the hospital, whatever zone is sent',
    ),
    every_weeks,
    count: optional(z.int().min(1).max(VISITS_MAX)).describe(
      'How many visits are planned, those that are skipped, too. Either this or `until`',
    ),
    until: optional(date).describe(`The last day on which a visit may begin, which makes at most ${VISITS_MAX}`),
    on_conflict: withDefault(z.enum(['refuse', 'skip']), 'refuse').describe(
      '`refuse`: no visit is booked where one cannot be; `skip`: the others are. Neither matters with `DOUBLE_BOOKING=allow`',
    ),
    dry_run: withDefault(z.boolean(), false).describe('Answers what would be booked, and books nothing'),
  })
  .meta({ id: 'AppointmentSeriesInput' });
export type AppointmentSeriesInput = z.output<typeof AppointmentSeriesInput>;

/** Codes of errors. */
export const REASONS = ['closed', 'overlap', 'held', 'no_resource'] as const;

const skipped = z
  .array(
    z
      .object({
        schedule: z.string().describe('When the visit would begin'),
        reason: z.enum(REASONS).describe('The `code` that the booking of this visit alone is refused with'),
        detail: z.string().describe('What is in the way, in English, for people'),
      })
      .meta({ id: 'SkippedVisit' }),
  )
  .describe('What was planned and cannot be booked, in order of time');

export const AppointmentSeries = z
  .object({
    id: marked(z.uuid(), { entity: 'appointment_series' }),
    patient_id: marked(z.uuid(), { whose: 'patient_id' }),
    every_weeks,
    appointments: z.array(ListedAppointment).describe('Its visits, in order of time'),
    skipped,
  })
  .meta({ id: 'AppointmentSeries' });
export type AppointmentSeries = z.output<typeof AppointmentSeries>;

/** Without ids: nothing is booked. */
export const PlannedSeries = z
  .object({
    appointments: z
      .array(
        z
          .object({
            schedule: z.string().describe('When it would begin'),
            resource_id: ListedAppointment.shape.resource_id,
          })
          .meta({ id: 'PlannedVisit' }),
      )
      .describe('What would be booked, in order of time'),
    skipped,
  })
  .meta({ id: 'PlannedSeries', description: 'What a dry run answers' });
export type PlannedSeries = z.output<typeof PlannedSeries>;

export const SeriesCancelInput = z
  .object({
    from: date.describe('The first day, by the clocks of the hospital, of which visits are cancelled'),
    cancel_reason: optional(text(REASON_MAX)).describe('Why they are cancelled'),
  })
  .meta({ id: 'AppointmentSeriesCancelInput' });
export type SeriesCancelInput = z.output<typeof SeriesCancelInput>;

export const CancelledVisits = z
  .object({
    cancelled: z.int().describe('How many visits were cancelled'),
    ids: z.array(z.uuid()).describe('Which ones, in order of time'),
  })
  .meta({ id: 'CancelledVisits' });
export type CancelledVisits = z.output<typeof CancelledVisits>;
