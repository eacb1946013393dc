import { InvalidError, RuleError } from '../../../errors';
import type { FeedInput } from './schemas';

/** Of an account. */
export const FEEDS_MAX = 20;

export const tooMany = (): RuleError =>
  new RuleError('too_many', `The account has ${FEEDS_MAX} feeds already: delete one first`);

/** @throws InvalidError */
export function requireOne({ doctor_id, department_id }: FeedInput): void {
  if ((doctor_id === null) !== (department_id === null)) return;
  const msg = 'Exactly one of doctor_id and department_id should be given';
  throw new InvalidError([{ loc: ['body', 'doctor_id'], msg, type: 'value_error' }]);
}
