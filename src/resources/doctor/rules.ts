import type { ServiceContext } from '../../context';
import type { Outcome, Target } from '../../db/update-outcome';
import { type AppError, ForbiddenError, InvalidError } from '../../errors';
import { isOwnName, OWN_NAME } from '../../rules/password';
import { hasEveryField, mergeUpdate } from '../../schemas/update';
import { type Doctor, DoctorAccount, DoctorFields, type DoctorPatch, type WholeDoctor } from './schemas';

/** Undefined where the input leaves out more than the password. */
export function wholeDoctor({ user, ...fields }: DoctorPatch): WholeDoctor | undefined {
  const isWhole = hasEveryField(DoctorFields, fields) && user && hasEveryField(DoctorAccount, user);
  return isWhole ? { ...fields, user } : undefined;
}

export const fullName = ({ first_name, middle_name, last_name }: WholeDoctor) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ');

export const accountFields = ({ username, email, phone_number, type }: WholeDoctor['user']) => ({
  username: username ?? email,
  email,
  phone_number,
  type,
});

/** A username that is the e-mail by default follows it: otherwise it would keep an e-mail taken that nobody has any more. */
export function mergeDoctor(input: DoctorPatch, before: Doctor): WholeDoctor {
  const { username, email } = before.user;
  const user = { ...before.user, username: username === email ? null : username };
  return {
    ...mergeUpdate(DoctorFields, input, before),
    user: mergeUpdate(DoctorAccount, input.user ?? {}, user),
  };
}

/** The schema only knows names that are sent with the password. @throws InvalidError */
export function requireOtherPassword(password: string | undefined, account: WholeDoctor['user']): void {
  if (password === undefined || !isOwnName(password, account)) return;
  throw new InvalidError([{ loc: ['body', 'user', 'password'], msg: OWN_NAME, type: 'value_error' }]);
}

export const adminError = () =>
  new ForbiddenError('Only an admin can create or change an admin, and no admin can give up their own role or account');

/** @throws ForbiddenError where an account is or becomes an admin and the actor is none */
export function requireAdminFor(ctx: ServiceContext, type: string | undefined): void {
  if (type === 'admin' && ctx.actor?.role !== 'admin') throw adminError();
}

/** @throws the error where only the guard of admins can have refused the write */
export function requireNoRefusal({ if_version }: Target, { row, version }: Outcome<unknown>, error: AppError): void {
  const isRefused = !row && version !== undefined && (if_version ?? version) === version;
  if (isRefused) throw error;
}
