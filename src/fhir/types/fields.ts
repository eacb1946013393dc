/** Columns that the types have of their tables. */
import { isNotNull } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { EntityTable } from '../../db/entity';
import { patient } from '../../db/schema/patient';
import type { Deletions } from '../served-type';

/** With those who were merged. */
export const DELETED_PATIENTS: Deletions = {
  at: patient.deleted_at,
  index: { rows: isNotNull(patient.deleted_at), key: patient.id },
};

/** Those of `RowMeta`. */
export const entityFields = <T extends EntityTable & { updated_at: SQLiteColumn }>(table: T) => ({
  id: table.id,
  version: table.version,
  updated_at: table.updated_at,
  deleted_at: table.deleted_at,
});
