import * as z from 'zod';
import { nameWithLetter, optionalText } from './fields';
import { payerKind } from './words';

export const Payer = z
  .object({
    name: nameWithLetter,
    kind: payerKind.describe('As free text'),
    member_number: optionalText.describe('Of the patient, with the payer'),
    tax_id: optionalText.describe('Number under which the payer is registered for taxes'),
  })
  .meta({ id: 'Payer', description: 'To whom a bill goes, where that is not the patient' });
export type Payer = z.output<typeof Payer>;
