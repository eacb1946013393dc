import * as z from 'zod';
import { likelyDatetime, optional, text, uuid, withDefault } from '../../schemas/fields';
import { LONGEST_MINUTES } from '../appointment/schemas';

/** Seconds. */
export const TTL_MAX = 900;
const TTL = 300;
const KEY_MAX = 200;

export const HoldInput = z
  .object({
    doctor_id: uuid,
    department_id: optional(uuid).describe(
      'Of the visit to be. By default that of the type, if it has just one, or that of the hours in which it begins',
    ),
    type_id: optional(uuid).describe(
      'Of the visit to be, one of `/calendar/types/`: its buffers, and a room, are held, too',
    ),
    schedule: likelyDatetime,
    minutes: optional(z.int().min(1).max(LONGEST_MINUTES)).describe(
      'How long the visit will take. By default as the type says, or the `slot_minutes` of the hours in which it begins, or 15',
    ),
    ttl: withDefault(z.int().min(1).max(TTL_MAX), TTL).describe('Seconds for which it is held'),
    on_behalf_of: optional(text(KEY_MAX, 1)).describe(
      'Of a program: for whom it holds the time, by the address or another key of that person. Only a hash is stored',
    ),
  })
  .meta({ id: 'HoldInput' });
export type HoldInput = z.output<typeof HoldInput>;

const OR_LEFT_OUT = 'Left out where there is none';

export const Hold = z
  .object({
    id: z.uuid().describe('The `hold_id` of `POST /appointment/`'),
    doctor_id: z.uuid(),
    department_id: z.uuid().optional().describe(`Of the visit to be. ${OR_LEFT_OUT}`),
    type_id: z.uuid().optional().describe(`Of the visit to be. ${OR_LEFT_OUT}`),
    schedule: z.string().describe('As sent'),
    expected_duration_minutes: z.number(),
    resource_id: z.uuid().optional().describe(`The room, or the equipment, that is held with it. ${OR_LEFT_OUT}`),
    expires_at: z.iso.datetime().describe('When it ends by itself, in UTC'),
  })
  .meta({ id: 'Hold' });
export type Hold = z.output<typeof Hold>;
