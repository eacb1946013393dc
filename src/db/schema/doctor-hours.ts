import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { HoursException, WeeklyHours } from '../../rules/hours';
import { entityColumns, json } from './columns';
import { doctor } from './doctor';
import { searchable } from './searchable';

/** When a doctor works: a part of the doctor, with a version of its own. */
export const doctorHours = sqliteTable('doctor_hours', {
  ...entityColumns(),
  // No AUTOINCREMENT: they have no registration number, and are never removed.
  seq: integer().primaryKey(),
  /** the doctor's, under which the audit trail has them, too */
  id: text()
    .notNull()
    .unique()
    .references(() => doctor.id),
  weekly: json<WeeklyHours[]>(),
  exceptions: json<HoursException[]>(),
  /** those that `weekly` and `exceptions` name, each once */
  department_ids: json<string[]>(),
});

export const doctorHoursExtras = () => [searchable(doctorHours, { terms: [doctorHours.department_ids] })];
