/** For `Intl`: of the browser's locales the one of the present language (`en-GB`), as it knows the region, too. */
export let locale = 'en';

export function setLocale(language: string): void {
  locale = navigator.languages.find((name) => baseOf(name) === language) ?? language;
}

/** `en` of `en-GB` */
export const baseOf = (name: string): string => name.split('-')[0] ?? name;
