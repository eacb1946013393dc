import * as z from 'zod';
import { LIST_MAX, listOf, name, optional, uuid, withDefault } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { patchOf, updateOf } from '../../schemas/update';
import { BUFFER_MAX } from '../appointment/rules';
import { kind } from '../calendar-resource/kind';

const MINUTES_MAX = 24 * 60;
/** Hours of a year. */
const NOTICE_MAX = 8_760;

const buffer = withDefault(z.int().min(0).max(BUFFER_MAX), 0);
const ids = withDefault(
  listOf(uuid, LIST_MAX).overwrite((given) => [...new Set(given)]),
  [],
);

const MEANING = {
  minutes: 'How long such an appointment is, where it does not say so itself',
  buffer_before: 'Minutes before it that its doctor and its room are taken, too',
  buffer_after: 'Minutes after it that its doctor and its room are taken, too',
  department_ids: 'Where it is offered; empty: everywhere',
  doctor_ids: 'By whom it is offered; empty: by everybody',
  catalog_id: 'Id of the catalog item that the invoice of such an appointment begins with; null for none',
  bookable_online: 'Whether programs, as a portal of patients, are offered it',
  min_notice_hours: 'It is offered so many hours ahead, not later',
  needs: 'The kind of room or equipment that it takes; null for none',
};

export const AppointmentTypeInput = z
  .object({
    name: name.describe('What its appointments have as their `type`'),
    minutes: z.int().min(1).max(MINUTES_MAX).describe(MEANING.minutes),
    buffer_before: buffer.describe(MEANING.buffer_before),
    buffer_after: buffer.describe(MEANING.buffer_after),
    department_ids: ids.describe(MEANING.department_ids),
    doctor_ids: ids.describe(MEANING.doctor_ids),
    catalog_id: optional(uuid).describe(MEANING.catalog_id),
    bookable_online: withDefault(z.boolean(), false).describe(MEANING.bookable_online),
    min_notice_hours: withDefault(z.int().min(0).max(NOTICE_MAX), 0).describe(MEANING.min_notice_hours),
    needs: optional(kind).describe(MEANING.needs),
    retired: withDefault(z.boolean(), false).describe('true: it is offered no more; false brings it back'),
  })
  .meta({ id: 'AppointmentTypeInput' });
export type AppointmentTypeInput = z.output<typeof AppointmentTypeInput>;

export const AppointmentTypeUpdate = updateOf(AppointmentTypeInput).meta({ id: 'AppointmentTypeUpdateInput' });

export const AppointmentTypePatch = patchOf(AppointmentTypeInput).meta({ id: 'AppointmentTypePatchInput' });
export type AppointmentTypePatch = z.output<typeof AppointmentTypePatch>;

export const AppointmentType = z
  .object({
    id: z.uuid(),
    name: z.string(),
    minutes: z.int().describe(MEANING.minutes),
    buffer_before: z.int().describe(MEANING.buffer_before),
    buffer_after: z.int().describe(MEANING.buffer_after),
    department_ids: z.array(z.uuid()).describe(MEANING.department_ids),
    doctor_ids: z.array(z.uuid()).describe(MEANING.doctor_ids),
    catalog_id: z.uuid().nullable().describe(MEANING.catalog_id),
    bookable_online: z.boolean().describe(MEANING.bookable_online),
    min_notice_hours: z.int().describe(MEANING.min_notice_hours),
    needs: z.string().nullable().describe(MEANING.needs),
    retired_at: z.iso.datetime().nullable().describe('Since when it is offered no more, in UTC; null: it is offered'),
  })
  .meta({ id: 'AppointmentType' });
export type AppointmentType = z.output<typeof AppointmentType>;

export const AppointmentTypesQuery = z.object({
  retired: z
    .enum(['true', 'false'])
    .optional()
    .describe('`false` lists those that are offered, `true` those that are not; both where it is left out'),
  limit: keysetQuery.shape.limit,
  cursor: keysetQuery.shape.cursor,
});
export type AppointmentTypesQuery = z.output<typeof AppointmentTypesQuery>;
