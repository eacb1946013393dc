import * as z from 'zod';
import { PRECISIONS } from '../rules/birth';
import { marked } from './marks';

export const BriefPerson = z
  .object({ id: z.uuid(), reg_number: z.string(), first_name: z.string(), last_name: z.string() })
  .meta({ id: 'BriefPerson' });
export type BriefPerson = z.output<typeof BriefPerson>;
/** As another record shows them. */
export const BriefPatient = marked(BriefPerson, { shows: 'Patient' });
/** As an appointment shows who comes: by what people are told apart and called up, as they wait or are late. */
export const ExpectedPatient = marked(
  BriefPerson.extend({
    dob: z.iso.date().nullable(),
    dob_precision: z.enum(PRECISIONS).optional(),
    phone_number: z.string().nullable(),
    allergy_count: z.int().nullable().describe('How many allergies are known; null: nobody has asked'),
  }).meta({ id: 'ExpectedPatient' }),
  { shows: 'Patient' },
);
export type ExpectedPatient = z.output<typeof ExpectedPatient>;
export const BriefDoctor = marked(BriefPerson, { shows: 'Practitioner' });

export const BriefDepartment = marked(
  z.object({ id: z.uuid(), name: z.string(), code: z.string() }).meta({ id: 'BriefDepartment' }),
  { shows: 'HealthcareService' },
);
export type BriefDepartment = z.output<typeof BriefDepartment>;
export const BriefAccount = z
  .object({
    id: z.uuid().describe('Id of the account'),
    full_name: z.string().describe('Its username, where it has no full name'),
  })
  .meta({ id: 'BriefAccount' });
