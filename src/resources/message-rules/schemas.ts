import * as z from 'zod';
import { TIME_PATTERN } from '../../rules/hours';
import { HOURS_BEFORE_MAX, MESSAGE_CHANNELS, MESSAGE_DETAILS } from '../../rules/messages';
import { fault, listOf, withDefault } from '../../schemas/fields';

const REMINDERS_MAX = 2;

const time = z
  .string()
  .regex(new RegExp(TIME_PATTERN), fault('time_parsing', 'Input should be a time of day, HH:MM'))
  .meta({ pattern: TIME_PATTERN });

const QuietHours = z
  .object({ from: time, until: time.describe('On the next day, unless it is later than `from`') })
  .refine(({ from, until }) => from !== until, {
    path: ['until'],
    ...fault('value_error', 'Input should be another time than `from`'),
  })
  .meta({ id: 'QuietHours', description: 'When nobody is written to, by the clocks of the hospital' });

const isEachOnce = (values: readonly unknown[]) => new Set(values).size === values.length;
const EACH_ONCE = fault('value_error', 'Each should be there once');

export const MessageRules = z
  .object({
    booked: z.boolean().describe('Whether a booking is confirmed'),
    reminders: listOf(z.int().min(1).max(HOURS_BEFORE_MAX), REMINDERS_MAX)
      .refine(isEachOnce, EACH_ONCE)
      .describe('Hours before the visit, by the clocks of the hospital; empty: nobody is reminded'),
    quiet: QuietHours.nullable().describe(
      'What is due in them waits for their end, and is dropped where the visit begins before; null: none',
    ),
    channel: z
      .enum(MESSAGE_CHANNELS)
      .describe('`email`: from here, to who agrees to mails; `event`: as `message.due`, to a program that sends it'),
    shows: withDefault(
      listOf(z.enum(MESSAGE_DETAILS), MESSAGE_DETAILS.length).refine(isEachOnce, EACH_ONCE),
      [],
    ).describe('What a message says besides the clinic, day, time and place: others may read it, too'),
  })
  .meta({ id: 'MessageRules', description: 'What patients are told of their visits, and how' });
export type MessageRules = z.output<typeof MessageRules>;
