import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { FhirType } from '../../fhir-types';
import { json } from './columns';
import { withoutRowid } from './extras';
import { ofHospital } from './whose';

/** Resources of a type, Bundles that say which of them were deleted, or OperationOutcomes of what was asked for in vain. */
export type ExportStep = FhirType | `deleted ${FhirType}` | 'OperationOutcome';

/** An object in R2 with resources of one type. */
export interface ExportFile {
  name: string;
  type: FhirType | 'Bundle' | 'OperationOutcome';
  count: number;
}

/** A bulk export of FHIR resources (fhir/export), for a day: its state, and how far it has come. */
export const exportJob = sqliteTable(
  'export_job',
  {
    id: text().primaryKey(),
    /** the account whose it is */
    actor: text().notNull(),
    /** `{base}/fhir/r4` of the addresses in its resources */
    url: text().notNull(),
    /** of its kick-off, with the question mark */
    query: text().notNull(),
    since: integer(),
    transaction_time: integer().notNull(),
    state: text({ enum: ['running', 'done', 'failed'] }).notNull(),
    /** chunks that are done: the number of the next one */
    chunk: integer().notNull(),
    /** steps to come, the first at `cursor` */
    types: json<ExportStep[]>(),
    cursor: text(),
    files: json<ExportFile[]>(),
    progressed_at: integer().notNull(),
    expires_at: integer().notNull(),
  },
  (t) => [index('export_job_actor').on(t.actor), index('export_job_expires').on(t.expires_at)],
);

export const exportJobRows = ofHospital(exportJob, { notInBackups: 'for a day only, like their files' });

export const exportJobExtras = () => [withoutRowid(exportJob)];
