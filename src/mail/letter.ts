import { directionOf, type Language } from '../rules/languages';
import { htmlOf } from './html';
import type { Link, Parts } from './parts';
import { plainOf } from './plain';
import { TEXTS } from './texts';
import { isolated, oneLine, unlinked } from './values';

/** One mail, as `send()` of the platform's binding takes it, which reads an attachment that is a text as Base64. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; type: string; content: Uint8Array; disposition: 'attachment' }[];
  headers?: Record<string, string>;
}

interface Written {
  language: Language;
  /** chosen by people, as the values of facts are; all other texts are ours */
  clinic: string | undefined;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly (readonly [label: string, value: string])[];
  button?: Link | undefined;
  /** below the button */
  closing?: readonly string[];
  footer?: readonly string[];
  footerLink?: Link | undefined;
}

/** A name in a subject leaves room for what it is about. */
const NAME_IN_SUBJECT_MAX = 80;

/** RFC 3834: nobody's absence note answers. Whatever else a letter has must be on the platform's list of headers that it takes. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** A letter in both its forms, which say the same. */
export function letter({ language, clinic, subject, facts = [], closing = [], footer = [], ...rest }: Written): Letter {
  const direction = directionOf(language);
  const shown = (text: string) => isolated(unlinked(text), direction);
  const name = clinic && oneLine(clinic);
  const parts: Parts = {
    ...rest,
    ...{ language, direction, closing, button: rest.button, footerLink: rest.footerLink },
    subject: name ? `${subject} – ${isolated(oneLine(name, NAME_IN_SUBJECT_MAX), direction)}` : subject,
    clinic: name && shown(name),
    facts: facts.map(([label, value]) => ({
      label,
      lines: value.split('\n').flatMap((line) => (line.trim() ? [shown(oneLine(line))] : [])),
    })),
    footer: [...footer, TEXTS[language].automatic],
  };
  return { subject: parts.subject, text: plainOf(parts), html: htmlOf(parts), headers: AUTOMATIC };
}
