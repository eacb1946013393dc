import * as z from 'zod';
import { LANGUAGES } from '../../rules/languages';
import { DROP_REASONS, MESSAGE_CHANNELS, MESSAGE_KINDS, SHOWN_STATES } from '../../rules/messages';
import { fault, uuid } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';

const reasons = Object.entries(DROP_REASONS).map(([name, why]) => `\`${name}\`: ${why}`);
const REASON =
  `Why it was dropped (${reasons.join('; ')}); or what the last refusal was, where it has failed or is tried again, which is ` +
  '`lost` where nobody knows whether the mail went out';

const plan = {
  id: z.uuid(),
  kind: z.enum(MESSAGE_KINDS).describe('`booked` confirms a booking, `reminder` comes before the visit'),
  hours_before: z.int().optional().describe('Of a reminder, as the rules have it'),
  channel: z.enum(MESSAGE_CHANNELS).describe('By which it goes, or went'),
  due_at: z.iso.datetime().describe('When it is due, by the clocks and the quiet hours, or was'),
  state: z.enum(SHOWN_STATES).describe('`sent`: the platform, or the program, took it, not that it has arrived'),
  reason: z.string().optional().describe(REASON),
};

/** As an appointment shows it. */
export const VisitMessage = z
  .object(plan)
  .meta({ id: 'VisitMessage', description: 'What the patient is told of the visit, or was' });
export type VisitMessage = z.output<typeof VisitMessage>;

const { id, ...rest } = plan;
export const ListedMessage = z
  .object({
    id,
    appointment_id: marked(z.uuid(), { entity: 'appointment' }),
    patient_id: marked(z.uuid(), { whose: 'patient_id' }).describe('Whose the visit is now'),
    ...rest,
    ended_at: z.iso.datetime().nullable().describe('When it was sent, dropped or given up'),
  })
  .meta({ id: 'ListedMessage' });
export type ListedMessage = z.output<typeof ListedMessage>;

const shown = (what: string) => marked(z.string(), { shows: 'Patient' }).optional().describe(what);

export const Message = ListedMessage.extend({
  language: z.enum(LANGUAGES).optional().describe('In which the text is'),
  text: z.string().optional().describe('What a program sends: at most 300 characters, without a name of the patient'),
  phone_number: shown('Where the patient agrees to text messages'),
  email: shown('Where the patient agrees to mails'),
}).meta({
  id: 'Message',
  description: 'Text, language, phone number and e-mail are there only while a program may still send it',
});
export type Message = z.output<typeof Message>;

export const MessageQuery = z.object({
  appointment_id: marked(uuid, { whose: 'owner_id' }).optional(),
  state: z.enum(SHOWN_STATES).optional(),
  limit: keysetQuery.shape.limit,
  cursor: keysetQuery.shape.cursor,
});
export type MessageQuery = z.output<typeof MessageQuery>;

const REASON_MAX = 50;

export const MessageStatus = z
  .object({
    state: z.enum(['sent', 'failed']),
    reason: z
      .string()
      .max(REASON_MAX)
      .regex(/^[A-Za-z0-9_.-]+$/, fault('value_error', 'Input should be a code, without spaces'))
      .nullish()
      .describe('Why it failed, as a code: no number, name or text of the patient'),
  })
  .meta({ id: 'MessageStatus' });
export type MessageStatus = z.output<typeof MessageStatus>;
