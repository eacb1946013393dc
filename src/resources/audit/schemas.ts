import * as z from 'zod';
import { canonicalUuid } from '../../rules/uuid';
import { BriefPatient } from '../../schemas/brief';
import { date, datetime, fault, NAME_MAX, text } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';
import { queryInt, viewQuery } from '../../schemas/requests';

const filter = (description: string) =>
  text(NAME_MAX)
    .overwrite((sent) => canonicalUuid(sent) ?? sent)
    .optional()
    .describe(description);

const limit = queryInt(1, 1_000).default(100);

const filters = {
  entity: filter('Only rows with this kind of record: `patient`, `user`, `login_session` …'),
  entity_id: filter('Only rows with this record'),
  actor: filter('Only rows with this account'),
  action: filter('Only rows with this action'),
  from: datetime.optional().describe('Only from this time on'),
  to: datetime.optional().describe('Only before this time'),
};

export const AuditQuery = z.object({
  ...{ limit, cursor: keysetQuery.shape.cursor, ...filters },
  view: viewQuery.shape.view.describe('`full` says what the records are called'),
});
export type AuditQuery = z.output<typeof AuditQuery>;

const place = z
  .string()
  .regex(/^-?\d{1,15}\.\d{1,15}\.\d{1,15}$/, fault('value_error', 'value should be the cursor of a Link header'))
  .optional()
  .describe(keysetQuery.shape.cursor.description ?? '');

export const AccessDayQuery = z.object({
  ...{ limit, cursor: place, actor: filters.actor },
  patient_id: marked(filter('Only rows with this patient'), { whose: 'patient_id' }),
  entity: filter('Only days with looks at this kind of record: `patient`, `appointment`, `invoice`, `file`, `note` …'),
  action: filter('Only days with this action: `read`, `list`, `search`, `refused` …'),
  from: datetime.optional().describe('Only from the day of this time on'),
  to: datetime.optional().describe('Only days that begin before this time'),
});
export type AccessDayQuery = z.output<typeof AccessDayQuery>;

// Marked, although a day is no record: the log then says which day was read.
export const dayParam = z.object({ day: marked(date, { entity: 'access' }).describe('By the hospital’s clocks') });

export const AccessQuery = z.object({
  ...{ limit, cursor: place, ...filters },
  patient_id: marked(filter('Only looks at this patient, also in a list of several'), { whose: 'patient_id' }),
});
export type AccessQuery = z.output<typeof AccessQuery>;

const entry = {
  at: z.iso.datetime(),
  actor: z.string().nullable().describe('Id of the account; null where nobody was logged in'),
  action: z.string(),
  entity: z.string(),
  request_id: z.string().nullable(),
  address: z.string().nullable().describe('Network address of the client'),
};

export const AuditEntry = z
  .object({
    seq: marked(z.int(), { entity: 'audit' }),
    ...entry,
    entity_id: z.string(),
    version: z.int(),
    changed: z.array(z.string()).describe('Names of the fields that changed'),
    detail: z
      .record(z.string(), z.array(z.unknown()))
      .nullable()
      .describe(
        'Before and after of a role, a disabled account or where a patient was merged into: `{"type":["doctor","admin"]}`',
      ),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof AuditEntry>;

const RecordNames = z
  .object({
    number: marked(z.string().nullable(), { shows: 'Invoice' }).describe(
      'Number of the invoice (a payment’s and a credit note’s, too) or doctor; code of the department or item of the catalog',
    ),
    name: marked(z.string().nullable(), { shows: 'Practitioner' }).describe(
      'Of the doctor, department, item of the catalog or account',
    ),
    starts_at: marked(z.iso.datetime().nullable(), { shows: 'Appointment' }).describe('When the appointment begins'),
    patient: BriefPatient.nullable().describe('Who it is, or whose the record is'),
  })
  .meta({ id: 'RecordNames' });

export const NamedAuditEntry = AuditEntry.extend({
  patient_id: marked(z.string().nullable(), { whose: 'patient_id' }).describe('Whose the record is'),
  record: RecordNames.describe('As it is now, also where it was deleted since'),
}).meta({ id: 'NamedAuditEntry' });
export type NamedAuditEntry = z.output<typeof NamedAuditEntry>;

export const AccessDay = z
  .object({
    day: marked(z.iso.date(), { entity: 'access' }).describe('By the hospital’s clocks'),
    patient_id: z
      .string()
      .nullable()
      .describe('Id of the patient; null for looks at nobody’s records, and for lists of several people'),
    actor: entry.actor,
    looks: z.int().describe('How often the account has looked'),
    first_at: z.iso.datetime().describe('The first look of the day, in UTC'),
    last_at: z.iso.datetime().describe('The last one, in UTC'),
    kinds: z
      .array(z.string())
      .describe('What kinds of looks: entity and action, `patient:read`, or `login_failed`, `refused`, `other`'),
  })
  .meta({ id: 'AccessDay' });
export type AccessDay = z.output<typeof AccessDay>;

export const AccessEntry = z
  .object({
    id: marked(z.uuid(), { entity: 'access' }),
    ...entry,
    role: z.string().nullable(),
    entity_id: z.string().nullable(),
    patient_id: z.string().nullable(),
    patients: z
      .array(z.string())
      .describe('Besides `patient_id`, whose records a list showed; empty where they are not named'),
    count: z.int().nullable().describe('How many records a list showed'),
    detail: z
      .record(z.string(), z.string())
      .nullable()
      .describe(
        'Permission and route of a refused request, and the `scope` of a narrowed login; `code` of a failed login whose password was right',
      ),
  })
  .meta({ id: 'AccessEntry' });
export type AccessEntry = z.output<typeof AccessEntry>;
