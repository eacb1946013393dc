import { plain, readDay, readMonthOrYear } from './day-text';
import { today } from './format';
import { locale } from './i18n/locale';
import { session } from './session';

/** What somebody has typed, as `2030-01-07`, if it is a day as the portal prints days, or in the hospital's order of numbers. */
export const parseDay = (text: string): string | undefined => readDay(text, locale, session().settings.date_order);

/** The same, or the month or the year, as `2030-01` or `2030`; `~42` is the year in which somebody was born who is about so old. */
export function parseKnown(text: string): string | undefined {
  const [, age] = /^\s*[~≈]\s*(\d{1,3})\s*$/.exec(plain(text, locale)) ?? [];
  if (age) return String(Number(today().slice(0, 4)) - Number(age));
  return parseDay(text) ?? readMonthOrYear(text, locale);
}
