import * as z from 'zod';
import { listOf, uuid } from '../../../schemas/fields';
import { marked } from '../../../schemas/marks';
import { MergedPatient, StillBooked } from '../schemas';
import { TAKEABLE } from './rules';

const from = uuid.describe('Id of the other record of the same person');

export const MergeInput = z
  .object({
    from,
    take: listOf(z.enum(TAKEABLE), TAKEABLE.length)
      .optional()
      .describe('Fields that are right in the other record: they replace those of the patient'),
  })
  .meta({ id: 'PatientMergeInput' });
export type MergeInput = z.output<typeof MergeInput>;

export const UnmergeInput = z.object({ from }).meta({ id: 'PatientUnmergeInput' });
export type UnmergeInput = z.output<typeof UnmergeInput>;

const count = z.int().min(0);

export const PatientMerge = z
  .object({
    id: marked(z.uuid(), { entity: 'patient', whose: 'patient_id' }),
    reg_number: z.string(),
    from: MergedPatient.describe('The other record, with the names that it had'),
    moved: z
      .object({
        appointments: count.describe('Appointments that moved'),
        appointment_series: count.describe('Series of appointments that moved'),
        invoices: count.describe('Invoices that moved'),
        files: count.describe('Files that moved, deleted ones, too; those of appointments and invoices go with these'),
        notes: count.describe('Notes of visits that moved, drafts, too'),
      })
      .describe('How many records the merge has given another patient'),
    undo_until: z.iso.datetime().optional().describe('Until when it can be undone, in UTC; left out once that is done'),
    appointments: z
      .array(StillBooked)
      .optional()
      .describe(
        'Where the patient has died: what is booked after the death, the first hundred; left out where nothing is',
      ),
  })
  .meta({ id: 'PatientMerge' });
export type PatientMerge = z.output<typeof PatientMerge>;
