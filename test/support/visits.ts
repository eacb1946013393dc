/** Looks over a day as a clinic has them, and the batches that the queue makes of them. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How the looks of an account at a patient lie in the day. `within`: milliseconds of a visit */
export interface Rhythm {
  visits: number;
  looks: number;
  within: number;
}

/** 20 looks a day each. */
export const RHYTHMS = {
  /** a visit opens one page, which asks for all that it shows at once */
  pages: { visits: 4, looks: 5, within: SECOND },
  minutes: { visits: 4, looks: 5, within: MINUTE },
  /** the worst for the log: hardly two of them come in one batch */
  even: { visits: 20, looks: 1, within: 0 },
} satisfies Record<string, Rhythm>;

/** The n-th of numbers from 0 to 1 that lie evenly, in no order. */
export const scattered = (n: number): number => (n * 0.618_033_988_749_895) % 1;

/** When the n-th pair of patient and account meets: a visit in each part of the day, at any time of it. */
export function timesOf(n: number, { visits, looks, within }: Rhythm, day: { opens: number; hours: number }): number[] {
  const part = (day.hours * HOUR) / visits;
  return Array.from({ length: visits * looks }, (_, i) => {
    const visit = Math.floor(i / looks);
    const begins = day.opens + part * (visit + scattered(n * visits + visit));
    return Math.floor(begins + (within * (i % looks)) / looks);
  });
}

/** What the queue's consumer is given at a time, as wrangler.toml has it: so many messages, or what came within `wait`. */
export function* batchesOf<T extends { at: number }>(looks: readonly T[], size = 100, wait = MINUTE): Generator<T[]> {
  let batch: T[] = [];
  for (const look of looks.toSorted((a, b) => a.at - b.at)) {
    if (batch.length === size || look.at - (batch[0]?.at ?? look.at) >= wait) {
      yield batch;
      batch = [];
    }
    batch.push(look);
  }
  if (batch.length > 0) yield batch;
}
