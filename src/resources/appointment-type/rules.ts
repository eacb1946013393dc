import { RuleError } from '../../errors';

/** Of all that are not deleted, so that a list of them is one page. */
export const TYPES_MAX = 500;

export const tooMany = (): RuleError =>
  new RuleError('too_many', `There are ${TYPES_MAX} appointment types already: delete or change one instead`);

export interface NamedBy {
  /** id of an appointment of the type */
  appointment: string | null;
  /** whether somebody holds a time for it at this moment */
  is_held: 0 | 1;
}

const RETIRE = 'retire it instead, by PATCH {"retired": true}';

export function requireUnnamed({ appointment, is_held }: NamedBy): void {
  if (appointment)
    throw new RuleError('in_use', `The type has appointments, such as this one: ${appointment}; ${RETIRE}`);
  if (is_held) throw new RuleError('in_use', `Somebody holds a time for the type: ${RETIRE}`);
}
