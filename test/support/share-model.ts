// What the lines of bills have of them, by docs/money.md, with arithmetic of its own. Amounts are whole minor units.
import { type Bill, dealt, type Line, netOf, sum, type Totals } from './bill-model';

interface Share {
  net: bigint;
  tax: bigint;
}

const indexes = (lines: Line[], meets: (line: Line) => boolean) => lines.flatMap((line, i) => (meets(line) ? [i] : []));

function sharesOf(lines: Line[], { total, taxes }: Totals, tax_included: boolean): Share[] {
  const shares = lines.map((): Share => ({ net: 0n, tax: 0n }));
  const untaxed = total - sum(taxes.map(({ net_amount, tax_amount }) => net_amount + tax_amount));
  for (const { tax_percent, net_amount, tax_amount } of [
    { tax_percent: null, net_amount: untaxed, tax_amount: 0n },
    ...taxes,
  ]) {
    const at = indexes(lines, (line) => (line.tax_percent === null ? null : Number(line.tax_percent)) === tax_percent);
    if (at.length === 0) continue;
    const sold = dealt(
      tax_included ? net_amount + tax_amount : net_amount,
      at.map((i) => netOf(lines[i] as Line)),
    );
    const taxed = dealt(tax_amount, sold);
    at.forEach((i, n) => {
      const tax = taxed[n] as bigint;
      shares[i] = { net: (sold[n] as bigint) - (tax_included ? tax : 0n), tax };
    });
  }
  return shares;
}

/** What each line loses by each note. */
function lossesOf({ terms, notes, total, taxes }: Bill): bigint[][] {
  const { lines, tax_included } = terms;
  const left = sharesOf(lines, { total, taxes }, tax_included).map(({ net, tax }) => net + tax);
  return notes.map((note) => {
    const before = [...left];
    /** @returns what these lines did not have */
    const take = (amount: bigint, at: number[]): bigint => {
      const had = at.map((i) => left[i] as bigint);
      const taken = amount < sum(had) ? amount : sum(had);
      if (taken > 0n)
        for (const [n, part] of dealt(taken, had).entries()) left[at[n] as number] = (had[n] as bigint) - part;
      return amount - taken;
    };
    const isFor = (credited: Line) => (line: Line) =>
      line.name === credited.name && (credited.doctor === null || line.doctor === credited.doctor);
    const ofLines = sharesOf(note.lines, note, tax_included);
    const rests = note.lines.map((line, n) => {
      const { net, tax } = ofLines[n] as Share;
      return take(net + tax, indexes(lines, isFor(line)));
    });
    take(note.lines.length === 0 ? note.total : sum(rests), [...lines.keys()]);
    return before.map((amount, i) => amount - (left[i] as bigint));
  });
}

export type Figures = Record<'invoices' | 'lines' | 'net' | 'tax' | 'credited', bigint>;
const NOTHING: Figures = { invoices: 0n, lines: 0n, net: 0n, tax: 0n, credited: 0n };

const isEarned = ({ status }: Bill) => status !== 'DRAFT' && status !== 'VOID';

/** @param keyOf of a line of a bill, or of one of its notes, on a day */
export function summed(
  bills: Bill[],
  days: string[],
  keyOf: (line: Line, day: string) => string,
): Map<string, Figures> {
  const sums = new Map<string, Figures>();
  const add = (key: string, more: Partial<Figures>) => {
    const known = sums.get(key) ?? NOTHING;
    const names = Object.keys(known) as (keyof Figures)[];
    sums.set(key, Object.fromEntries(names.map((name) => [name, known[name] + (more[name] ?? 0n)])) as Figures);
  };
  for (const bill of bills.filter(isEarned)) {
    const { lines, tax_included } = bill.terms;
    if (days.includes(bill.day)) {
      const shares = sharesOf(lines, bill, tax_included);
      for (const [i, line] of lines.entries()) add(keyOf(line, bill.day), { lines: 1n, ...shares[i] });
      for (const key of new Set(lines.map((line) => keyOf(line, bill.day)))) add(key, { invoices: 1n });
    }
    lossesOf(bill).forEach((losses, n) => {
      const { day } = bill.notes[n] as { day: string };
      if (!days.includes(day)) return;
      for (const [i, line] of lines.entries()) if (losses[i]) add(keyOf(line, day), { credited: losses[i] });
    });
  }
  return sums;
}
