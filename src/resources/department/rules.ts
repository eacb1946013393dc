import { RuleError } from '../../errors';

/** Ids: of the next appointment in a department, and of a doctor whose working hours are in it. */
export interface NamedBy {
  appointment: string | null;
  doctor: string | null;
}

export function requireUnnamed({ doctor, appointment }: NamedBy): void {
  if (doctor)
    throw new RuleError('in_use', `The department is in working hours of doctors, such as this one: ${doctor}`);
  if (appointment)
    throw new RuleError('in_use', `The department has appointments to come, first this one: ${appointment}`);
}
