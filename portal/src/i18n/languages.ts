import { en, type Messages } from './en';
import type { OfficeMessages } from './en-office';

interface Offered {
  /** in the language itself */
  name: string;
  dir: 'ltr' | 'rtl';
  load: () => Promise<Messages> | Messages;
  /** those of pages that few people open, which come with these */
  loadOffice: () => Promise<OfficeMessages>;
}

/**
 * To add a language, write its messages as `en.ts` has them, and a line here: the compiler names those that are missing. Nobody
 * loads those of a language that they do not use.
 */
export const LANGUAGES = {
  en: {
    name: 'English',
    dir: 'ltr',
    load: () => en,
    loadOffice: async () => (await import('./en-office')).enOffice,
  },
  ar: {
    name: 'العربية',
    dir: 'rtl',
    load: async () => (await import('./ar')).ar,
    loadOffice: async () => (await import('./ar-office')).arOffice,
  },
  de: {
    name: 'Deutsch',
    dir: 'ltr',
    load: async () => (await import('./de')).de,
    loadOffice: async () => (await import('./de-office')).deOffice,
  },
} satisfies Record<string, Offered>;

export type Language = keyof typeof LANGUAGES;
