import { ConflictError, InvalidError, RuleError } from '../../errors';
import { faultOfUrl } from '../../rules/webhook-url';
import { WEBHOOKS_MAX } from '../../webhooks/limits';
import type { Resend } from './schemas';

export const tooMany = (): RuleError =>
  new RuleError('too_many', `There are ${WEBHOOKS_MAX} webhooks already: delete one first`);

export const isDisabled = (): ConflictError =>
  new ConflictError('disabled', 'The webhook is disabled: enable it first, by PATCH with disabled false');

/** @throws InvalidError */
export function requireOne({ after, from }: Resend): void {
  if ((after === null) !== (from === null)) return;
  const msg = 'Exactly one of after and from should be given';
  throw new InvalidError([{ loc: ['body', 'after'], msg, type: 'value_error' }]);
}

/** @throws InvalidError */
export function requireUrl(url: string, surroundings: Parameters<typeof faultOfUrl>[1]): void {
  const msg = faultOfUrl(url, surroundings);
  if (msg) throw new InvalidError([{ loc: ['body', 'url'], msg, type: 'value_error' }]);
}
