import type { BloodGroup } from 'hospital-service-client';
import { ageOn } from './age';
import { type Born, knownBirth } from './born';
import { dayOf, formatKnown, today } from './format';
import { t } from './i18n';
import { locale } from './i18n/locale';

/** `A+`, as it stands on the bag; the Rh factor's sign stays behind the letters in every language. */
export const bloodGroupText = (group: BloodGroup): string =>
  group === 'NOT_SET' ? t.patient.unknown : `\u2066${group.replace('_POS', '+').replace('_NEG', '−')}\u2069`;

/** What the portal offers. Others may come from elsewhere: the service takes any word. */
export const genderText = (gender: string): string => (t.gender as Record<string, string>)[gender] ?? gender;
export const severityText = (severity: string): string => (t.severity as Record<string, string>)[severity] ?? severity;
export const payerKindText = (kind: string): string => (t.payerKind as Record<string, string>)[kind] ?? kind;

/** What to choose from: what the portal offers, and what the record has already. */
export const withOwn = (offered: readonly string[], own: string | null | undefined): string[] => [
  ...new Set([...offered, ...(own ? [own] : [])]),
];

/** When somebody was born, as far as it is known: `17 May 1984`, `May 1984` or `1984`; empty where nothing is. */
export const formatBorn = (person: Born): string => formatKnown(knownBirth(person) ?? '');

/** How old somebody was on a day; empty where nobody knows. */
export function formatAgeOn(day: string, person: Born): string {
  const born = knownBirth(person);
  if (!born) return '';
  const { count, unit } = ageOn(day, born);
  const isAbout = born !== person.dob;
  if (isAbout && count < 1) return '';
  const age = count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return isAbout ? t.person.about(age) : age;
}

/** How old somebody is, or was at death: nobody grows older then. */
export function formatAge(person: Born, deceased?: string | null): string {
  const age = formatAgeOn(deceased ? dayOf(deceased) : today(), person);
  return deceased && age ? t.person.ageAtDeath(age) : age;
}
