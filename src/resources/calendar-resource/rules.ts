import { RuleError } from '../../errors';

/** Of all that are not deleted: each search for free times, and each booking that needs one, may look at them all. */
export const RESOURCES_MAX = 500;

export const tooMany = (): RuleError =>
  new RuleError('too_many', `There are ${RESOURCES_MAX} rooms and pieces of equipment already: delete one first`);

export interface TakenBy {
  /** id of the next appointment that takes it */
  appointment: string | null;
  /** whether somebody holds it at this moment */
  is_held: 0 | 1;
}

export function requireUntaken({ appointment, is_held }: TakenBy): void {
  if (appointment)
    throw new RuleError('in_use', `Appointments to come take the room, or equipment, first this one: ${appointment}`);
  if (is_held)
    throw new RuleError('in_use', 'Somebody holds the room, or equipment, for an appointment: try again in 15 minutes');
}
