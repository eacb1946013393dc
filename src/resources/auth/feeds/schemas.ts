import * as z from 'zod';
import { fault, isObject, optional, uuid } from '../../../schemas/fields';

const isGiven = (sent: Record<string, unknown>, name: string) => sent[name] !== undefined && sent[name] !== null;

export const FeedInput = z
  .object({
    doctor_id: optional(uuid).describe('Whose visits it has: this, or `department_id`'),
    department_id: optional(uuid).describe('Whose visits it has: this, or `doctor_id`'),
  })
  .refine((sent) => isGiven(sent, 'doctor_id') !== isGiven(sent, 'department_id'), {
    ...fault('value_error', 'Exactly one of doctor_id and department_id should be given'),
    when: ({ value }) => isObject(value),
  })
  .meta({ id: 'FeedInput' });
export type FeedInput = z.output<typeof FeedInput>;

export const Feed = z
  .object({
    id: z.uuid(),
    doctor_id: z.uuid().nullable().describe('Whose visits it has; null: it is of a department'),
    department_id: z.uuid().nullable().describe('Whose visits it has; null: it is of a doctor'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Feed' });
export type Feed = z.output<typeof Feed>;

export const FeedWithUrl = z
  .object({
    ...Feed.shape,
    url: z
      .url()
      .optional()
      .describe(
        'What a calendar program subscribes to, and whoever has it reads. Answered once: a repetition is without it',
      ),
  })
  .meta({ id: 'FeedWithUrl' });
export type FeedWithUrl = z.output<typeof FeedWithUrl>;
