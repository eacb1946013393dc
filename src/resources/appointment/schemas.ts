import * as z from 'zod';
import { SAME_STATUS } from '../../rules/appointment-status';
import { BriefDepartment, BriefDoctor, ExpectedPatient } from '../../schemas/brief';
import { csvQuery } from '../../schemas/csv';
import {
  datetime,
  fault,
  freeText,
  isObject,
  likelyDatetime,
  nonNegative,
  optional,
  optionalIfAny,
  text,
  uuid,
  withDefault,
} from '../../schemas/fields';
import { keysetQuery, tagList, tagsQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';
import { queryList, viewQuery } from '../../schemas/requests';
import { keptIfNull, patchOf } from '../../schemas/update';
import { appointmentStatus, appointmentType } from '../../schemas/words';
import { files } from '../file/schemas';
import { VisitMessage } from '../message/schemas';

/** Seven days. */
export const LONGEST_MINUTES = 10_080;
export const REASON_MAX = 500;
export const DEFAULT_TYPE = 'OPD';

const SAME = Object.entries(SAME_STATUS).map(([other, status]) => `${other} means ${status}`);
const STATUS = `Any text. All but COMPLETED, CANCELLED and NO_SHOW hold its time; SCEDULED is spelled so. ${SAME.join(', ')}`;

/** What every appointment has. */
const fields = {
  type: withDefault(appointmentType, DEFAULT_TYPE).describe('Kind of visit, as free text'),
  status: withDefault(appointmentStatus, 'SCEDULED').describe(STATUS),
  patient_id: marked(uuid, { whose: 'patient_id' }),
  doctor_id: uuid,
  department_id: uuid,
  schedule: likelyDatetime,
  is_follow_up: withDefault(z.boolean(), false),
  expected_duration_minutes: optional(nonNegative(LONGEST_MINUTES)),
};

const REASON = 'Why the patient comes, in their words';
const NOTES = 'What staff should know beforehand';

const further = {
  reason: optionalIfAny(text(REASON_MAX)).describe(REASON),
  notes: optionalIfAny(freeText).describe(NOTES),
  tags: optionalIfAny(tagList),
  type_id: optional(uuid).describe(
    'One of `/calendar/types/`. Its name is the `type`, its length the duration, and its department, where it has just one, ' +
      'the department, as far as the body leaves them out; its buffers are time of the doctor',
  ),
  resource_id: optional(uuid).describe(
    'The room, or the equipment: one of `/calendar/resources/`. Without it a type that needs a kind of them takes any that is free',
  ),
};

const required = (name: string) => ({
  path: [name],
  ...fault('missing', 'Field required'),
  when: ({ value }: { value: unknown }) => isObject(value),
});

export const AppointmentInput = z
  .object({
    ...fields,
    ...further,
    type: appointmentType.nullish().describe('Kind of visit, as free text').meta({ default: DEFAULT_TYPE }),
    doctor_id: uuid.optional().describe('Required without `hold_id`'),
    department_id: uuid
      .optional()
      .describe('Required without `hold_id` or `type_id`, and where these do not say which one'),
    schedule: likelyDatetime.optional(),
    hold_id: optional(uuid).describe('A hold of this account, whose time, doctor, type and room the appointment gets'),
  })
  .refine(({ doctor_id, hold_id }) => doctor_id !== undefined || hold_id, required('doctor_id'))
  .refine(
    ({ department_id, hold_id, type_id }) => department_id !== undefined || hold_id || type_id,
    required('department_id'),
  )
  .refine(({ schedule, hold_id }) => schedule !== undefined || hold_id, required('schedule'))
  .meta({ id: 'AppointmentInput' });
export type AppointmentInput = z.output<typeof AppointmentInput>;

export const AppointmentFields = z.object({
  ...fields,
  ...further,
  cancel_reason: optional(text(REASON_MAX)).describe('Why it is cancelled; null in every other status'),
});
export type AppointmentFields = z.output<typeof AppointmentFields>;

export const AppointmentPatch = patchOf(AppointmentFields)
  .extend({ status: keptIfNull(appointmentStatus.describe(STATUS)) })
  .meta({ id: 'AppointmentPatchInput' });
export type AppointmentPatch = z.output<typeof AppointmentPatch>;

const OR_LEFT_OUT = 'Left out where there is none';
const notes = z.string().optional().describe(`${NOTES}. ${OR_LEFT_OUT}`);

/** The record without files, which have their own table, and without notes, which not every list has. */
export const AppointmentRecord = z.object({
  id: marked(z.uuid(), { entity: 'appointment' }),
  ...fields,
  reason: z.string().optional().describe(`${REASON}. ${OR_LEFT_OUT}`),
  tags: z.array(z.string()).optional().describe(`Labels to filter by. ${OR_LEFT_OUT}`),
  type_id: z.uuid().optional().describe(`Its type, of \`/calendar/types/\`. ${OR_LEFT_OUT}`),
  resource_id: z.uuid().optional().describe(`The room, or the equipment, that it takes. ${OR_LEFT_OUT}`),
  series_id: z.uuid().optional().describe(`The series that it is part of. ${OR_LEFT_OUT}`),
});

const queue_number = z
  .int()
  .optional()
  .describe(
    'Of who was CHECKED_IN at the create: the place in the queue of the department on that day, from 1 on. In another ' +
      'department, or on another day, it is the next one there',
  );

export const Appointment = z
  .object({ ...AppointmentRecord.shape, notes, queue_number, files })
  .meta({ id: 'Appointment' });
export type Appointment = z.output<typeof Appointment>;

export const ListedAppointment = z
  .object({
    ...AppointmentRecord.shape,
    queue_number,
    cancel_reason: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ListedAppointment' });
export type ListedAppointment = z.output<typeof ListedAppointment>;

/** What view=full adds */
const names = {
  patient: ExpectedPatient,
  doctor: BriefDoctor.describe('Also if the doctor has been deleted'),
  department: BriefDepartment.describe('Its department, in short'),
};
export const FullListedAppointment = ListedAppointment.extend({ ...names, notes }).meta({
  id: 'FullListedAppointment',
});
export type FullListedAppointment = z.output<typeof FullListedAppointment>;

/** As a read and an update answer it; a create answers `Appointment`. */
const has_note = z.literal(true).optional().describe('Where a doctor has signed a note about it; left out otherwise');
const messages = z
  .array(VisitMessage)
  .optional()
  .describe(
    'What the patient is told of it; left out where that is nothing, in lists, and by writes, which may change it',
  );
export const CalendarAppointment = ListedAppointment.extend({ notes, has_note, messages, files }).meta({
  id: 'CalendarAppointment',
});
export type CalendarAppointment = z.output<typeof CalendarAppointment>;
export const FullAppointment = CalendarAppointment.extend(names).meta({ id: 'FullAppointment' });
export type FullAppointment = z.output<typeof FullAppointment>;

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
  series_id: uuid.optional().describe('Only visits of this series'),
  status: queryList(appointmentStatus).describe(
    'Repeatable: any of them, in any of their spellings; letter case, `_`, `-` and spaces do not matter',
  ),
  type: queryList(appointmentType).describe('Repeatable, as status'),
  tags: tagsQuery,
  order_by: z
    .enum(['schedule', '-schedule', 'created_at', '-created_at'])
    .default('schedule')
    .describe('Sort field, ties in order of creation; a leading `-` reverses both'),
  limit: keysetQuery.shape.limit,
  cursor,
  view: viewQuery.shape.view.describe(
    '`full` adds the names of patient, doctor and department, which a CSV has anyway, the `notes`, and the date of birth, phone number and count of allergies of the patient',
  ),
  ...csvQuery.shape,
});
export type CalendarQuery = z.output<typeof CalendarQuery>;
