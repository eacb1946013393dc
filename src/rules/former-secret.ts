import { HOUR } from './clock';

/** Milliseconds for which a secret still works beside the one that follows it, so that whoever has it can be given the new one. */
export const FORMER_LIFETIME = 24 * HOUR;

/** Until when the former one works; null: it does not any more. */
export const formerUntil = (until: number | null, now: number): number | null =>
  until !== null && until > now ? until : null;
