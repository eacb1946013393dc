import { FORGOT_LIFETIME, newForgotToken } from '../../../auth/tokens';
import type { ServiceContext } from '../../../context';
import { origin } from '../../../db/audit';
import { RuleError } from '../../../errors';
import { HOUR } from '../../../rules/clock';
import { sha256 } from '../../../rules/sha256';
import { uniqueKey } from '../../../rules/unique-key';
import { mailLink } from '../mails/service';
import * as queries from './queries';
import type { Forgot } from './schemas';

/** To an account, from whatever network: a hospital has one. */
const TOKENS_PER_HOUR = 3;
/** Milliseconds, in which the answer leaves: where storage is of the same process, a write would hold it up. */
const PAUSE = 50;

/**
 * All of it beside the answer, which neither waits for an account nor costs what one costs. @throws RuleError where no mail is sent
 */
export function mailForgotToken(ctx: ServiceContext, { email }: Forgot): void {
  const { mail, now } = ctx;
  if (!mail) throw new RuleError('mail_off', 'This deployment sends no mail: ask an admin to reset the password');
  mail.later(async (database) => {
    await scheduler.wait(PAUSE);
    const token = newForgotToken();
    const token_hash = await sha256(token);
    const asked = { email_key: uniqueKey(email), token_hash, now, since: now - HOUR, max: TOKENS_PER_HOUR };
    const { receivers } = await database.batch({
      issued: queries.issueForgotToken(asked),
      audit: queries.auditForgotToken({ ...origin(ctx), token_hash }),
      receivers: queries.receiverOfToken({ token_hash }),
    });
    const [receiver] = receivers;
    if (receiver) await mailLink(ctx, database, receiver, { kind: 'forgot', token, expires_at: now + FORGOT_LIFETIME });
  });
}
