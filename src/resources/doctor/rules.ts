import type { ServiceContext } from '../../context';
import type { Outcome, Target } from '../../db/audited-update';
import { rethrowUnique } from '../../db/errors';
import { ForbiddenError, InvalidError } from '../../errors';
import { isOwnName, OWN_NAME } from '../../rules/password';
import type { WholeDoctor } from './rows';

const UNIQUE = {
  'user.email_key': 'user.email',
  'user.username_key': 'user.username',
  'doctor.license_key': 'license_number',
};

/** For `catch`: a username that is the e-mail by default is taken when the e-mail is. */
export const rethrowTaken = ({ user }: WholeDoctor) =>
  rethrowUnique('Doctor', user.username === null ? { ...UNIQUE, 'user.username_key': 'user.email' } : UNIQUE);

/** For names of the account that were not sent with the password: the schema cannot know them. @throws InvalidError */
export function requireOtherPassword(password: string | undefined, account: WholeDoctor['user']): void {
  if (password === undefined || !isOwnName(password, account)) return;
  throw new InvalidError([{ loc: ['body', 'user', 'password'], msg: OWN_NAME, type: 'value_error' }]);
}

const adminError = () =>
  new ForbiddenError('Only an admin can create or change an admin, and no admin can give up their own role or account');

/** @throws ForbiddenError where an account is or becomes an admin and the actor is none */
export function requireAdminFor(ctx: ServiceContext, type: string | undefined): void {
  if (type === 'admin' && ctx.actor?.role !== 'admin') throw adminError();
}

/** @throws ForbiddenError where there is nothing but the guard of admins that can have refused the write */
export function requireNoRefusal({ if_version }: Target, { row, version }: Outcome<unknown>): void {
  const isRefused = !row && version !== undefined && (if_version ?? version) === version;
  if (isRefused) throw adminError();
}
