import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { entityColumns, live } from './columns';
import { department } from './department';
import { doctor } from './doctor';
import { user } from './user';
import { ofHospital } from './whose';

/** An address by which a calendar program reads when a doctor, or a department, is busy. It ends with the account that made it. */
export const calendarFeed = sqliteTable(
  'calendar_feed',
  {
    ...entityColumns(),
    /** hex SHA-256 of what stands in the address */
    token_hash: text().notNull().unique(),
    user_id: text()
      .notNull()
      .references(() => user.id),
    /** either of the two */
    doctor_id: text().references(() => doctor.id),
    department_id: text().references(() => department.id),
  },
  (t) => [live(index('calendar_feed_user').on(t.user_id, t.seq))],
);

export const calendarFeedRows = ofHospital(calendarFeed);
