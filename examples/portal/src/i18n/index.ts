import { ar } from './ar';
import { en, type Messages } from './en';
import { baseOf, setLocale } from './locale';

/** To add a language, write its messages beside `en.ts`: the compiler names those that are missing. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', messages: en },
  ar: { name: 'العربية', dir: 'rtl', messages: ar },
} satisfies Record<string, { name: string; dir: 'ltr' | 'rtl'; messages: Messages }>;

export type Language = keyof typeof LANGUAGES;

const STORED = 'portal.language';
const isLanguage = (name: string | null): name is Language => name !== null && name in LANGUAGES;

/** What was chosen last, otherwise the first of the browser's languages that there is. */
function preferred(): Language {
  const stored = localStorage.getItem(STORED);
  return isLanguage(stored) ? stored : (navigator.languages.map(baseOf).find(isLanguage) ?? 'en');
}

export let language: Language;
/** The messages of the present language: `t.calendar.title`. */
export let t: Messages;

function use(next: Language): void {
  language = next;
  t = LANGUAGES[next].messages;
  setLocale(next);
  document.documentElement.lang = next;
  document.documentElement.dir = LANGUAGES[next].dir;
}

/** Chooses a language, now and for later visits. What is on the screen has to be drawn anew. */
export function setLanguage(next: Language): void {
  localStorage.setItem(STORED, next);
  use(next);
}

use(preferred());
