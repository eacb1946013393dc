// Lists and reports as a table, where the client asks for it.
import { accepts } from 'hono/accepts';
import { type Columns, csvHead, csvLines, dialectOf } from '../rules/csv';
import type { CsvQuery } from '../schemas/csv';
import { LIMIT_MAX } from '../schemas/listing';
import { recordAccess } from './access-log';
import type { AppContext } from './context';
import { answerParts, setNextLink, shownParts } from './lists';

const TYPES = { json: 'application/json', csv: 'text/csv' };

export const csvHeaders = { 'content-disposition': 'Of a CSV: that a browser saves it, under which name' };
export const csvPageHeaders = { link: 'Of a CSV: rel="next" while there are more', ...csvHeaders };

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

/**
 * A table is taken along, so the access log names everyone in it, as it does of whole records.
 * @param shown what the answer would be as JSON, for the access log
 */
export function answerCsv<Row>(
  c: AppContext,
  { locale, bom = locale ? 'true' : 'false' }: CsvQuery,
  shown: object,
  { name, columns, rows, rest }: Table<Row>,
) {
  const disclosure = c.get('disclosure');
  if (disclosure) disclosure.isWhole = true;
  recordAccess(c, shown);
  const dialect = locale === undefined ? undefined : dialectOf(locale);
  const headers = {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}.csv"`,
  };
  const first = `${bom === 'true' ? '\uFEFF' : ''}${csvHead(columns, dialect)}${csvLines(columns, rows, dialect)}`;
  if (!rest) return c.body(first, 200, headers);
  async function* parts(following: AsyncIterable<Row[]>) {
    yield first;
    for await (const more of shownParts(c, following)) yield csvLines(columns, more, dialect);
  }
  return answerParts(c, parts(rest), headers);
}

interface OffsetPage<Row> {
  total: number;
  offset: number;
  limit: number;
  data: Row[];
}

/** Of a list that says in JSON how many match, and as a table by `Link` where the next ones are. */
export function answerCsvPage<Row>(
  c: AppContext,
  query: CsvQuery,
  page: OffsetPage<Row>,
  table: Omit<Table<Row>, 'rows'>,
) {
  const { total, offset, limit, data: rows } = page;
  if (limit > 0 && offset + limit < total) setNextLink(c, { offset: String(offset + limit) });
  return answerCsv(c, query, page, { ...table, rows });
}
