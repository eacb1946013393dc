import type { DateOrder } from '../../schemas/import';
import { dateOf, datetimeOf, isZeroDate } from './dates';
import type { Field } from './fields';
import { numberOf, withDigits } from './numbers';
import { booleanOf, wordOf } from './words';

/** How a file writes what is written differently elsewhere. Null: as ISO 8601, and with a `.` before decimals. */
export interface Dialect {
  /** a language tag of BCP 47 */
  locale: string | null;
  date_order: DateOrder | null;
}

/** Of a list of texts in one cell. */
const BETWEEN = /[|\r\n]/;

/** Longer than any date, number or word. */
const LONG = 100;

function read(text: string, { kind, words }: Field, { locale, date_order }: Dialect): unknown {
  if (kind !== 'list' && text.length > LONG) return undefined;
  switch (kind) {
    case 'number':
      return numberOf(text, locale);
    case 'boolean':
      return booleanOf(text);
    case 'date':
      return dateOf(withDigits(text), date_order);
    case 'datetime':
      return datetimeOf(withDigits(text), date_order);
    case 'list':
      return text.split(BETWEEN).flatMap((part) => part.trim() || []);
    default:
      return wordOf(text, words, locale);
  }
}

/** As MySQL writes that there is none. */
const isNone = (text: string, { kind }: Field) =>
  text === '' || text === '\\N' || ((kind === 'date' || kind === 'datetime') && isZeroDate(text));

/**
 * The value of a field. A text that is none stays one, so that the schema refuses it and names it.
 * @returns undefined where there is nothing
 */
export function fieldValue(cell: unknown, field: Field, dialect: Dialect): unknown {
  if (cell === null) return undefined;
  if (typeof cell === 'number' && field.kind === 'text') return String(cell);
  if (typeof cell !== 'string') return cell;
  const text = cell.trim();
  return isNone(text, field) ? undefined : (read(text, field, dialect) ?? text);
}
