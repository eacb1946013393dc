const LONGEST_WAIT = 3600; // seconds

/** As in wrangler.toml: after so many further deliveries, a message goes to the queue's dead-letter queue. */
export const MAX_RETRIES = { access: 100, export: 8, import: 8 } as const;

/** Seconds until a message that could not be worked on comes again. */
export const waitAfter = (attempts: number): number => Math.min(LONGEST_WAIT, 10 * 2 ** Math.min(attempts - 1, 10));
