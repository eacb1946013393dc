import * as z from 'zod';
import { freeText, NAME_MAX, name, optional, optionalList, text } from '../../schemas/fields';
import { patchOf, updateOf } from '../../schemas/update';

export const DepartmentInput = z
  .object({
    name,
    code: name,
    description: optional(freeText),
    icon_codes: optionalList(text(NAME_MAX)),
  })
  .meta({ id: 'DepartmentInput' });
export type DepartmentInput = z.output<typeof DepartmentInput>;

export const DepartmentUpdate = updateOf(DepartmentInput).meta({ id: 'DepartmentUpdateInput' });

export const DepartmentPatch = patchOf(DepartmentInput).meta({ id: 'DepartmentPatchInput' });
export type DepartmentPatch = z.output<typeof DepartmentPatch>;

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
