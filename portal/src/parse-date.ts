import { readDay } from './day-text';
import { locale } from './i18n/locale';
import { session } from './session';

/** What somebody has typed, as `2030-01-07`, if it is a day as the portal prints days, or in the hospital's order of numbers. */
export const parseDay = (text: string): string | undefined => readDay(text, locale, session().settings.date_order);
