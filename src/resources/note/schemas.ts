import * as z from 'zod';
import { BriefDoctor } from '../../schemas/brief';
import { marked } from '../../schemas/marks';

export const NoteAddendum = z
  .object({
    text: z.string(),
    author: BriefDoctor.describe('Who signed it, as the doctor was called then'),
    signed_at: z.iso.datetime(),
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
    title: z.string().nullable(),
    text: z.string(),
    author: BriefDoctor.describe('Of a signed note, as the doctor was called then'),
    signed_at: z.iso.datetime().nullable(),
    addenda: z.array(NoteAddendum).describe('What was added since it was signed, the first one first'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Note' });
export type Note = z.output<typeof Note>;
