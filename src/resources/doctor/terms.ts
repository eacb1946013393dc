import { doctor } from '../../db/schema/doctor';
import { searchRebuild } from '../../db/search-rebuild';
import { termsOf } from '../../rules/search/terms';

const FIELDS = ['first_name', 'middle_name', 'last_name', 'license_number', 'alt_phone_number'] as const;
type Searched = Pick<typeof doctor.$inferSelect, (typeof FIELDS)[number]>;

export function doctorTerms({ first_name, middle_name, last_name, license_number, alt_phone_number }: Searched) {
  const names = [first_name, middle_name, last_name];
  const sounds = termsOf({ names });
  return { terms: termsOf({ names, codes: [license_number], phones: [alt_phone_number], sounds }) };
}

export const doctorRebuild = searchRebuild(doctor, { fields: FIELDS, derived: ['terms'], derive: doctorTerms });
