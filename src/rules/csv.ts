// Tables of RFC 4180: lines end in CRLF, a cell that needs it stands in double quotes.

export type Cell = string | number | null | undefined;

/** The cells of a row by the names of their columns, in order. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** What parts the cells, and what the mark of decimals is. */
export interface Dialect {
  separator: ',' | ';';
  decimal: '.' | ',';
}

export const RFC_4180: Dialect = { separator: ',', decimal: '.' };

/**
 * Which tables the spreadsheets of a place open: where numbers have a comma, a semicolon parts the cells. Digits are those of
 * ASCII, also in Arabic, as no spreadsheet reads others as numbers.
 * @param locale a language tag of BCP 47 @returns undefined for one that nobody knows
 */
export function dialectOf(locale: string): Dialect | undefined {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(locale).length === 0) return undefined;
  } catch {
    return undefined; // no language tag
  }
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(0.5);
  const isComma = parts.some(({ type, value }) => type === 'decimal' && value === ',');
  return isComma ? { separator: ';', decimal: ',' } : RFC_4180;
}

/** What spreadsheets take for the beginning of a formula, in its wide form, too (OWASP, CSV Injection). */
const SIGN = '[ \\uFEFF]*[=+\\-@＝＋－＠]';
/** Where a formula begins. A file that is read with another separator has cells that begin within ours. */
const formulas = (mark: string) => ({
  first: new RegExp(`^${mark}(?=[\\t\\r\\n]|${SIGN})`),
  within: {
    ',': new RegExp(`([;\\t\\r\\n])${mark}(?=${SIGN})`, 'g'),
    ';': new RegExp(`([,\\t\\r\\n])${mark}(?=${SIGN})`, 'g'),
  },
});
const BARE = formulas('');
const MARKED = formulas("'");
/** Whatever separates anywhere: some spreadsheets read semicolons and tabs as separators, too. */
const SPECIAL = /[",;\t\r\n]|^\s|\s$/;

/** A text that could be a formula begins with an apostrophe, by which spreadsheets show it as it is. Numbers stay numbers. */
function cellOf(value: Cell, { separator, decimal }: Dialect): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value).replace('.', decimal);
  const text = value.replace(BARE.within[separator], "$1'").replace(BARE.first, "'");
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell of such a table, without these apostrophes. */
export function withoutMarks(cell: string, separator: string): string {
  if (!cell.includes("'")) return cell;
  const first = cell.replace(MARKED.first, '');
  return separator === ',' || separator === ';' ? first.replace(MARKED.within[separator], '$1') : first;
}

const lineOf = (cells: readonly Cell[], dialect: Dialect): string =>
  `${cells.map((cell) => cellOf(cell, dialect)).join(dialect.separator)}\r\n`;

export const csvHead = <Row>(columns: Columns<Row>, dialect = RFC_4180): string =>
  lineOf(Object.keys(columns), dialect);

export const csvLines = <Row>(columns: Columns<Row>, rows: readonly Row[], dialect = RFC_4180): string =>
  rows
    .map((row) =>
      lineOf(
        Object.values(columns).map((cell) => cell(row)),
        dialect,
      ),
    )
    .join('');
