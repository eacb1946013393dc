import type { Language } from '../rules/languages';

/**
 * British English, as days before months and clocks of 24 hours are read everywhere, months being words. Arabic with the digits
 * 0 to 9, as the portal has them: all Arabic countries read these, and those of links and telephone numbers beside them are such.
 */
const LOCALES = { en: 'en-GB', de: 'de', ar: 'ar-u-ca-gregory-nu-latn' } as const satisfies Record<Language, string>;

const formatOf = (options: Intl.DateTimeFormatOptions) => (time: number, zone: string, language: Language) =>
  new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: zone }).format(time);

/** `Tuesday, 2 March 2027` */
export const dayText = formatOf({ dateStyle: 'full' });
const clock = formatOf({ timeStyle: 'short' });
/** `09:15`, and what Germans say after it */
const timeText = (time: number, zone: string, language: Language): string =>
  language === 'de' ? `${clock(time, zone, language)} Uhr` : clock(time, zone, language);

/** As it is called at that time, `Central European Summer Time`: what clocks show twice is told apart by it. */
function zoneText(time: number, zone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { timeZone: zone, timeZoneName: 'long' });
  return format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** `09:15 (Central European Standard Time)` */
export const timeInZone = (time: number, zone: string, language: Language): string =>
  `${timeText(time, zone, language)} (${zoneText(time, zone, language)})`;

export const COMMA = { en: ', ', de: ', ', ar: '، ' } as const satisfies Record<Language, string>;

/** `Tuesday, 2 March 2027, 09:15` */
export const dayAndTime = (time: number, zone: string, language: Language): string =>
  `${dayText(time, zone, language)}${COMMA[language]}${timeText(time, zone, language)}`;

/** In two lines: `Tuesday, 2 March 2027` and `09:15 (Central European Standard Time)` */
export const momentLines = (time: number, zone: string, language: Language): string =>
  `${dayText(time, zone, language)}\n${timeInZone(time, zone, language)}`;
