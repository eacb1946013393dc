import * as z from 'zod';
import { BriefDepartment, BriefPerson } from '../../schemas/brief';
import { datetime, fault, nonNegative, optional, text, uuid, withDefault } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';
import { queryList, viewQuery } from '../../schemas/requests';
import { keptIfNull, patchOf } from '../../schemas/update';
import { files } from '../file/schemas';

/** Seven days. */
export const LONGEST_MINUTES = 10_080;
/** Short enough that pages need no bound in bytes. */
const REASON_MAX = 500;

const word = text(50, 1);
const STATUS =
  'SCEDULED (spelled so), CHECKED_IN, IN_PROGRESS, COMPLETED, CANCELLED, NO_SHOW, or any other text. All but COMPLETED, CANCELLED and NO_SHOW hold its time';

export const AppointmentInput = z
  .object({
    type: withDefault(word, 'OPD').describe('Kind of visit, as free text'),
    status: withDefault(word, 'SCEDULED').describe(STATUS),
    patient_id: marked(uuid, { whose: 'patient_id' }),
    doctor_id: uuid,
    department_id: uuid,
    schedule: datetime,
    is_follow_up: withDefault(z.boolean(), false),
    expected_duration_minutes: optional(nonNegative(LONGEST_MINUTES)),
  })
  .meta({ id: 'AppointmentInput' });
export type AppointmentInput = z.output<typeof AppointmentInput>;

export const AppointmentFields = z.object({
  ...AppointmentInput.shape,
  cancel_reason: optional(text(REASON_MAX)).describe('Why it is cancelled; null in every other status'),
});
export type AppointmentFields = z.output<typeof AppointmentFields>;

export const AppointmentPatch = patchOf(AppointmentFields)
  .extend({ status: keptIfNull(word.describe(STATUS)) })
  .meta({ id: 'AppointmentPatchInput' });
export type AppointmentPatch = z.output<typeof AppointmentPatch>;

/** The record without files, which have their own table. */
export const AppointmentRecord = z.object({
  id: marked(z.uuid(), { entity: 'appointment' }),
  ...AppointmentInput.shape,
});

const queue_number = z
  .int()
  .optional()
  .describe(
    'Of who was CHECKED_IN at the create: the place in the queue of the department on that day, from 1 on. In another ' +
      'department, or on another day, it is the next one there',
  );

export const Appointment = z.object({ ...AppointmentRecord.shape, queue_number, files }).meta({ id: 'Appointment' });
export type Appointment = z.output<typeof Appointment>;

export const ListedAppointment = z
  .object({
    ...AppointmentRecord.shape,
    queue_number,
    cancel_reason: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    patient: BriefPerson.optional().describe('With view=full'),
    doctor: BriefPerson.optional().describe('With view=full; also if the doctor has been deleted'),
    department: BriefDepartment.optional().describe('With view=full'),
  })
  .meta({ id: 'ListedAppointment' });
export type ListedAppointment = z.output<typeof ListedAppointment>;

/** As a read and an update answer it; a create answers `Appointment`. */
export const CalendarAppointment = ListedAppointment.extend({ files }).meta({ id: 'CalendarAppointment' });
export type CalendarAppointment = z.output<typeof CalendarAppointment>;

const words = queryList(word);

/** Start and number of the appointment behind which a page begins. */
const cursor = z
  .string()
  .regex(/^-?\d{1,15}\.\d{1,15}$/, fault('value_error', 'value should be the cursor of a Link header'))
  .optional()
  .describe(keysetQuery.shape.cursor.description ?? '');

export const CalendarQuery = z.object({
  from: datetime.optional().describe('Only appointments that start at this time or later'),
  to: datetime.optional().describe('Only appointments that start before this time'),
  doctor_id: uuid.optional(),
  patient_id: AppointmentInput.shape.patient_id.optional(),
  department_id: uuid.optional(),
  status: words.describe('Repeatable: any of them; letter case, `_`, `-` and spaces do not matter'),
  type: words.describe('Repeatable, as status'),
  order_by: z
    .enum(['schedule', '-schedule', 'created_at', '-created_at'])
    .default('schedule')
    .describe('Sort field, ties in order of creation; a leading `-` reverses both'),
  limit: keysetQuery.shape.limit,
  cursor,
  view: viewQuery.shape.view.describe('`full` adds the names of patient, doctor and department'),
});
export type CalendarQuery = z.output<typeof CalendarQuery>;
