import { doctor } from '../../db/schema/doctor';
import { searchRebuild } from '../../db/search-rebuild';
import { termsOf } from '../../rules/search/terms';

const FIELDS = ['first_name', 'middle_name', 'last_name', 'license_number', 'alt_phone_number'] as const;
type Searched = Pick<typeof doctor.$inferSelect, (typeof FIELDS)[number]>;

export const doctorTerms = ({ first_name, middle_name, last_name, license_number, alt_phone_number }: Searched) => ({
  terms: termsOf({ names: [first_name, middle_name, last_name], codes: [license_number], phones: [alt_phone_number] }),
});

export const doctorRebuild = searchRebuild(doctor, { fields: FIELDS, derived: ['terms'], derive: doctorTerms });
