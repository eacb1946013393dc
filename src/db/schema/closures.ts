import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';
import type { ClosedTime, Closure } from '../../rules/closures';
import { entityColumns, json } from './columns';
import { ofHospital } from './whose';

/** When the hospital, a department or a doctor takes no appointments: one row with all of them. */
export const closures = sqliteTable('closures', {
  ...entityColumns(),
  // No AUTOINCREMENT: there is one row.
  seq: integer().primaryKey(),
  closures: json<Closure[]>(),
  /** the instants of each, from which bookings and free times are kept */
  closed: json<ClosedTime[]>(),
});

export const closuresRows = ofHospital(closures);
