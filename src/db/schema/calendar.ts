/** What visits are planned with: types, rooms and equipment. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { catalogItem } from './catalog';
import { entityColumns, json, live } from './columns';
import { department } from './department';
import { ofHospital } from './whose';

/** A kind of visit, with a length of its own. Times are minutes. */
export const appointmentType = sqliteTable(
  'appointment_type',
  {
    ...entityColumns(),
    name: text().notNull(),
    minutes: integer().notNull(),
    buffer_before: integer().notNull(),
    buffer_after: integer().notNull(),
    /** where it is offered; empty: everywhere */
    department_ids: json<string[]>(),
    /** by whom it is offered; empty: by everybody */
    doctor_ids: json<string[]>(),
    /** what the invoice of such a visit begins with */
    catalog_id: text().references(() => catalogItem.id),
    bookable_online: integer({ mode: 'boolean' }).notNull(),
    min_notice_hours: integer().notNull(),
    /** the kind of room or equipment that such a visit takes; null: none */
    needs: text(),
    /** of `needs`, as `calendar_resource.kind_key` */
    needs_key: text(),
    /** since then it is offered nowhere, and visits keep it */
    retired_at: integer(),
  },
  (t) => [live(index('appointment_type_live').on(t.seq))],
);

/** A room, or a piece of equipment, that one visit at a time takes. */
export const calendarResource = sqliteTable(
  'calendar_resource',
  {
    ...entityColumns(),
    name: text().notNull(),
    kind: text().notNull(),
    /** folded: letter case, `_`, `-` and spaces do not distinguish kinds */
    kind_key: text().notNull(),
    /** whose visits take it where none is named; null: those of every department */
    department_id: text().references(() => department.id),
  },
  (t) => [
    live(index('calendar_resource_live').on(t.seq)),
    live(index('calendar_resource_kind').on(t.kind_key, t.seq)),
    live(index('calendar_resource_department').on(t.department_id, t.seq)),
  ],
);

export const appointmentTypeRows = ofHospital(appointmentType);
export const calendarResourceRows = ofHospital(calendarResource);
