import * as z from 'zod';
import { datetime, listOf, optional, text, uuid } from '../../schemas/fields';

const NAME_MAX = 100;
/** Every booking under `DOUBLE_BOOKING=reject` and every search for free times reads them all. */
const CLOSURES_MAX = 500;

const Closure = z
  .object({
    name: text(NAME_MAX, 1).describe('What the front desk is told; no name of a patient'),
    from: datetime.describe('The first day, or when it begins; without a zone in the time zone of the hospital'),
    to: datetime.describe('The last day, which is closed, too, or when it ends'),
    department_id: optional(uuid).describe('Only this department'),
    doctor_id: optional(uuid).describe('Only this doctor, as a leave'),
  })
  .meta({ id: 'Closure', description: 'A time in which no appointments are to be made' });

export const Closures = z.object({ closures: listOf(Closure, CLOSURES_MAX) }).meta({ id: 'Closures' });
export type Closures = z.output<typeof Closures>;
