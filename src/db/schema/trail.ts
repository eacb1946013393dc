import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appendOnly, withoutRowid } from './extras';

/**
 * Who has read patients' data, failed to log in or was refused: written in batches by the consumer of the queue. One row
 * per request; a list is a row with a count. Append-only as `audit` is.
 */
export const access = sqliteTable(
  'access',
  {
    // The order of arrival, in which rows are sealed. No AUTOINCREMENT, as in `audit`.
    seq: integer().primaryKey(),
    /** the message's, a UUID of version 7: its order is that of time, and a message that comes twice is one row */
    id: text().notNull().unique(),
    at: integer().notNull(),
    actor: text(),
    role: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: text(),
    patient_id: text(),
    /** how many records a list had */
    count: integer(),
    request_id: text(),
    address: text(),
    /** JSON: permission and route of what was refused, patients whose records a list showed */
    detail: text(),
  },
  (t) => [
    index('access_patient').on(t.patient_id, t.id).where(sql`patient_id IS NOT NULL`),
    index('access_actor').on(t.actor, t.id).where(sql`actor IS NOT NULL`),
  ],
);

/** The tables whose rows are sealed and archived. */
export const TRAILS = ['audit', 'access'] as const;
export type Trail = (typeof TRAILS)[number];

/** A link of a trail's hash chain: SHA-256 over the hash of the seal before it and rows `from_seq` to `to_seq`. */
export const auditSeal = sqliteTable(
  'audit_seal',
  {
    trail: text().$type<Trail>().notNull(),
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
    trail: text().$type<Trail>().notNull(),
    to_seq: integer().notNull(),
    from_seq: integer().notNull(),
    key: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.trail, t.to_seq] })],
);

export const trailExtras = () => [
  appendOnly(access, { archived: true }),
  appendOnly(auditSeal),
  appendOnly(auditArchive),
  withoutRowid(auditSeal),
  withoutRowid(auditArchive),
];
