import { InvalidError } from '../../errors';
import type { PatientBasics } from './schemas';

/** Of some, another system has sent a family name alone, which is then the only one. @param field by which it would go */
export function requireName(
  { first_name, last_name }: Pick<PatientBasics, 'first_name' | 'last_name'>,
  field: string,
): void {
  const msg = 'A patient has a first or a last name';
  if (!first_name && !last_name) throw new InvalidError([{ loc: ['body', field], msg, type: 'value_error' }]);
}
