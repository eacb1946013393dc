import * as z from 'zod';
import { canonicalUuid } from '../../rules/uuid';
import { datetime, NAME_MAX, queryInt, text } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';

const filter = (what: string) =>
  text(NAME_MAX)
    .overwrite((sent) => canonicalUuid(sent) ?? sent)
    .optional()
    .describe(`Only rows with this ${what}`);

const filters = {
  entity: filter('kind of record: `patient`, `user`, `login_session` …'),
  entity_id: filter('record'),
  actor: filter('account'),
  action: filter('action'),
  from: datetime.optional().describe('Only from this time on'),
  to: datetime.optional().describe('Only before this time'),
};

const limit = queryInt(1, 1_000).default(100);

export const AuditQuery = z.object({ limit, cursor: keysetQuery.shape.cursor, ...filters });
export type AuditQuery = z.output<typeof AuditQuery>;

export const AccessQuery = z.object({
  limit,
  cursor: text(NAME_MAX)
    .optional()
    .describe(keysetQuery.shape.cursor.description ?? ''),
  ...filters,
  patient_id: marked(filter('patient'), { whose: 'patient_id' }),
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
      .describe('Before and after of a role or a disabled account: `{"type":["doctor","admin"]}`'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof AuditEntry>;

export const AccessEntry = z
  .object({
    seq: z.int(),
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
      .describe('Permission and route of a refused request; `code` of a failed login whose password was right'),
  })
  .meta({ id: 'AccessEntry' });
export type AccessEntry = z.output<typeof AccessEntry>;
