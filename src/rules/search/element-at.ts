/** An element that is there: callers keep within the bounds of the list, which the compiler cannot know. */
export const elementAt = <T>(list: readonly T[], n: number): T => list[n] as T;
