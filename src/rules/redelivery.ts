const LONGEST_WAIT = 3600; // seconds

/** Seconds until a message that could not be worked on comes again. */
export const waitAfter = (attempts: number): number => Math.min(LONGEST_WAIT, 10 * 2 ** Math.min(attempts - 1, 10));
