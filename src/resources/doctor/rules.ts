import type { ServiceContext } from '../../context';
import type { Outcome, Target } from '../../db/audited-update';
import { rethrowUnique } from '../../db/unique';
import { ForbiddenError } from '../../errors';
import type { WholeDoctor } from './rows';

const UNIQUE = {
  'user.email_key': 'user.email',
  'user.username_key': 'user.username',
  'doctor.license_key': 'license_number',
};

/** For `catch`: a username that is the e-mail by default is taken when the e-mail is. */
export const rethrowTaken = ({ user }: WholeDoctor) =>
  rethrowUnique('Doctor', user.username === null ? { ...UNIQUE, 'user.username_key': 'user.email' } : UNIQUE);

export const adminError = () =>
  new ForbiddenError(
    'Only an active admin can create or change an admin, and no admin can give up their own role or account',
  );

/** The id of the actor, if their token says admin. */
export const adminOf = ({ actor }: ServiceContext) => (actor?.role === 'admin' ? actor.id : null);

/** @throws ForbiddenError where an account is or becomes an admin and the actor is none */
export function requireAdminFor(ctx: ServiceContext, type: string | undefined): void {
  if (type === 'admin' && adminOf(ctx) === null) throw adminError();
}

/** @throws ForbiddenError where there is nothing but the guard of admins that can have refused the write */
export function requireNoRefusal({ if_version }: Target, { row, version }: Outcome<unknown>): void {
  const isRefused = !row && version !== undefined && (if_version ?? version) === version;
  if (isRefused) throw adminError();
}
