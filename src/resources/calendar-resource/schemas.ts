import * as z from 'zod';
import { name, optional, uuid } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { patchOf, updateOf } from '../../schemas/update';
import { kind } from './kind';

const department_id = optional(uuid).describe(
  'Whose appointments take it where none is named; null: those of every department',
);

export const CalendarResourceInput = z
  .object({
    name: name.describe('As its door says, or its label'),
    kind: kind.describe('What it is, as free text: appointment types need one of a kind'),
    department_id,
  })
  .meta({ id: 'CalendarResourceInput' });
export type CalendarResourceInput = z.output<typeof CalendarResourceInput>;

export const CalendarResourceUpdate = updateOf(CalendarResourceInput).meta({ id: 'CalendarResourceUpdateInput' });

export const CalendarResourcePatch = patchOf(CalendarResourceInput).meta({ id: 'CalendarResourcePatchInput' });
export type CalendarResourcePatch = z.output<typeof CalendarResourcePatch>;

export const CalendarResource = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.string().describe('What it is, as free text'),
    department_id: z.uuid().nullable().describe('Whose it is; null: everybody’s'),
  })
  .meta({ id: 'CalendarResource' });
export type CalendarResource = z.output<typeof CalendarResource>;

export const CalendarResourcesQuery = z.object({
  kind: kind.optional().describe('Only those of this kind; letter case, `_`, `-` and spaces do not matter'),
  department_id: uuid.optional().describe('Only those of this department, without those of every one'),
  limit: keysetQuery.shape.limit,
  cursor: keysetQuery.shape.cursor,
});
export type CalendarResourcesQuery = z.output<typeof CalendarResourcesQuery>;
