import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appendOnly } from './append-only';
import { ofHospital } from './whose';

/**
 * What this hospital is, wherever it is served: one row, made by the migration, so that it is there before any request. Nobody
 * changes it; it may be removed, for a restore to put the backup's in its place.
 */
export const deployment = sqliteTable(
  'deployment',
  {
    one: integer().primaryKey(),
    /** a random UUID, of which the systems of FHIR identifiers are made (fhir/systems.ts) */
    id: text().notNull(),
  },
  () => [check('deployment_one', sql`one = 1`)],
);

export const deploymentRows = ofHospital(deployment);

/** On one line, and without CASE, as of a trigger: remote migrations are split naively. */
const RANDOM_UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

export const deploymentExtras = () => [
  {
    ...appendOnly(deployment, { removal: 'any' }),
    seed: [`INSERT INTO deployment (one, id) VALUES (1, ${RANDOM_UUID});`],
  },
];
