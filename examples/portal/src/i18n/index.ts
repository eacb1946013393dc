import { ar } from './ar';
import { en, type Messages } from './en';

/** To add a language, write its messages beside `en.ts`: the compiler names those that are missing. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', messages: en },
  ar: { name: 'العربية', dir: 'rtl', messages: ar },
} satisfies Record<string, { name: string; dir: 'ltr' | 'rtl'; messages: Messages }>;

export type Language = keyof typeof LANGUAGES;

const STORED = 'portal.language';
const isLanguage = (name: string | null | undefined): name is Language => name != null && name in LANGUAGES;
const baseOf = (locale: string) => locale.split('-')[0];

/** What was chosen last, otherwise the first of the browser's languages that there is. */
function preferred(): Language {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map(baseOf).find(isLanguage) ?? 'en';
}

export let language: Language;
/** The messages of the present language: `t.calendar.title`. */
export let t: Messages;
/** For `Intl`: of the browser's locales the one of the present language (`en-GB`), as it knows the region. */
export let locale: string;

export function setLanguage(next: Language): void {
  language = next;
  t = LANGUAGES[next].messages;
  locale = navigator.languages.find((name) => baseOf(name) === next) ?? next;
  document.documentElement.lang = next;
  document.documentElement.dir = LANGUAGES[next].dir;
  if (next !== preferred()) localStorage.setItem(STORED, next);
}

setLanguage(preferred());
