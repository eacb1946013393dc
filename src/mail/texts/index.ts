import type { Language } from '../../rules/languages';
import { ar } from './ar';
import { de } from './de';
import { en } from './en';
import type { Words } from './words';

/** A word that a language has not is an error of types. */
export const TEXTS: Record<Language, Words> = { en, de, ar };
