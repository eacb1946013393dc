import { ConflictError, InvalidError, RuleError } from '../../errors';
import { faultOfUrl } from '../../rules/webhook-url';
import { WEBHOOKS_MAX } from '../../webhooks/limits';

export const tooMany = (): RuleError =>
  new RuleError('too_many', `There are ${WEBHOOKS_MAX} webhooks already: delete one first`);

export const isDisabled = (): ConflictError =>
  new ConflictError('disabled', 'The webhook is disabled: enable it first, by PATCH with disabled false');

/** @throws InvalidError */
export function requireUrl(url: string, surroundings: Parameters<typeof faultOfUrl>[1]): void {
  const msg = faultOfUrl(url, surroundings);
  if (msg) throw new InvalidError([{ loc: ['body', 'url'], msg, type: 'value_error' }]);
}
