import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appendOnly } from './append-only';
import { json } from './columns';
import { withoutRowid } from './extras';
import { ofHospital, ofThePast } from './whose';

/** A row per create, update or delete of a record, login, logout and revocation, in the batch of the write. */
export const audit = sqliteTable(
  'audit',
  {
    // No AUTOINCREMENT, which costs every write a row. Only archived rows leave, never the newest, so no number is reused; the
    // seals tell where somebody else removes the newest (audit/chain.ts).
    seq: integer().primaryKey(),
    at: integer().notNull(),
    actor: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    version: integer().notNull(),
    changed: json<string[]>(),
    request_id: text(),
    address: text(),
    /** JSON: the values before and after of a role, a disabled account or `merged_into`, `{"type":["doctor","admin"]}` */
    detail: text(),
  },
  (t) => [index('audit_entity').on(t.entity_id)],
);

/**
 * How far the hourly job has derived terms for this version (db/search-rebuild.ts), or instants (db/zone-times.ts): rows above
 * `next_seq` are done.
 */
export const searchRebuild = sqliteTable('search_rebuild', {
  kind: text().primaryKey(),
  version: integer().notNull(),
  next_seq: integer().notNull(),
});

/** Totals of lists, which triggers keep: (`invoice`, status), (`invoice:tag`, tag)… */
export const counter = sqliteTable(
  'counter',
  { kind: text().notNull(), term: text().notNull(), n: integer().notNull() },
  (t) => [primaryKey({ columns: [t.kind, t.term] })],
);

/** Creates with `Idempotency-Key`. `fingerprint` is a keyed hash of path and body. */
export const idempotencyKey = sqliteTable(
  'idempotency_key',
  {
    actor: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    entity_id: text().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.actor, t.key] }), index('idempotency_key_age').on(t.created_at)],
);

export const systemRows = [
  ofThePast(audit),
  ofThePast(idempotencyKey),
  ofHospital(searchRebuild),
  ofHospital(counter, { notInBackups: 'written by triggers' }),
];

export const systemExtras = () => [
  appendOnly(audit, { removal: 'archived' }),
  withoutRowid(searchRebuild),
  withoutRowid(counter),
  withoutRowid(idempotencyKey),
];
