import * as z from 'zod';
import { freeText, NAME_MAX, name, optional, optionalList, text } from '../../schemas/fields';

export const DepartmentInput = z
  .object({
    name,
    code: name,
    description: optional(freeText),
    icon_codes: optionalList(text(NAME_MAX)),
  })
  .meta({
    id: 'DepartmentInput',
    examples: [{ name: 'Cardiology', code: 'CARD', description: 'Heart and vessels', icon_codes: ['heart'] }],
  });
export type DepartmentInput = z.output<typeof DepartmentInput>;

export const Department = z
  .object({
    id: z.uuid(),
    name: z.string(),
    code: z.string(),
    description: z.string().nullable(),
    icon_codes: z.array(z.string()),
  })
  .meta({ id: 'Department' });
export type Department = z.output<typeof Department>;
