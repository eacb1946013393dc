// Lists and reports as a table, where the client asks for it.
import { accepts } from 'hono/accepts';
import { type Columns, csvHead, csvLines } from '../rules/csv';
import type { CsvQuery } from '../schemas/csv';
import { LIMIT_MAX } from '../schemas/listing';
import { recordAccess } from './access-log';
import type { AppContext } from './context';
import { answerParts, shownParts } from './lists';

const TYPES = { json: 'application/json', csv: 'text/csv' };

export const csvHeaders = { 'content-disposition': 'Of a CSV: that a browser saves it, under which name' };

export const wantsCsv = (c: AppContext, { format }: CsvQuery): boolean =>
  TYPES.csv ===
  (format ? TYPES[format] : accepts(c, { header: 'Accept', supports: Object.values(TYPES), default: TYPES.json }));

/** Whoever does not ask for a number of rows gets as many as a page may have: nobody turns the pages of a spreadsheet. */
export const tableLimit = (c: AppContext, { limit }: { limit: number }): number =>
  c.req.query('limit') ? limit : LIMIT_MAX;

interface Table<Row> {
  /** of the file, without its ending */
  name: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  /** rows that are read while the answer is sent */
  rest?: AsyncIterable<Row[]> | undefined;
}

/** @param shown what the answer would be as JSON, for the access log */
export function answerCsv<Row>(
  c: AppContext,
  { bom }: CsvQuery,
  shown: object,
  { name, columns, rows, rest }: Table<Row>,
) {
  recordAccess(c, shown);
  const headers = {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
  };
  const first = `${bom === 'true' ? '\uFEFF' : ''}${csvHead(columns)}${csvLines(columns, rows)}`;
  if (!rest) return c.body(first, 200, headers);
  async function* parts(following: AsyncIterable<Row[]>) {
    yield first;
    for await (const more of shownParts(c, following)) yield csvLines(columns, more);
  }
  return answerParts(c, parts(rest), headers);
}
