import type { Language } from '../rules/languages';

export interface Link {
  label: string;
  url: string;
}

/** What both forms of a letter are made of, from top to bottom; texts of people are harmless in it. */
export interface Parts {
  language: Language;
  direction: 'ltr' | 'rtl';
  subject: string;
  clinic: string | undefined;
  heading: string;
  paragraphs: readonly string[];
  /** the lines of each value */
  facts: readonly { label: string; lines: readonly string[] }[];
  button: Link | undefined;
  closing: readonly string[];
  footer: readonly string[];
  footerLink: Link | undefined;
}
