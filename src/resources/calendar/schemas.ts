import * as z from 'zod';
import { BriefDepartment, BriefPerson } from '../../schemas/brief';
import { datetime, fault, optional, text, uuid } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { queryList, viewQuery } from '../../schemas/requests';
import { keptIfNull, patchOf } from '../../schemas/update';
import { AppointmentInput, AppointmentRecord, status, word } from '../appointment/schemas';
import { files } from '../file/schemas';

/** Short enough that pages need no bound in bytes. */
const REASON_MAX = 500;

/** All that a PATCH may change. */
export const CalendarInput = z.object({
  ...AppointmentInput.shape,
  cancel_reason: optional(text(REASON_MAX)).describe('Why it is cancelled; null in every other status'),
});
export type CalendarInput = z.output<typeof CalendarInput>;

export const AppointmentPatch = patchOf(CalendarInput)
  .extend({ status: keptIfNull(status) })
  .meta({ id: 'AppointmentPatchInput' });
export type AppointmentPatch = z.output<typeof AppointmentPatch>;

/** As a list has it. */
export const ListedAppointment = z
  .object({
    ...AppointmentRecord.shape,
    cancel_reason: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    patient: BriefPerson.optional().describe('With view=full'),
    doctor: BriefPerson.optional().describe('With view=full; also if the doctor has been deleted'),
    department: BriefDepartment.optional().describe('With view=full'),
  })
  .meta({ id: 'ListedAppointment' });
export type ListedAppointment = z.output<typeof ListedAppointment>;

export const CalendarAppointment = ListedAppointment.extend({ files }).meta({ id: 'CalendarAppointment' });
export type CalendarAppointment = z.output<typeof CalendarAppointment>;

const words = queryList(word);

/** The place of an appointment in the calendar: its start and its number. */
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
