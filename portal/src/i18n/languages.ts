import { en, type Messages } from './en';

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
