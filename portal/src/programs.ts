import type { Schema } from 'hospital-service-client';
import { addDays, dayOf } from './format';
import { office, t } from './i18n';
import { locale } from './i18n/locale';
import { ACTS, type Act, SUBJECT_NAMES, type SubjectName, stateOf, subjectOf } from './scopes';
import { hospital } from './session';

export type Program = Schema<'Client'>;
/** What is answered once, with the secret. A create that was sent again has none. */
export type Handed = Program & { client_secret?: string };

/** All that are registered, the newest first. */
export const loadPrograms = (signal: AbortSignal): Promise<Program[]> =>
  Array.fromAsync(hospital.list('/auth/clients', { signal }));

/** Where a program gets its tokens: the service that serves this page. */
export const tokenAddress = (): string => new URL('/auth/token', location.href).href;

/** How a program signs in, in the reference of the API. */
export const DOCS = '/docs#/auth/issueToken';

export const hasEnded = ({ expires_at }: Program): boolean =>
  expires_at !== null && Date.parse(expires_at) <= Date.now();

/** The last day on which it works; empty where it has no end. */
export const lastDayOf = ({ expires_at }: Program): string =>
  expires_at === null ? '' : dayOf(new Date(Date.parse(expires_at) - 1).toISOString());

/** It ends when the day after begins. @param day empty: without an end */
export const endOf = (day: string): string | null => (day ? `${addDays(day, 1)}T00:00:00` : null);

/** Members of a JWK that only who signs may have (RFC 7518 6.2.2, 6.3.2 and 6.4). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** What was pasted as a JWKS; undefined where it is none. Of what the keys are the service judges. */
export function readKeys(text: string): Schema<'Jwks'> | undefined {
  try {
    const { keys } = JSON.parse(text);
    return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key) ? { keys } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether somebody has pasted what leaves the program's computer nowhere, as a set of keys or as a single one. */
export const isPrivate = (text: string): boolean =>
  /-----BEGIN [A-Z ]*PRIVATE KEY/.test(text) ||
  (readKeys(text) ?? readKeys(`{"keys":[${text}]}`))?.keys.some((key) => PRIVATE.some((name) => name in key)) === true;

const listOf = (texts: string[]) => new Intl.ListFormat(locale, { type: 'unit' }).format(texts);

/** What the hospital calls it. */
export function subjectText(name: SubjectName): string {
  const texts: Record<SubjectName, string> = {
    everything: office.programs.everything,
    appointment: t.patient.appointments,
    patient: t.patients.title,
    note: t.note.ofPatient,
    file: t.files.title,
    invoice: t.billing.title,
    payment: t.payment.title,
    catalog: t.prices.title,
    doctor: t.doctors.title,
    hours: t.hours.title,
    resource: t.rooms.title,
    department: t.departments.title,
  };
  return texts[name];
}

/** What it may do in words, by subject: `Patients: Read, Change`. */
export function scopeTexts(scope: string): string[] {
  const actText = (name: SubjectName, act: Act): string[] => {
    const state = stateOf(scope, name, act);
    if (state === 'all') return [office.programs.acts[act]];
    return state === 'part' ? [office.programs.partly(office.programs.acts[act])] : [];
  };
  return SUBJECT_NAMES.flatMap((name) => {
    const acts = ACTS.filter((act) => subjectOf(name).acts.includes(act)).flatMap((act) => actText(name, act));
    return acts.length > 0 ? [office.programs.granted(subjectText(name), listOf(acts))] : [];
  });
}
