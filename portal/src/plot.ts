// Where the marks of a plot stand; `src/ui/bars.tsx` and `src/ui/columns.tsx` draw them.

/** What the parts of a mark are, each in a colour of its own (`--plot-…` of `src/ui/plot.css`). */
export interface Series {
  name: string;
  colour: 'first' | 'second' | 'warn' | 'bad' | 'over';
}

/** A bar or a column: of several series its values stand behind each other. Only one of a single series may be below 0. */
export interface Mark {
  key: string;
  name: string;
  values: readonly number[];
}

export const sizeOf = ({ values }: Mark): number => values.reduce((all, value) => all + value, 0);

/** Round numbers from the lowest value to the highest one and one beyond, with 0 among them, and no more than `most` steps above it. */
export function levelsOf(values: readonly number[], most = 4): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (low === high) return [0, 1];
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999_999) ?? 10) * power;
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  // By a factor, as 3 × 0.1 is not 0.3.
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** The largest ones, and the others together, where there are more. */
export function largest<T>(rows: readonly T[], most: number, together: (others: readonly T[]) => T): readonly T[] {
  return rows.length <= most + 1 ? rows : [...rows.slice(0, most), together(rows.slice(most))];
}

/** Days that a plot has a column for: longer ones where single days would be too narrow to be told apart. */
export interface Span {
  from: string;
  to: string;
}
export type Unit = 'day' | 'week' | 'month';

const DAYS_BY_DAY = 62;
const DAYS_BY_WEEK = 184;
const DAY = 86_400_000;

export const daysIn = ({ from, to }: Span): number => (Date.parse(to) - Date.parse(from)) / DAY + 1;

export function unitOf(period: Span): Unit {
  const days = daysIn(period);
  if (days <= DAYS_BY_DAY) return 'day';
  return days <= DAYS_BY_WEEK ? 'week' : 'month';
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);

/** @param beginOf the first day of the week, or month, in which a day lies. The first and the last span may be shorter. */
export function spansOf({ from, to }: Span, beginOf: (day: string) => string): Span[] {
  const spans: Span[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) {
    const last = spans.at(-1);
    if (last && beginOf(day) === beginOf(last.from)) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}
