import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { WITHOUT_TIME } from '../../rules/appointment-status';
import { HOUR } from '../../rules/clock';
import type { ForeignIdentifier } from '../../schemas/identifier';
import { appointmentType, calendarResource } from './calendar';
import { entityColumns, json, longText, optionalJson } from './columns';
import { department } from './department';
import { doctor } from './doctor';
import { patient } from './patient';
import { ofPatient } from './whose';

/** `foldWord` in SQL. */
export const folded = (word: SQLWrapper): SQL =>
  sql`upper(replace(replace(replace(${word}, '_', ''), '-', ''), ' ', ''))`;

/** `hasTime` in SQL. Not `NOT IN`, for which D1 counts a row read each time. */
export const holdsTime = (status: SQLWrapper): SQL =>
  sql`instr(${sql.raw(`' ${WITHOUT_TIME.join(' ')} '`)},
    ' ' || ${folded(status)} || ' ') = 0`;

/**
 * What a doctor, and a room, are taken for: the time of the visit with its buffers. SQLite derives it, so that no write, merge or
 * change of the time zone can forget it; it takes no bytes of the row, and an index has it.
 */
export const busyColumns = () => ({
  busy_from: integer().generatedAlwaysAs(sql.raw('starts_at - buffer_before * 60000'), { mode: 'virtual' }),
  busy_until: integer().generatedAlwaysAs(sql.raw('ends_at + buffer_after * 60000'), { mode: 'virtual' }),
});

/** A visit that was planned and not booked, with all that was in the way when the series was: `takenBy` says it in words. */
export interface SkippedVisit {
  schedule: string;
  /** the name of a closure */
  closed: string | null;
  /** the id of another appointment of the doctor */
  overlaps: string | null;
  /** when somebody else's hold ended */
  held: number | null;
  roomless: 0 | 1;
}
/** Milliseconds. What is free at a time is asked of visits that began that long before it, and of those that last longer. */
export const LONG = 4 * HOUR;

/** `long` in SQL, as the indexes have it. */
export const isLong = (of: Record<'busy_from' | 'busy_until', SQLWrapper>): SQL =>
  sql`${of.busy_until} - ${of.busy_from} > ${sql.raw(String(LONG))}`;

const isLongVisit = isLong({ busy_from: sql`busy_from`, busy_until: sql`busy_until` });

/** A plan of weekly visits of a patient, whose visits name it. */
export const appointmentSeries = sqliteTable(
  'appointment_series',
  {
    ...entityColumns(),
    // No AUTOINCREMENT: there is no registration number, and rows are never deleted.
    seq: integer().primaryKey(),
    patient_id: text()
      .notNull()
      .references(() => patient.id),
    every_weeks: integer().notNull(),
    skipped: json<SkippedVisit[]>(),
  },
  (t) => [index('appointment_series_patient').on(t.patient_id)],
);

export const appointmentSeriesRows = ofPatient(appointmentSeries, appointmentSeries.patient_id, { fhir: null });

/** `schedule` is the text as sent; `starts_at` and `ends_at` (epoch milliseconds) are the visit's own time. */
export const appointment = sqliteTable(
  'appointment',
  {
    ...entityColumns(),
    // No AUTOINCREMENT, which reads a row per table: there is no registration number, and rows are never deleted.
    seq: integer().primaryKey(),
    type: text().notNull(),
    status: text().notNull(),
    patient_id: text()
      .notNull()
      .references(() => patient.id),
    doctor_id: text()
      .notNull()
      .references(() => doctor.id),
    department_id: text()
      .notNull()
      .references(() => department.id),
    schedule: text().notNull(),
    is_follow_up: integer({ mode: 'boolean' }).notNull(),
    expected_duration_minutes: real(),
    starts_at: integer().notNull(),
    ends_at: integer().notNull(),
    cancel_reason: text(),
    /** why the patient comes, in the patient's words */
    reason: text(),
    /** what staff should know */
    notes: longText(),
    /** null: none */
    tags: optionalJson<string[]>(),
    /** what other systems call it; null: nothing. Triggers keep them unique */
    identifiers: optionalJson<ForeignIdentifier[]>(),
    type_id: text().references(() => appointmentType.id),
    /** minutes, as its type had them when it was booked */
    buffer_before: integer().notNull().default(0),
    buffer_after: integer().notNull().default(0),
    ...busyColumns(),
    /** the room, or the equipment, that it takes */
    resource_id: text().references(() => calendarResource.id),
    series_id: text().references(() => appointmentSeries.id),
    /** of those who came without an appointment: the first of the day in the department is 1 */
    queue_number: integer(),
    /** the day that it counts in, in days since 1970-01-01 by the hospital's clocks */
    queue_day: integer(),
  },
  // The first serves double bookings and free times without reading rows, the others the calendar and its filters.
  (t) => [
    index('appointment_doctor').on(t.doctor_id, t.busy_from, t.busy_until, t.patient_id).where(holdsTime(sql`status`)),
    index('appointment_resource')
      .on(t.resource_id, t.busy_from, t.busy_until, t.patient_id)
      .where(sql`resource_id IS NOT NULL AND ${holdsTime(sql`status`)}`),
    // There are few, for which a search looks far back.
    index('appointment_doctor_long')
      .on(t.doctor_id, t.busy_from, t.busy_until, t.patient_id)
      .where(sql`${isLongVisit} AND ${holdsTime(sql`status`)}`),
    index('appointment_resource_long')
      .on(t.resource_id, t.busy_from, t.busy_until, t.patient_id)
      .where(sql`resource_id IS NOT NULL AND ${isLongVisit} AND ${holdsTime(sql`status`)}`),
    index('appointment_resource_starts').on(t.resource_id, t.starts_at).where(sql`resource_id IS NOT NULL`),
    index('appointment_of_type').on(t.type_id).where(sql`type_id IS NOT NULL`),
    index('appointment_of_series').on(t.series_id, t.starts_at).where(sql`series_id IS NOT NULL`),
    index('appointment_starts').on(t.starts_at),
    index('appointment_doctor_starts').on(t.doctor_id, t.starts_at),
    index('appointment_department_starts').on(t.department_id, t.starts_at),
    index('appointment_patient_starts').on(t.patient_id, t.starts_at),
    index('appointment_updated').on(t.updated_at),
    uniqueIndex('appointment_queue').on(t.department_id, t.queue_day, t.queue_number).where(sql`queue_day IS NOT NULL`),
  ],
);

export const appointmentRows = ofPatient(appointment, appointment.patient_id, { fhir: 'Appointment' });
