import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appendOnly } from './append-only';
import { RANDOM_UUID } from './extras';
import { ofHospital } from './whose';

/**
 * What this hospital is, wherever it is served: one row, made by the migration, so that it is there before any request. Nobody
 * changes it; it may be removed, for a restore to put the backup's in its place.
 */
export const deployment = sqliteTable(
  'deployment',
  {
    one: integer().primaryKey(),
    /** a random UUID, of which the systems of FHIR identifiers are made (db/systems.ts) */
    id: text().notNull(),
  },
  () => [check('deployment_one', sql`one = 1`)],
);

export const deploymentRows = ofHospital(deployment);

export const deploymentExtras = () => [
  {
    ...appendOnly(deployment, { removal: 'any' }),
    seed: [`INSERT INTO deployment (one, id) VALUES (1, ${RANDOM_UUID});`],
  },
];
