import { en, type Messages } from './en';
import { LANGUAGES, type Language } from './languages';
import { baseOf, setLocale } from './locale';

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
