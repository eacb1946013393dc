import { en, type Messages } from './en';
import type { OfficeMessages } from './en-office';
import { LANGUAGES, type Language } from './languages';
import { baseOf, setLocale } from './locale';

const STORED = 'portal.language';
export const isLanguage = (name: string | null): name is Language => name !== null && name in LANGUAGES;

/** What was chosen last, otherwise the first of the browser's languages that there is. */
function preferred(): Language {
  const stored = localStorage.getItem(STORED);
  return isLanguage(stored) ? stored : (navigator.languages.map(baseOf).find(isLanguage) ?? 'en');
}

export let language: Language = 'en';
/** The messages of the present language: `t.calendar.title`. */
export let t: Messages = en;

/** Those of administration, once one of its pages has been opened: `office.types.retire`. */
export let office: OfficeMessages;
let hasOffice = false;

/** What the pages of administration wait for. */
export async function speakOffice(): Promise<void> {
  hasOffice = true;
  // Somebody may choose another language meanwhile.
  for (let loaded: Language | undefined; loaded !== language; ) {
    loaded = language;
    office = await LANGUAGES[loaded].loadOffice();
  }
}

async function use(next: Language): Promise<void> {
  const messages = await LANGUAGES[next].load();
  if (hasOffice) office = await LANGUAGES[next].loadOffice();
  t = messages;
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
