import Papa from 'papaparse';
import { NAME_MAX } from '../../schemas/fields';
import type { Encoding, Format, SourceShape } from '../../schemas/import';
import { bytesOf, decode, lineEndsIn, MARK } from './encodings';
import { inFile, orderOf } from './fitting';
import { jsonRecords } from './json-records';

/** Where a record begins: how many bytes stand before it, and its line, from 1. */
export interface Place {
  offset: number;
  line: number;
}

export const COLUMNS_MAX = 500;
const SEPARATORS = [',', ';', '\t', '|'];
/** How many objects of NDJSON say which members there are. */
const FIRST_OBJECTS = 20;

/** The columns that a report of faults puts before those of the file. */
export const REPORT_COLUMNS = ['import_line', 'import_column', 'import_type', 'import_msg'] as const;
/** What has no name, nobody can ask for: spreadsheets write such columns behind the last one that is used. */
export const isReadColumn = (column: string): boolean =>
  column !== '' && !REPORT_COLUMNS.some((name) => name === column);

/** Names are told by their numbers: the first line of a file without names is somebody's data. */
function requireColumns(columns: readonly string[]): void {
  if (columns.length > COLUMNS_MAX) throw inFile(`The file has more than ${COLUMNS_MAX} columns`);
  const long = columns.findIndex((name) => name.length > NAME_MAX);
  if (long >= 0) throw inFile(`The name of column ${long + 1} is longer than ${NAME_MAX} characters`);
  const again = columns.findIndex((name, at) => isReadColumn(name) && columns.indexOf(name) < at);
  if (again < 0) return;
  const first = columns.indexOf(columns[again] ?? '');
  throw inFile(`Columns ${first + 1} and ${again + 1} have the same name`);
}

interface Head {
  columns: string[];
  separator: string | null;
  /** how much of the text stands before the first record */
  end: number;
}

function csvHead(text: string, isWhole: boolean): Head {
  // A text in a cell may have any of them.
  const names = /\S.*/.exec(text)?.[0] ?? '';
  const { delimiter, linebreak } = Papa.parse(text, {
    delimitersToGuess: SEPARATORS.filter((separator) => names.includes(separator)),
    skipEmptyLines: true,
    preview: 1,
  }).meta;
  const head: Head = { columns: [], separator: delimiter, end: 0 };
  const parser = new Papa.Parser({
    delimiter,
    newline: linebreak === '\r' ? '\r' : '\n',
    fastMode: false,
    step({ data, meta }: Papa.ParseStepResult<string[][]>) {
      head.columns = (data[0] ?? []).map((name) => name.trim());
      head.end = meta.cursor;
      if (!head.columns.every((name) => name === '')) parser.abort();
    },
  });
  parser.parse(text, 0, !isWhole);
  if (!isWhole && head.end === 0) throw inFile('The first line, which should name the columns, is too long');
  if (head.columns.every((name) => name === '')) throw inFile('No line names the columns');
  return head;
}

function jsonHead(text: string, isWhole: boolean): Head {
  const part = { text, lineEnd: '\n', isLast: isWhole } as const;
  const { records } = jsonRecords(part, FIRST_OBJECTS);
  return { columns: [...new Set(records.flatMap(({ cells }) => Object.keys(cells)))], separator: null, end: 0 };
}

function textOf(head: Uint8Array, encoding: Encoding, isBigEndian: boolean): string {
  try {
    return decode(head, encoding, isBigEndian);
  } catch {
    throw inFile(`The file is not ${encoding}`);
  }
}

/** By the beginning of a file. @param isWhole the file is no longer. @throws InvalidError */
export function shapeOf(
  head: Uint8Array,
  format: Format,
  encoding: Encoding,
  isWhole: boolean,
): { shape: SourceShape; start: Place } {
  const whole = textOf(head, encoding, orderOf(head, encoding));
  const mark = whole.startsWith(MARK) ? MARK : '';
  const text = whole.slice(mark.length);
  if (isWhole && text.trim() === '') throw inFile('The file is empty');
  const { columns, separator, end } = format === 'csv' ? csvHead(text, isWhole) : jsonHead(text, isWhole);
  requireColumns(columns);
  const before = text.slice(0, end);
  return {
    shape: { format, encoding, separator, columns: format === 'fhir-ndjson' ? [] : columns },
    start: { offset: bytesOf(mark + before, encoding), line: 1 + lineEndsIn(before) },
  };
}
