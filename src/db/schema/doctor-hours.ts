import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { HoursException, WeeklyHours } from '../../rules/hours';
import { entityColumns, json } from './columns';
import { doctor } from './doctor';
import { searchable } from './searchable';
import { ofHospital } from './whose';

/** A part of the doctor, with a version of its own. */
export const doctorHours = sqliteTable('doctor_hours', {
  ...entityColumns(),
  // No AUTOINCREMENT: they have no registration number, and are never removed.
  seq: integer().primaryKey(),
  /** the doctor's, also in the audit trail */
  id: text()
    .notNull()
    .unique()
    .references(() => doctor.id),
  weekly: json<WeeklyHours[]>(),
  exceptions: json<HoursException[]>(),
  /** of `weekly` and `exceptions`, each once */
  department_ids: json<string[]>(),
});

export const doctorHoursRows = ofHospital(doctorHours);

export const doctorHoursExtras = () => [searchable(doctorHours, { terms: [doctorHours.department_ids] })];
