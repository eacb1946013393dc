/** Dates that can be. What cannot is a slip of the keyboard, or what other software writes for one that it does not know. */
import { BORN_FROM } from './search/birth-date';

/** Of visits and bills. */
export const YEARS = { from: 1900, to: 2199 } as const;

const yearOf = (date: string): number => Number(date.slice(0, 4));

export const isLikelyBirth = (date: string): boolean => yearOf(date) >= BORN_FROM;
export const isLikelyTime = (time: string): boolean => yearOf(time) >= YEARS.from && yearOf(time) <= YEARS.to;
