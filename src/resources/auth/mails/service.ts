// Without routes of its own: what people are told of their accounts, where this deployment mails.
import type { ServiceContext } from '../../../context';
import type { Database } from '../../../db/client';
import { log } from '../../../log';
import { countMail, countMailBehind } from '../../../mail/count';
import { type AccountMail, accountLetter } from '../../../mail/letters/accounts';
import { languageOf } from '../../../rules/languages';
import * as queries from './queries';

/** To an account, of one kind: nobody must use up the deployment's mails by one account. */
const MAILS_PER_DAY = 20;

/** Whether one more may go out today. The deployment's are counted with those to patients, for which it leaves off earlier. */
async function mayMail({ now, settings }: ServiceContext, database: Database, id: string, kind: AccountMail['kind']) {
  const { all } = await database.batch({
    ofAccount: countMail(`account:${id}:${kind}`, MAILS_PER_DAY, now),
    all: countMailBehind('all', settings.MAIL_PER_DAY, now),
  });
  const isAllowed = all.length > 0;
  if (!isAllowed) log('warn', 'mail_refused', { kind, code: 'too_many' });
  return isAllowed;
}

/** @returns whether it is on its way; undefined where nothing is mailed. @param to where not to the account's e-mail */
async function post(
  ctx: ServiceContext,
  database: Database,
  { id, email, language }: queries.Receiver,
  mail: AccountMail,
  to = email,
): Promise<boolean | undefined> {
  const mailer = ctx.mail;
  if (!mailer) return undefined;
  if (!(await mayMail(ctx, database, id, mail.kind))) return false;
  const { MAIL_LANGUAGE, HOSPITAL_NAME: clinic, BASE_URL: baseUrl = '' } = ctx.settings;
  return mailer.send(
    mail.kind,
    to,
    accountLetter(mail, { language: languageOf(language, MAIL_LANGUAGE), clinic, baseUrl }),
  );
}

/** The token is behind a `#`, where no log of a server has it. */
const linkOf = (ctx: ServiceContext, token: string) =>
  `${ctx.settings.BASE_URL}/portal/#/password?${new URLSearchParams({ token })}`;

export const mailLink = (
  ctx: ServiceContext,
  database: Database,
  receiver: queries.Receiver,
  { token, ...mail }: { kind: 'invitation' | 'reset' | 'forgot'; token: string; expires_at: number },
) => post(ctx, database, receiver, { ...mail, url: linkOf(ctx, token), zone: ctx.settings.TIME_ZONE });

/** Tells an account's owner, beside the answer. */
export function tellOwner(ctx: ServiceContext, id: string, mail: AccountMail, to?: string): void {
  ctx.mail?.later(async (database) => {
    const owner = await database.first(queries.receiverOf({ id }));
    if (owner) await post(ctx, database, owner, mail, to);
  });
}

/** Both addresses: whoever has the former one may not be who has changed it. @param account as it is now */
export function tellEmailChange(
  ctx: ServiceContext,
  { id, email }: { id: string; email: string },
  former: string,
): void {
  if (email === former) return;
  tellOwner(ctx, id, { kind: 'email_changed', to: 'former' }, former);
  tellOwner(ctx, id, { kind: 'email_changed', to: 'new' }, email);
}
