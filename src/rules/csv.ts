// Tables of RFC 4180: lines end in CRLF, a cell that needs it stands in double quotes.

export type Cell = string | number | null | undefined;

/** The cells of a row by the names of their columns, in order. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** What spreadsheets take for the beginning of a formula, in its wide form, too (OWASP, CSV Injection). */
const FORMULA = /^(?=[\t\r\n]| *[=+\-@＝＋－＠])/;
/** A file that is read with another separator has cells that begin within ours. */
const FORMULA_WITHIN = /([;\t\r\n])(?= *[=+\-@＝＋－＠])/g;
/** Semicolons and tabs as well: some spreadsheets read these as separators. */
const SPECIAL = /[",;\t\r\n]|^\s|\s$/;

/** A text that could be a formula begins with an apostrophe, by which spreadsheets show it as it is. Numbers stay numbers. */
function cellOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULA_WITHIN, "$1'").replace(FORMULA, "'");
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;

export const csvHead = <Row>(columns: Columns<Row>): string => lineOf(Object.keys(columns));

export const csvLines = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  rows.map((row) => lineOf(Object.values(columns).map((cell) => cell(row)))).join('');
