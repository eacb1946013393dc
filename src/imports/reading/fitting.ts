import { InvalidError } from '../../errors';
import type { Encoding } from '../../schemas/import';
import { bytesOf, decode, markedAs } from './encodings';

export const inFile = (msg: string) => new InvalidError([{ loc: ['body'], msg, type: 'value_error' }]);

/** Whether the higher byte comes first. @throws InvalidError where the file says that it is of another encoding */
export function orderOf(head: Uint8Array, encoding: Encoding): boolean {
  const mark = markedAs(head);
  if (mark && mark.encoding !== encoding)
    throw inFile(`The file is not ${encoding}: it begins with the mark of ${mark.encoding}`);
  return mark?.isBigEndian ?? false;
}

/** How many are looked at together, at least: to look has a price of its own. */
const SLICE = 65_536;

/** How many bytes fit, of some that do not. */
function fittingBytes(bytes: Uint8Array, encoding: Encoding, isBigEndian: boolean): number {
  let [most, tooMany] = [0, bytes.length];
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >> 1;
    try {
      decode(bytes.subarray(0, middle), encoding, isBigEndian);
      most = middle;
    } catch {
      tooMany = middle;
    }
  }
  return most;
}

function countOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count++;
  return count;
}

/** Passes a file's bytes on. It fails with an InvalidError at the first that does not fit, and tells its number and line. */
export function fitting(encoding: Encoding): TransformStream<Uint8Array, Uint8Array> {
  let isBigEndian = false;
  let passed = 0;
  /** not looked at yet, or of a character that is not whole */
  let rest: Uint8Array = new Uint8Array();
  let [feeds, returns] = [0, 0];
  const pass = (text: string) => {
    passed += bytesOf(text, encoding);
    feeds += countOf(text, '\n');
    returns += countOf(text, '\r');
  };

  function look(isEnd = false): void {
    const bytes = rest;
    if (passed === 0) isBigEndian = orderOf(bytes, encoding);
    const before = passed;
    try {
      pass(decode(bytes, encoding, isBigEndian));
    } catch {
      pass(decode(bytes.subarray(0, fittingBytes(bytes, encoding, isBigEndian)), encoding, isBigEndian));
      throw inFile(`The file is not ${encoding}: byte ${passed + 1}, in line ${1 + (feeds || returns)}, does not fit`);
    }
    rest = bytes.subarray(passed - before);
    if (isEnd && rest.length > 0) throw inFile(`The file is not ${encoding}: it ends within a character`);
  }

  return new TransformStream({
    transform(chunk, controller) {
      rest = Buffer.concat([rest, chunk]);
      if (rest.length >= SLICE) look();
      controller.enqueue(chunk);
    },
    flush: () => look(true),
  });
}
