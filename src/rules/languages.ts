/** In which mails are written. */
export const LANGUAGES = ['en', 'de', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

/** @param tag of BCP 47, as `de-AT` */
export function languageOf(tag: string | null | undefined, fallback: Language): Language {
  const primary = tag?.toLowerCase().split('-')[0];
  return LANGUAGES.find((language) => language === primary) ?? fallback;
}

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
