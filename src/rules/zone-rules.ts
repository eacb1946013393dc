import { DAY, MINUTE, readingAt } from './clock';
import { sha256 } from './sha256';

/** Appointments of a hospital are hardly earlier, and none is made so far ahead. */
const [FIRST, LAST] = [Date.UTC(1990, 0, 1), Date.UTC(2040, 0, 1)];
/** Of two changes within it the later one may be missed. Ramadan, for which Morocco changes its clocks, has four. */
const STEP = 7 * DAY;

/** When the clocks of a zone change, and by how much, as the runtime knows it: it has no number of its tzdata to ask for. */
function changesIn(timeZone: string): string {
  const offsetAt = (time: number) => readingAt(time, timeZone) - time;
  let offset = offsetAt(FIRST);
  const changes = [`${offset}`];
  for (let start = FIRST; start < LAST; start += STEP) {
    const next = offsetAt(start + STEP);
    if (next === offset) continue;
    let [before, after] = [start, start + STEP];
    while (after - before > MINUTE) {
      const middle = (before + after) / 2;
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    changes.push(`${Math.round(after / MINUTE)} ${next}`);
    offset = next;
  }
  return changes.join();
}

/** A number that is another one once the rules of the zone are others. 0 is that of no rules. */
export const rulesVersion = async (timeZone: string): Promise<number> =>
  Number.parseInt((await sha256(changesIn(timeZone))).slice(0, 12), 16);
