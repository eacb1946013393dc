/** What an account is told of: a permission alone does not say it. */
import { may } from '../../auth/permissions';
import { levelOf, scopeText } from '../../auth/scopes';
import type { Actor } from '../../context';
import { ForbiddenError } from '../../errors';
import { EVENT_TYPES, type EventPattern, type EventType, isAmong, scopeOfEvents } from '../../events/types';
import { covers } from '../../scopes';

function isTold(actor: Actor, pattern: EventPattern): boolean {
  const type = scopeOfEvents(pattern);
  // Of accounts, programs and webhooks no scope short of everything tells.
  return type === null
    ? may(actor.role, 'account:read') && covers(actor, 'account:read')
    : covers(actor, { type, interaction: 'r' }) && covers(actor, { type, interaction: 's' });
}

/** The types among these, or of all, of which the account is told. */
export const toldTypes = (actor: Actor, patterns: readonly EventPattern[]): EventType[] =>
  EVENT_TYPES.filter((type) => (patterns.length === 0 || isAmong(patterns, type)) && isTold(actor, type));

/** Scopes that the account needs, too, to be told of these. @throws ForbiddenError where it is not told with any */
export function lackedFor(actor: Actor, patterns: readonly EventPattern[]): string[] {
  const lacked = patterns.filter((pattern) => !isTold(actor, pattern)).map(scopeOfEvents);
  if (lacked.includes(null) && !may(actor.role, 'account:read')) throw new ForbiddenError();
  const all = { type: '*', letters: 'cruds' };
  const scopes = lacked.map((type) => scopeText(levelOf(actor), type === null ? all : { type, letters: 'rs' }));
  return [...new Set(scopes)];
}
