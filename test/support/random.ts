/** mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  return { below, pick, chance: (of: number) => next() < of };
}
export type Random = ReturnType<typeof randomOf>;
