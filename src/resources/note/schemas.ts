import * as z from 'zod';
import { BriefPerson } from '../../schemas/brief';
import { fault, NAME_MAX, optional, text, uuid } from '../../schemas/fields';
import { keysetQuery } from '../../schemas/listing';
import { marked } from '../../schemas/marks';
import { idParam, queryInt } from '../../schemas/requests';
import { updateOf } from '../../schemas/update';

/** Bytes in UTF-8 of a note's text, and of each text that is added to it. */
export const TEXT_BYTES = 65_536;

const noteText = text(TEXT_BYTES, 1)
  .refine(
    (value) => Buffer.byteLength(value) <= TEXT_BYTES,
    fault('string_too_long', `String should have at most ${TEXT_BYTES} bytes of UTF-8`),
  )
  .refine(
    (value) => value === '' || value.trim() !== '',
    fault('string_too_short', 'String should have more than spaces'),
  )
  .describe('Plain text, at most 64 KiB of UTF-8');

export const NoteInput = z
  .object({ text: noteText, title: optional(text(NAME_MAX)).describe('What it is called, where that needs saying') })
  .meta({ id: 'NoteInput' });

export const NoteUpdate = updateOf(NoteInput).meta({ id: 'NoteUpdateInput' });
export type NoteUpdate = z.output<typeof NoteUpdate>;

export const AddendumInput = z.object({ text: noteText }).meta({ id: 'AddendumInput' });
export type AddendumInput = z.output<typeof AddendumInput>;

export const NoteAddendum = z
  .object({
    text: z.string().describe('Plain text'),
    author: BriefPerson.describe('Who signed it, as the doctor was called then'),
    signed_at: z.iso.datetime().describe('When it was added, in UTC'),
  })
  .meta({ id: 'NoteAddendum' });

export const Note = z
  .object({
    id: marked(z.uuid(), { entity: 'note' }),
    appointment_id: z.uuid().describe('The visit that it is about'),
    patient_id: marked(z.uuid(), { whose: 'patient_id' }),
    status: z
      .enum(['draft', 'final', 'amended'])
      .describe('A draft is seen by its author alone; final: signed; amended: signed, with addenda'),
    title: z.string().nullable().describe('What it is called; null for no name of its own'),
    text: z.string().describe('Plain text'),
    author: BriefPerson.describe('Of a signed note, as the doctor was called then'),
    signed_at: z.iso.datetime().nullable().describe('When it became final, in UTC; null of a draft'),
    addenda: z.array(NoteAddendum).describe('What was added since it was signed, the first one first'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Note' });
export type Note = z.output<typeof Note>;

export const appointmentParam = z.object({ id: uuid.describe('Id of the appointment') });

export const authorQuery = z.object({
  author: uuid
    .optional()
    .describe('Id of a doctor: the note that this one has signed. By default the own one, else one that is signed'),
});
export type AuthorQuery = z.output<typeof authorQuery>;

export const patientParam = z.object({
  id: marked(uuid, { whose: 'patient_id' }).describe('Id of the patient, also of one who was merged since'),
});

export const NoteQuery = z.object({
  limit: queryInt(1, 200).default(100),
  cursor: keysetQuery.shape.cursor,
});
export type NoteQuery = z.output<typeof NoteQuery>;

export const doctorParam = idParam;

export const HandOverInput = z
  .object({ to: uuid.describe('Id of the doctor who gets them: one who may write notes') })
  .meta({ id: 'HandOverInput' });
export type HandOverInput = z.output<typeof HandOverInput>;

export const HandedOver = z
  .object({
    handed_over: z.int().describe('How many drafts are the other doctor’s now'),
    left: z
      .int()
      .describe(
        'How many are left: of visits about which the other doctor has a note, and what is beyond 1,000 at once',
      ),
  })
  .meta({ id: 'HandedOver' });
export type HandedOver = z.output<typeof HandedOver>;
