import Papa from 'papaparse';
import { withoutMarks } from '../../rules/csv';
import type { SourceShape } from '../../schemas/import';
import type { Found, Part, SourceRecord } from './found';
import { isReadColumn } from './shape';

const invalid = (msg: string) => ({ type: 'csv_invalid', msg });
const FAULTS = {
  MissingQuotes: invalid('A quotation mark opens a cell and is never closed'),
  InvalidQuotes: invalid('A quotation mark within a quoted cell should be doubled'),
};
const tooMany = (cells: number, columns: number) =>
  invalid(
    `The row has ${cells} cells, the file ${columns} columns: a cell with a separator in it needs quotation marks`,
  );

export const isBlank = (cell: string): boolean => cell.trim() === '';

/** Line ends may differ within a file: a `\r` that stands before the one that is looked for is no part of the cell. */
const withoutReturn = (cell: string, text: string, end: number): string =>
  cell.endsWith('\r') && text.endsWith(`${cell}\n`, end) ? cell.slice(0, -1) : cell;

export function csvRecords({ text, lineEnd, isLast }: Part, { separator, columns }: SourceShape, most: number): Found {
  const delimiter = separator ?? ',';
  const records: Found['records'] = [];
  let begin = 0;

  function read(cells: string[], errors: Papa.ParseStepResult<unknown>['errors']): Omit<SourceRecord, 'line'> {
    const named = columns.flatMap((column, at) => {
      const cell = cells[at];
      return cell !== undefined && isReadColumn(column) ? [[column, withoutMarks(cell, delimiter)]] : [];
    });
    const length = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
    const code = errors[0]?.code;
    const fault =
      code === 'MissingQuotes' || code === 'InvalidQuotes'
        ? FAULTS[code]
        : length > columns.length && tooMany(length, columns.length);
    return { cells: Object.fromEntries(named), ...(fault && { fault }) };
  }

  function step({ data, errors, meta }: Papa.ParseStepResult<string[][]>): void {
    const end = meta.cursor;
    const cells = (data[0] ?? []).map((cell, at, { length }) =>
      at === length - 1 ? withoutReturn(cell, text, end) : cell,
    );
    if (!cells.every(isBlank)) records.push({ ...read(cells, errors), begin, end });
    begin = end;
    if (records.length === most) parser.abort();
  }

  // Its fast mode would split all of the text first.
  const parser = new Papa.Parser({ delimiter, newline: lineEnd, fastMode: false, step });
  parser.parse(text, 0, !isLast);
  return { records, end: begin };
}
