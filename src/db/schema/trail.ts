import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appendOnly } from './append-only';
import { type Extra, trigger, withoutRowid } from './extras';
import { ofThePast } from './whose';

/**
 * A row for each patient, day of the hospital and account that looked; the accesses are in R2 (`access_object`). It has `seq`s
 * instead of ids, as no table has more rows: 0 stands for none, and for one that the database does not know.
 */
export const accessDay = sqliteTable(
  'access_day',
  {
    patient_seq: integer().notNull(),
    /** days since 1970-01-01, by the hospital's clocks */
    day: integer().notNull(),
    actor_seq: integer().notNull(),
    looks: integer().notNull(),
    first_at: integer().notNull(),
    last_at: integer().notNull(),
    /** a set of `ACCESS_KINDS` (access-log/kinds.ts), a bit each */
    kinds: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.patient_seq, t.day, t.actor_seq] }),
    index('access_day_day').on(t.day, t.actor_seq, t.patient_seq),
  ],
);

/** Objects in R2 with accesses of one day (access-log/objects.ts). Each has the hash of the one before: a chain. */
export const accessObject = sqliteTable(
  'access_object',
  {
    // Rows stay when their objects are removed: no number is given again, and the chain has no gap.
    seq: integer().primaryKey(),
    day: integer().notNull(),
    looks: integer().notNull(),
    first_at: integer().notNull(),
    last_at: integer().notNull(),
    /** hex SHA-256 of its text */
    hash: text().notNull(),
    /** when its day was removed (`ACCESS_RETENTION_DAYS`) */
    removed_at: integer(),
  },
  // Each deleted row of a day asks by it whether an object of that day is left.
  (t) => [index('access_object_day').on(t.day, t.removed_at, t.last_at)],
);

/** Counts of objects that wait to be added to `access_day`, many together. */
export const accessUncounted = sqliteTable('access_uncounted', {
  /** of the object */
  seq: integer().primaryKey(),
  /** JSON of `Count[]` (access-log/counts.ts) */
  counts: text().notNull(),
  /** uncounted accesses, of this object and those before it */
  waiting: integer().notNull(),
});

/** Accesses that the queue did not take: the hourly job will move them into objects. */
export const access = sqliteTable('access', {
  seq: integer().primaryKey(),
  /** a UUID of version 7, in the order of time; unique, so that an access that comes twice is one row */
  id: text().notNull().unique(),
  at: integer().notNull(),
  actor: text(),
  role: text(),
  action: text().notNull(),
  entity: text().notNull(),
  entity_id: text(),
  patient_id: text(),
  /** records in a list */
  count: integer(),
  request_id: text(),
  address: text(),
  /** JSON: permission and route of what was refused, patients in a list */
  detail: text(),
});

/** A link of the audit trail's hash chain: SHA-256 over the hash of the seal before it and rows `from_seq` to `to_seq`. */
export const auditSeal = sqliteTable(
  'audit_seal',
  {
    trail: text().$type<'audit'>().notNull(),
    from_seq: integer().notNull(),
    to_seq: integer().notNull(),
    count: integer().notNull(),
    hash: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.trail, t.from_seq] })],
);

/** Sealed rows that have left their table for a file in R2. */
export const auditArchive = sqliteTable(
  'audit_archive',
  {
    trail: text().$type<'audit'>().notNull(),
    to_seq: integer().notNull(),
    from_seq: integer().notNull(),
    key: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.trail, t.to_seq] })],
);

export const trailRows = [accessDay, accessObject, accessUncounted, access, auditSeal, auditArchive].map((table) =>
  ofThePast(table),
);

/** Accesses are only counted up, and a day leaves once its objects have left. */
const countedUp = (): Extra => ({
  table: 'access_day',
  triggers: [
    trigger(
      'access_day_keep_update',
      'BEFORE UPDATE ON access_day WHEN NEW.looks <= OLD.looks OR NEW.first_at > OLD.first_at OR NEW.last_at < OLD.last_at OR NEW.kinds & OLD.kinds <> OLD.kinds OR NEW.patient_seq <> OLD.patient_seq OR NEW.day <> OLD.day OR NEW.actor_seq <> OLD.actor_seq',
      [`SELECT RAISE(ABORT, 'access_day is counted up only');`],
    ),
    trigger(
      'access_day_keep_delete',
      'BEFORE DELETE ON access_day WHEN EXISTS (SELECT 1 FROM access_object WHERE day = OLD.day AND removed_at IS NULL)',
      [`SELECT RAISE(ABORT, 'access_day is counted up only');`],
    ),
  ],
});

export const trailExtras = () => [
  appendOnly(access, { removal: 'any' }),
  appendOnly(accessObject, { mark: accessObject.removed_at }),
  appendOnly(accessUncounted, { removal: 'any' }),
  countedUp(),
  withoutRowid(accessDay),
  appendOnly(auditSeal),
  appendOnly(auditArchive),
  withoutRowid(auditSeal),
  withoutRowid(auditArchive),
];
