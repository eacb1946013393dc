/** For `Intl`: of the browser's locales the one of the present language (`en-GB`), as it knows the region, too. */
export let locale = 'en';

export function setLocale(language: string): void {
  locale = navigator.languages.find((name) => baseOf(name) === language) ?? language;
}

/** `en` of `en-GB` */
export const baseOf = (name: string): string => name.split('-')[0] ?? name;

/** With which day a week begins there: 1 is Monday, 7 is Sunday. */
export function firstWeekday(): number {
  const here = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return here.getWeekInfo?.().firstDay ?? 1;
}
