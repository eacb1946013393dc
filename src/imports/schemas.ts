import * as z from 'zod';
import { csvQuery } from '../schemas/csv';
import { fault, optional, text, withDefault } from '../schemas/fields';
import { uri } from '../schemas/identifier';
import {
  DATE_ORDERS,
  ENCODINGS,
  IMPORT_ENTITIES,
  IMPORT_FORMATS,
  IMPORT_STATES,
  ON_DUPLICATE,
} from '../schemas/import';
import { keysetQuery } from '../schemas/listing';
import { patchOf } from '../schemas/update';

/** Characters of a column's name, and of a path. */
const COLUMN_MAX = 200;
export const COLUMNS_MAX = 500;
/** Rows that a preview shows. */
export const PREVIEW_ROWS = 20;

/** An absolute URI (RFC 3986), as FHIR asks of an identifier's system. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:[^\s]+$/i;

const MAPPING =
  'Fields by columns, a field by its path: `{"Vorname": "first_name", "Ort": "addresses.0.city"}`. `external_id` is what the other ' +
  'system calls the record. Columns that it does not name are left out; null: the columns of a CSV are called as their fields, and ' +
  'an object of NDJSON is what a create takes';

const mapping = z
  .record(text(COLUMN_MAX, 1), text(COLUMN_MAX, 1))
  .refine(
    (columns) => Object.keys(columns).length <= COLUMNS_MAX,
    fault('too_long', `value should have at most ${COLUMNS_MAX} columns`),
  )
  .describe(MAPPING);

const LOCALE = 'A language tag whose decimal mark the numbers of a CSV have; null: a point';
const DATE_ORDER = 'Of dates in a CSV, as `31.12.1984` is `dmy`; null: they are written as YYYY-MM-DD';
const DUPLICATE =
  'What becomes of a row that is likely a person who is there: `skip` leaves it out and lists it, `report` makes it and lists it, ' +
  '`create` makes it';
const FORMAT =
  'A table; or in each line a JSON object with the fields of a create, or a Patient or an Appointment of FHIR';
const SOURCE = 'The system of external ids, an absolute URI: files of the same former system have the same';

const locale = optional(
  text(35, 1).refine((tag) => isLocale(tag), fault('value_error', 'Input should be a known language tag, as `de-DE`')),
).describe(LOCALE);
const isLocale = (tag: string) => csvQuery.shape.locale.safeParse(tag).success;

const settings = {
  mapping: optional(mapping).describe(MAPPING),
  locale,
  date_order: optional(z.enum(DATE_ORDERS)).describe(DATE_ORDER),
  on_duplicate: withDefault(z.enum(ON_DUPLICATE), 'skip').describe(DUPLICATE),
};

export const ImportInput = z
  .object({
    entity: z.enum(IMPORT_ENTITIES).describe('What the rows become'),
    format: withDefault(z.enum(IMPORT_FORMATS), 'csv').describe(FORMAT),
    source: uri
      .refine(
        (sent) => ABSOLUTE.test(sent),
        fault('value_error', 'value should be an absolute URI, as urn:former-system'),
      )
      .describe(SOURCE),
    encoding: withDefault(z.enum(ENCODINGS), 'utf-8').describe(
      'Of the file, which is refused where its bytes do not fit',
    ),
    ...settings,
  })
  .refine(({ entity, format }) => format !== 'fhir-ndjson' || entity === 'patient' || entity === 'appointment', {
    path: ['format'],
    ...fault('value_error', 'fhir-ndjson is of patients and appointments'),
  })
  .refine(({ format, mapping }) => format !== 'fhir-ndjson' || mapping === null, {
    path: ['mapping'],
    ...fault('value_error', 'fhir-ndjson has no mapping'),
  })
  .meta({ id: 'ImportInput' });
export type ImportInput = z.output<typeof ImportInput>;

export const ImportPatch = patchOf(z.object(settings)).meta({ id: 'ImportPatchInput' });
export type ImportPatch = z.output<typeof ImportPatch>;

export const RunInput = z
  .object({
    dry_run: withDefault(z.boolean(), false).describe('Only says what would become of each row, and makes nothing'),
  })
  .meta({ id: 'ImportRunInput' });

const time = z.iso.datetime();
const STATES =
  '`draft` has no file yet, `ready` has one; `checking` is a dry run, which ends in `checked`, `running` ends in `done`. DELETE makes a dry ' +
  'run `ready` again, and a run `stopped`; either is `failed` where it cannot go on, for the `reason`';

export const Import = z
  .object({
    id: z.uuid(),
    entity: z.enum(IMPORT_ENTITIES),
    format: z.enum(IMPORT_FORMATS).describe(FORMAT),
    source: z.string().describe(SOURCE),
    encoding: z.enum(ENCODINGS).describe('Of the file'),
    mapping: mapping.nullable().describe(MAPPING),
    locale: z.string().nullable().describe(LOCALE),
    date_order: z.enum(DATE_ORDERS).nullable().describe(DATE_ORDER),
    on_duplicate: z.enum(ON_DUPLICATE).describe(DUPLICATE),
    state: z.enum(IMPORT_STATES).describe(STATES),
    reason: z.string().nullable().describe('Why it has failed'),
    size: z.int().nullable().describe('Bytes of the file; null: there is none yet'),
    read: z.int().describe('Bytes of these that the last run has read, for a bar of progress'),
    dry_run: z.boolean().nullable().describe('Whether the counts are of a dry run; null: there was no run yet'),
    rows: z.int().describe('Rows of the file that were looked at'),
    created: z.int().describe('Rows that became records, or would'),
    failed: z.int().describe('Rows that were refused'),
    duplicate: z
      .int()
      .describe('Rows of which a likely same person is there; with `report` and `create` they are `created`, too'),
    known: z.int().describe('Rows whose external id is there already: nothing becomes of them'),
    created_at: time,
    started_at: time.nullable().describe('When its last run began, in UTC; null: there was none'),
    ended_at: time.nullable().describe('When it ended for good, in UTC'),
    expires_at: time.describe('When it is removed, with its file and its report'),
  })
  .meta({ id: 'Import' });
export type Import = z.output<typeof Import>;

/** Cells of a CSV are texts; members of a JSON object are of any type. */
const row = z.record(z.string(), z.unknown());

export const ImportPreview = z
  .object({
    columns: z.array(z.string()).describe('Of the file, but those that a report has added'),
    rows: z.array(row).describe(`The first ${PREVIEW_ROWS}, as they are in the file`),
    suggested_mapping: mapping.describe('What the columns seem to be, by their names in several languages'),
    fields: z.array(z.string()).describe('What a mapping may name; `N` stands for a number from 0 on'),
  })
  .meta({ id: 'ImportPreview' });
export type ImportPreview = z.output<typeof ImportPreview>;

export const ImportRow = z
  .object({
    line: z.int().describe('Of the file, where the row begins'),
    column: z.string().nullable().describe('In which the fault is, or the path of the field that has none'),
    type: z.string().describe('As of a 422, or the code of another error'),
    msg: z.string().describe('What is wrong, in English; of several faults all of them'),
    row: row.describe('As it was sent'),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.output<typeof ImportRow>;

export const RESULTS = ['failed', 'duplicate'] as const;
export type Result = (typeof RESULTS)[number];

export const RowsQuery = z.object({
  result: z.enum(RESULTS).default('failed').describe('Which rows'),
  limit: keysetQuery.shape.limit,
  cursor: z
    .string()
    .regex(/^\d{1,9}\.\d{1,9}$/, fault('value_error', 'value should be the cursor of a Link header'))
    .optional()
    .describe('Of a `Link` header: the next rows'),
  ...csvQuery.shape,
});
export type RowsQuery = z.output<typeof RowsQuery>;
