/** Statuses and types of appointments are free text: letter case, `_`, `-` and spaces do not distinguish them. */
export const foldWord = (word: string): string =>
  word.replace(/[_\- ]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase()); // as SQLite's upper(): ASCII only

/** Other spellings of a status, which mean the same. The interface itself spells SCEDULED so. */
export const SAME_STATUS = { SCHEDULED: 'SCEDULED', COMPLETE: 'COMPLETED', CANCELED: 'CANCELLED' } as const;

const others = Object.entries<string>(SAME_STATUS);

/** A status as the interface spells it, folded. */
const meant = (status: string): string => {
  const folded = foldWord(status);
  return others.find(([other]) => other === folded)?.[1] ?? folded;
};

export const isSameStatus = (a: string, b: string): boolean => meant(a) === meant(b);

/** Folded, the interface's own first. */
export function spellingsOf(status: string): [string, ...string[]] {
  const word = meant(status);
  return [word, ...others.flatMap(([other, same]) => (same === word ? [other] : []))];
}

/** Folded statuses of appointments that are over or will not take place. */
export const WITHOUT_TIME = ['COMPLETED', 'CANCELLED', 'NO_SHOW'].flatMap(spellingsOf);

export const hasTime = (status: string): boolean => !WITHOUT_TIME.includes(foldWord(status));

/** Also of patients who are here: nobody is reminded of such visits. */
export const WITHOUT_MESSAGES = [...WITHOUT_TIME, ...['CHECKED_IN', 'IN_PROGRESS'].flatMap(spellingsOf)];
/** Whether the patient is still to come. */
export const isToCome = (status: string): boolean => !WITHOUT_MESSAGES.includes(foldWord(status));

export const isScheduled = (status: string): boolean => isSameStatus(status, 'SCEDULED');
export const isCancelled = (status: string): boolean => isSameStatus(status, 'CANCELLED');
export const isCompleted = (status: string): boolean => isSameStatus(status, 'COMPLETED');
export const isNoShow = (status: string): boolean => isSameStatus(status, 'NO_SHOW');
export const isCheckedIn = (status: string): boolean => isSameStatus(status, 'CHECKED_IN');
