import * as z from 'zod';
import { nameWithLetter, optionalText, text } from './fields';

export const Payer = z
  .object({
    name: nameWithLetter,
    kind: text(50, 1).describe('insurance, employer, relative …'),
    member_number: optionalText.describe('Of the patient, with the payer'),
    tax_id: optionalText.describe('Number under which the payer is registered for taxes'),
  })
  .meta({ id: 'Payer', description: 'To whom a bill goes, where that is not the patient' });
export type Payer = z.output<typeof Payer>;
