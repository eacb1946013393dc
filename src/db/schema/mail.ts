import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { withoutRowid } from './extras';
import { ofHospital } from './whose';

/** How many mails a day had, by what they are counted by: see src/mail/count.ts. */
export const mailCount = sqliteTable(
  'mail_count',
  {
    counter: text().primaryKey(),
    /** days since 1970, of UTC */
    day: integer().notNull(),
    n: integer().notNull(),
  },
  (t) => [index('mail_count_age').on(t.day)],
);

export const mailRows = ofHospital(mailCount, { notInBackups: 'counts of the last day' });

export const mailExtras = () => [withoutRowid(mailCount)];
