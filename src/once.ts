/** A value made at its first use and kept. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** One result per argument list of texts and numbers: building a schema costs more than looking it up. */
export function memoised<A extends (string | number | undefined)[], T>(make: (...args: A) => T): (...args: A) => T {
  const known = new Map<string, T>();
  return (...args) => {
    const key = args.join('\n');
    let value = known.get(key);
    if (value === undefined) {
      value = make(...args);
      known.set(key, value);
    }
    return value;
  };
}
