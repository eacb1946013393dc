/** @throws RangeError beyond the bounds of the list, within which callers keep */
export function elementAt<T>(list: readonly T[], n: number): T {
  const element = list[n];
  if (element === undefined) throw new RangeError(`The list has no element ${n}`);
  return element;
}
