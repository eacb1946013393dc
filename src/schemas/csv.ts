import * as z from 'zod';

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
    .describe('`true` begins the CSV with a byte order mark, by which Excel knows UTF-8'),
});
export type CsvQuery = z.output<typeof csvQuery>;
