import type { BloodGroup } from 'hospital-service-client';
import { ageOn } from './age';
import { dayOf, today } from './format';
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

/** How old somebody was on a day. */
export function formatAgeOn(day: string, dob: string): string {
  const { count, unit } = ageOn(day, dob);
  return count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' });
}

/** How old somebody is, or was at death: nobody grows older then. */
export function formatAge(dob: string, deceased: string | null | undefined): string {
  const age = formatAgeOn(deceased ? dayOf(deceased) : today(), dob);
  return deceased ? t.person.ageAtDeath(age) : age;
}
