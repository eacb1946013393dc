import * as z from 'zod';
import { date, freeText, nameWithLetter, optional, optionalText } from './fields';
import { severity } from './words';

export const MedicalCondition = z
  .object({ diagnozed_date: optional(date), condition: optionalText, description: optional(freeText) })
  .meta({ id: 'MedicalCondition' });
export type MedicalCondition = z.output<typeof MedicalCondition>;

export const Surgery = z
  .object({
    surgery: optionalText,
    date: optional(date).describe('When it was done'),
    surgeon: optionalText,
    hospital: optionalText,
  })
  .meta({ id: 'Surgery' });
export type Surgery = z.output<typeof Surgery>;

export const Medication = z
  .object({
    medication: optionalText,
    dosage: optionalText,
    frequency: optionalText,
    prescribed_by: optionalText,
  })
  .meta({ id: 'Medication' });
export type Medication = z.output<typeof Medication>;

export const Allergy = z
  .object({
    substance: nameWithLetter,
    reaction: optionalText,
    severity: optional(severity).describe('As free text'),
    noted_date: optional(date),
  })
  .meta({ id: 'Allergy' });
export type Allergy = z.output<typeof Allergy>;
