/** Statuses and types of appointments are free text: letter case, `_`, `-` and spaces do not distinguish them. */
export const foldWord = (word: string): string =>
  word.replace(/[_\- ]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase()); // as SQLite's upper(): ASCII only

const CANCELLED = ['CANCELLED', 'CANCELED'];

const NO_SHOW = 'NOSHOW';

/** Folded statuses of appointments that are over or will not take place. */
export const WITHOUT_TIME = ['COMPLETED', 'COMPLETE', ...CANCELLED, NO_SHOW];

export const hasTime = (status: string): boolean => !WITHOUT_TIME.includes(foldWord(status));

export const isCancelled = (status: string): boolean => CANCELLED.includes(foldWord(status));
export const isNoShow = (status: string): boolean => foldWord(status) === NO_SHOW;
export const isCheckedIn = (status: string): boolean => foldWord(status) === 'CHECKEDIN';
