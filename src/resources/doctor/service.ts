import { hashPassword } from '../../auth/passwords';
import type { ServiceContext } from '../../context';
import { type Outcome, requireWritten, type Target } from '../../db/audited-update';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import type { KeysetQuery } from '../../db/keyset-list';
import { withFollowers } from '../../db/query';
import { rethrowUnique } from '../../db/unique';
import { ForbiddenError, NotFoundError } from '../../errors';
import { toAmount, toMinor } from '../../rules/money';
import { terms } from '../../rules/search';
import { uniqueKey } from '../../rules/unique-key';
import type { ReadKey, View } from '../../schemas/requests';
import { newUser } from '../auth/accounts';
import { filesOf, hideFilesOf, toFiles } from '../file/entity-files';
import {
  endSessionsOfDoctor,
  insertDoctor,
  insertUser,
  lists,
  reads,
  removeDoctor,
  removeUser,
  updateDoctor,
  updateUser,
  updateUserAndPassword,
  userOf,
} from './queries';
import type { Doctor, DoctorInput, DoctorUpdate } from './schemas';

const UNIQUE = {
  'user.email_key': 'user.email',
  'user.username_key': 'user.username',
  'doctor.license_key': 'license_number',
};

/** A username that is the e-mail by default is taken when the e-mail is. */
const rethrowTaken = ({ user }: DoctorUpdate) =>
  rethrowUnique('Doctor', user.username === null ? { ...UNIQUE, 'user.username_key': 'user.email' } : UNIQUE);

const adminError = () =>
  new ForbiddenError(
    'Only an active admin can create or change an admin, and no admin can give up their own role or account',
  );

const adminOf = ({ actor }: ServiceContext) => (actor?.role === 'admin' ? actor.id : null);

/** @throws ForbiddenError where an account is or becomes an admin and the actor is none */
function requireAdminFor(ctx: ServiceContext, type: string | undefined): void {
  if (type === 'admin' && adminOf(ctx) === null) throw adminError();
}

/** The row that was written. @throws ForbiddenError where the guard of admins refused it, NotFoundError, OutdatedError */
function requireChanged<Row>({ id, if_version }: Target, outcome: Outcome<Row>): Row {
  const { row, version } = outcome;
  const isRefused = !row && version !== undefined && (if_version ?? version) === version;
  if (isRefused) throw adminError();
  return requireWritten('Doctor', id, outcome);
}

const toRow = (ctx: ServiceContext, { user: _, ...input }: DoctorUpdate) => ({
  ...input,
  license_key: uniqueKey(input.license_number),
  consultation_fee:
    input.consultation_fee === null ? null : toMinor(input.consultation_fee, ctx.settings.CURRENCY.exponent),
  terms: terms([input.first_name, input.middle_name, input.last_name, input.license_number]),
});

const withFee = <Row extends { consultation_fee: number | null }>(ctx: ServiceContext, row: Row) => ({
  ...row,
  consultation_fee:
    row.consultation_fee === null ? null : toAmount(row.consultation_fee, ctx.settings.CURRENCY.exponent),
});

const accountOf = ({ username, email, phone_number, type }: DoctorUpdate['user']) => ({
  username: username ?? email,
  email,
  phone_number,
  type,
});

const fullName = ({ first_name, middle_name, last_name }: DoctorUpdate) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ');

const toDoctor = (id: string, reg_number: string, { user, ...input }: DoctorUpdate, user_id: string): Doctor => ({
  id,
  reg_number,
  ...input,
  user: { id: user_id, ...accountOf(user) },
  files: [],
});

/** Creates the doctor and the account that it logs in with, both or none. @throws ForbiddenError, RuleError */
export async function createDoctor(
  ctx: ServiceContext,
  input: DoctorInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Doctor>> {
  requireAdminFor(ctx, input.user.type);
  const { password } = input.user;
  const account = await newUser(ctx, { ...accountOf(input.user), full_name: fullName(input), password });
  const row = { ...newEntity(ctx), ...toRow(ctx, input), user_id: account.id };
  return createOnce(ctx, idempotency, {
    create: async () => {
      const queries = { account: insertUser(ctx, account), doctor: insertDoctor(ctx, row, idempotency) };
      const { doctor } = await ctx.db.batch(queries).catch(rethrowTaken(input));
      const [inserted] = doctor;
      if (!inserted) throw adminError();
      return { version: row.version, record: toDoctor(row.id, inserted.reg_number, input, account.id) };
    },
    read: (id) => getDoctor(ctx, 'id', id, 'full'),
  });
}

export async function listDoctors(ctx: ServiceContext, { view, ...page }: KeysetQuery & { view: View }) {
  const { rows, next } = await lists[view](ctx.db, page);
  return { rows: rows.map((row) => withFee(ctx, row)), next };
}

/** The full record, or a reduced one with fewer fields. @throws NotFoundError */
export async function getDoctor(
  ctx: ServiceContext,
  key: ReadKey,
  value: string,
  view: View,
): Promise<Versioned<Doctor>> {
  const row = await ctx.db.first(reads[key][view]({ value }));
  if (!row) throw new NotFoundError('Doctor', value);
  const { version, files, ...record } = row;
  // The documented answer says which columns a reduced read lacks.
  return { version, record: { ...withFee(ctx, record), files: toFiles(ctx, files) } as Doctor };
}

/** Replaces the doctor and its account. @throws NotFoundError, OutdatedError, ForbiddenError, RuleError */
export async function updateDoctorAndUser(
  ctx: ServiceContext,
  target: Target,
  input: DoctorUpdate,
): Promise<Versioned<Doctor>> {
  requireAdminFor(ctx, input.user.type);
  const { id, if_version } = target;
  const guard = { admin: adminOf(ctx), type: input.user.type, doctor_version: if_version };
  const account = accountOf(input.user);
  const user = {
    ...account,
    ...guard,
    full_name: fullName(input),
    username_key: uniqueKey(account.username),
    email_key: uniqueKey(account.email),
  };
  const { password } = input.user;
  const ofUser = { id, if_version: null };
  const userWrite =
    password === null
      ? updateUser(ctx, ofUser, user)
      : withFollowers(
          updateUserAndPassword(ctx, ofUser, { ...user, password_hash: await hashPassword(password) }),
          endSessionsOfDoctor({ id, now: ctx.now }),
        );
  const { owner, written, files } = await ctx.db
    .batch({
      owner: userOf({ id }),
      // Before the doctor: its condition is the version that the doctor has until it is written.
      user: userWrite,
      written: updateDoctor(ctx, target, { ...toRow(ctx, input), ...guard }),
      files: filesOf({ entity_id: id }),
    })
    .catch(rethrowTaken(input));
  requireAdminFor(ctx, owner[0]?.type);
  const { reg_number, version } = requireChanged(target, written);
  const record = toDoctor(id, reg_number, input, owner[0]?.id ?? '');
  return { version, record: { ...record, files: toFiles(ctx, files) } };
}

/** Hides the doctor and its files from every read and ends its account; the rows and the audit trail stay. */
export async function deleteDoctor(ctx: ServiceContext, target: Target): Promise<void> {
  const { id, if_version } = target;
  const guard = { admin: adminOf(ctx), type: 'none' as const, doctor_version: if_version };
  const removal = { ...guard, deleted_at: ctx.now };
  const { owner, doctor } = await ctx.db.batch({
    owner: userOf({ id }),
    // Before the doctor: its condition is the version that the doctor has until it is written.
    user: withFollowers(removeUser(ctx, { id, if_version: null }, removal), endSessionsOfDoctor({ id, now: ctx.now })),
    doctor: withFollowers(removeDoctor(ctx, target, removal), hideFilesOf(ctx, id)),
  });
  requireAdminFor(ctx, owner[0]?.type);
  requireChanged(target, doctor);
}
