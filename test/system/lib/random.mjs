/** Random numbers that a seed repeats (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = (list) => list[Math.floor(next() * list.length)];
  return {
    next,
    pick,
    between: (low, high) => low + next() * (high - low),
    bytes: (length) => Buffer.from(Array.from({ length }, () => Math.floor(next() * 256))),
  };
}

/** The seed that the environment names, so that a run can be repeated, or a new one. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
