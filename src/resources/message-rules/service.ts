import type { ServiceContext } from '../../context';
import { actingOf } from '../../db/current-actor';
import { newEntity, type Versioned } from '../../db/entity';
import { requireWritten, type Target } from '../../db/update-outcome';
import { OutdatedError, RuleError } from '../../errors';
import * as queries from './queries';
import type { MessageRules } from './schemas';

const ENTITY = 'What patients are told';
/** Of a hospital that never asked for any, which `If-Match: "0"` means. */
const NEVER_SET: Versioned<MessageRules> = {
  version: 0,
  record: { booked: false, reminders: [], quiet: null, channel: 'email', shows: [] },
};

export async function getMessageRules(ctx: ServiceContext): Promise<Versioned<MessageRules>> {
  const found = await ctx.db.first(queries.current({}));
  if (!found) return NEVER_SET;
  const { version, ...record } = found;
  return { version, record };
}

/** @throws RuleError where mails are asked for and none are sent, OutdatedError, UnauthenticatedError */
export async function updateMessageRules(
  ctx: ServiceContext,
  if_version: Target['if_version'],
  rules: MessageRules,
): Promise<Versioned<MessageRules>> {
  const asks = rules.booked || rules.reminders.length > 0;
  if (asks && rules.channel === 'email' && !ctx.mail)
    throw new RuleError('mail_off', 'This deployment sends no mail: set MAIL_FROM, or let a program send messages');
  const row = { ...newEntity(ctx), id: queries.RULES_ID, ...rules, ...actingOf(ctx) };
  const mayBeNew = (if_version ?? NEVER_SET.version) === NEVER_SET.version;
  const { updated, inserted } = await ctx.db.batch({
    updated: queries.update(ctx, { id: queries.RULES_ID, if_version }, row),
    // No replay where the answer was lost: the row's id does not tell who wrote it.
    inserted: mayBeNew ? { ...queries.insert(ctx, row), replay: undefined } : undefined,
  });
  const version = updated.row?.version ?? inserted?.[0]?.version;
  if (version !== undefined) return { version, record: rules };
  if (if_version !== null && if_version !== (updated.version ?? NEVER_SET.version)) throw new OutdatedError(ENTITY);
  return { version: requireWritten(ENTITY, queries.RULES_ID, updated).version, record: rules };
}
