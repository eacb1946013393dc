import * as z from 'zod';
import { said } from '../rules/said';
import { fault, listOf, text } from './fields';

const IDENTIFIER_MAX = 200;
const CODINGS_MAX = 10;

export const identifierText = text(IDENTIFIER_MAX, 1);
/** FHIR leaves out what nobody sees (`said`), and would make another identifier of it. */
export const identifierValue = identifierText.refine(
  (value) => value.includes('\0') || said(value) === value,
  fault('value_error', 'A value has no spaces around it, nor control characters'),
);
export const uri = identifierText.refine(
  (value) => !/[\s\p{C}]/u.test(value),
  fault('value_error', 'A URI has no spaces or invisible characters'),
);
export const identifierUse = z.enum(['usual', 'official', 'temp', 'secondary', 'old']);
export const codingsOf = <T extends z.ZodType>(coding: T) => listOf(coding, CODINGS_MAX);

// Fields in the order in which FHIR's writes store them: what is read and sent back is no change.
const Coding = z
  .object({
    system: uri.optional().describe('A URI of who has defined the code'),
    code: identifierText.optional().describe('As the system writes it'),
    display: identifierText.optional().describe('What it means'),
  })
  .meta({ id: 'IdentifierCoding' });
const IdentifierType = z
  .object({
    coding: codingsOf(Coding).optional().describe('The same by codes'),
    text: identifierText.optional().describe('As people call it'),
  })
  .meta({ id: 'IdentifierType', description: 'What kind of number it is, in words or by codes' });

/** What another system calls a record (hl7.org/fhir/R4/datatypes.html#Identifier): a value that is unique within the system, a URI. */
export const ForeignIdentifier = z
  .object({
    // Null is taken, and left out: FHIR, which answers an identifier as it is stored, has none.
    use: identifierUse
      .nullish()
      .transform((sent) => sent ?? undefined)
      .pipe(identifierUse.optional())
      .describe('What it is for; `old` where it is valid no longer'),
    type: IdentifierType.nullish()
      .transform((sent) => sent ?? undefined)
      .pipe(IdentifierType.optional())
      .describe('What kind of number it is'),
    system: uri.describe('A URI of the other system, as `urn:former-system`'),
    value: identifierValue.describe('What the other system calls the patient; nobody else has it in this system'),
  })
  .meta({ id: 'ForeignIdentifier' });
export type ForeignIdentifier = z.output<typeof ForeignIdentifier>;

export const ForeignIdentifiers = listOf(ForeignIdentifier).superRefine((all, { addIssue }) => {
  for (const [n, { system, value }] of all.entries())
    if (all.findIndex((one) => one.system === system && one.value === value) < n)
      addIssue({ code: 'custom', path: [n], params: { type: 'value_error' }, message: 'It is there twice' });
});
