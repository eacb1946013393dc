import { en, type Messages } from './en';
import { baseOf, setLocale } from './locale';

interface Offered {
  /** in the language itself */
  name: string;
  dir: 'ltr' | 'rtl';
  load: () => Promise<Messages> | Messages;
}

/**
 * To add a language, write its messages as `en.ts` has them, and a line here: the compiler names those that are missing. Nobody
 * loads those of a language that they do not use.
 */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', load: () => en },
  ar: { name: 'العربية', dir: 'rtl', load: async () => (await import('./ar')).ar },
  de: { name: 'Deutsch', dir: 'ltr', load: async () => (await import('./de')).de },
} satisfies Record<string, Offered>;

export type Language = keyof typeof LANGUAGES;

const STORED = 'portal.language';
const isLanguage = (name: string | null): name is Language => name !== null && name in LANGUAGES;

/** What was chosen last, otherwise the first of the browser's languages that there is. */
function preferred(): Language {
  const stored = localStorage.getItem(STORED);
  return isLanguage(stored) ? stored : (navigator.languages.map(baseOf).find(isLanguage) ?? 'en');
}

export let language: Language = 'en';
/** The messages of the present language: `t.calendar.title`. */
export let t: Messages = en;

async function use(next: Language): Promise<void> {
  t = await LANGUAGES[next].load();
  language = next;
  setLocale(next);
  document.documentElement.lang = next;
  document.documentElement.dir = LANGUAGES[next].dir;
}

/** Chooses a language, now and for later visits. What is on the screen has to be drawn anew. */
export async function setLanguage(next: Language): Promise<void> {
  await use(next);
  localStorage.setItem(STORED, next);
}

/** Of the first drawing. Where the messages do not come, those in English are better than nothing. */
export const speakPreferred = (): Promise<void> => use(preferred()).catch(() => use('en'));
