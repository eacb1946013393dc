import { RuleError } from '../../../errors';

/** Of an account. */
export const FEEDS_MAX = 20;

export const tooMany = (): RuleError =>
  new RuleError('too_many', `The account has ${FEEDS_MAX} feeds already: delete one first`);
