import * as z from 'zod';
import { dialectOf } from '../rules/csv';
import { fault, text } from './fields';

const LOCALE_MAX = 35; // what RFC 5646 asks to make room for

/** What a list or a report takes that is answered as a table, too. */
export const csvQuery = z.object({
  format: z
    .enum(['json', 'csv'])
    .optional()
    .describe(
      '`csv` answers `text/csv`, as `Accept: text/csv` does; a list then has 1,000 rows unless `limit` says otherwise',
    ),
  bom: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      '`true` begins the CSV with a byte order mark, by which Excel knows UTF-8; by default only with a `locale`',
    ),
  locale: text(LOCALE_MAX, 1)
    .refine(
      (tag) => dialectOf(tag) !== undefined,
      fault('value_error', 'Input should be a known language tag, as `de-DE`'),
    )
    .optional()
    .describe(
      'Of the spreadsheet that is to open the CSV: with `de-DE` numbers have a comma and semicolons part the cells, with `en` it ' +
        'is a point and commas. Any one begins it with a byte order mark',
    ),
});
export type CsvQuery = z.output<typeof csvQuery>;
