import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Role } from '../../auth/permissions';
import type { ForeignNaming, ImportSettings, ImportState, SourceShape } from '../../schemas/import';
import { optionalJson } from './columns';
import { deleted, trigger, withoutRowid } from './extras';
import { ofHospital, ofRecord } from './whose';

/** A file of another system that becomes records here (src/imports): what it is, its state, and how far it has come. */
export const importJob = sqliteTable(
  'import_job',
  {
    id: text().primaryKey(),
    entity: text().$type<ImportSettings['entity']>().notNull(),
    format: text().$type<ImportSettings['format']>().notNull(),
    /** the system of its external ids */
    source: text().notNull(),
    encoding: text().$type<ImportSettings['encoding']>().notNull(),
    mapping: optionalJson<ImportSettings['mapping']>(),
    locale: text(),
    date_order: text().$type<ImportSettings['date_order']>(),
    on_duplicate: text().$type<ImportSettings['on_duplicate']>().notNull(),
    state: text().$type<ImportState>().notNull(),
    /** names its object in R2; null: there is none yet */
    file: text(),
    /** bytes */
    size: integer(),
    shape: optionalJson<SourceShape>(),
    /** where its first record begins */
    start_offset: integer(),
    start_line: integer(),
    /** of runs, dry ones too: each has a report of its own */
    run: integer().notNull(),
    /** whether the last one was dry; null: there was none */
    is_trial: integer({ mode: 'boolean' }),
    /** who has started it, what their token allowed, and `{base}/fhir/r4` of the request */
    actor: text(),
    actor_role: text().$type<Role>(),
    actor_scope: text(),
    url: text(),
    /** chunks that are done: the number of the next one, and where it begins */
    chunk: integer().notNull(),
    offset: integer().notNull(),
    line: integer().notNull(),
    rows: integer().notNull(),
    created: integer().notNull(),
    failed: integer().notNull(),
    duplicate: integer().notNull(),
    known: integer().notNull(),
    /** why it has failed */
    reason: text(),
    created_at: integer().notNull(),
    created_by: text(),
    started_at: integer(),
    ended_at: integer(),
    progressed_at: integer().notNull(),
    /** when it is removed, with its file */
    expires_at: integer().notNull(),
  },
  (t) => [
    // Whatever asks whether an import is under way reads no other row.
    index('import_job_state').on(t.state, t.progressed_at),
    index('import_job_expires').on(t.expires_at),
    index('import_job_created').on(t.created_at),
  ],
);

/** What the rows of a file would take that a dry run has looked at: a later row of it cannot have the same. */
export const importClaim = sqliteTable(
  'import_claim',
  {
    job_id: text().notNull(),
    key: text().notNull(),
    /** number of the record in its file */
    record: integer().notNull(),
    /** JSON: what a later row is compared with */
    detail: text(),
  },
  (t) => [primaryKey({ columns: [t.job_id, t.key, t.record] })],
);

/** What another system calls a record; patients have identifiers instead. */
export const externalId = sqliteTable(
  'external_id',
  {
    entity: text().$type<ForeignNaming['entity']>().notNull(),
    value: text().notNull(),
    system: text().notNull(),
    entity_id: text().notNull(),
    /** by which a backup finds those that came while it was made */
    created_at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.entity, t.value, t.system] }), index('external_id_entity').on(t.entity_id)],
);

export const importRows = [
  ofHospital(importJob, { notInBackups: 'a backup lacks its file' }),
  ofHospital(importClaim, { notInBackups: 'of a dry run, until it has ended' }),
  ofRecord(externalId, externalId.entity_id, { fhir: null }),
];

export const importExtras = () => [
  withoutRowid(importJob),
  withoutRowid(importClaim),
  withoutRowid(externalId),
  // What is imported anew, once the record was deleted, has the same one.
  ...['doctor', 'department', 'catalog_item'].map((table) => ({
    table,
    triggers: [trigger(`${table}_external_id`, deleted(table), ['DELETE FROM external_id WHERE entity_id = NEW.id;'])],
  })),
];
