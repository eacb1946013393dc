// Chance that is the same for the same seed. Each record has a source of its own, so what is chosen for one does not depend on
// how many come before it, nor on the order in which they are made.
import { createHash } from 'node:crypto';

/** A number of 32 bits from whatever names a record. */
export const hashOf = (...names) => createHash('sha256').update(names.join('\0')).digest().readUInt32LE();

/** mulberry32: small, and even enough for a hospital that is made up. */
export function randomOf(...names) {
  let state = hashOf(...names);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end) => Math.floor(next() * end);
  return {
    /** from 0 to 1, without 1 */
    next,
    chance: (share) => next() < share,
    /** a whole number, both ends included */
    between: (from, to) => from + below(to - from + 1),
    pick: (list) => list[below(list.length)],
    /** several different ones */
    some: (list, count) => shuffled(list, below).slice(0, count),
    /** `#` becomes a digit, `*` one from 1 to 9 */
    digits: (pattern) => pattern.replace(/[#*]/g, (sign) => (sign === '#' ? below(10) : 1 + below(9))),
  };
}

function shuffled(list, below) {
  const all = [...list];
  for (let i = all.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** One of a list in which each has a `weight`. */
export function pickWeighted(list, random) {
  let left = random.next() * list.reduce((sum, { weight }) => sum + weight, 0);
  for (const it of list) {
    left -= it.weight;
    if (left < 0) return it;
  }
  return list[0];
}
