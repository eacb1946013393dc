import { RuleError } from '../../errors';

/** The ids of what names a department, null where nothing of the kind does. */
export interface NamedBy {
  /** the next appointment in it */
  appointment: string | null;
  /** a doctor whose working hours are in it */
  doctor: string | null;
}

/** @throws RuleError where something names the department */
export function requireUnnamed({ doctor, appointment }: NamedBy): void {
  if (doctor)
    throw new RuleError('in_use', `The department is in working hours of doctors, such as this one: ${doctor}`);
  if (appointment)
    throw new RuleError('in_use', `The department has appointments to come, first this one: ${appointment}`);
}
