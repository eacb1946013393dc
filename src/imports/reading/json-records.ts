import { isObject } from '../../schemas/fields';
import type { Found, Part, SourceRecord } from './found';

/** In the words of a body's faults. */
const NO_JSON = { type: 'json_invalid', msg: 'The line is not valid JSON' };
const NO_OBJECT = { type: 'dict_type', msg: 'Input should be a valid dictionary' };

function read(line: string): Omit<SourceRecord, 'line'> {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? { cells: value } : { cells: {}, fault: NO_OBJECT };
  } catch {
    return { cells: {}, fault: NO_JSON };
  }
}

export function jsonRecords({ text, lineEnd, isLast }: Part, most: number): Found {
  const records: Found['records'] = [];
  let begin = 0;
  while (begin < text.length && records.length < most) {
    const mark = text.indexOf(lineEnd, begin);
    if (mark < 0 && !isLast) break;
    const end = mark < 0 ? text.length : mark + 1;
    const line = text.slice(begin, end);
    if (line.trim() !== '') records.push({ ...read(line), begin, end });
    begin = end;
  }
  return { records, end: begin };
}
