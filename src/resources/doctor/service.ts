import { hashPassword } from '../../auth/passwords';
import type { Role } from '../../auth/permissions';
import type { ServiceContext } from '../../context';
import { actingOf, actorNotCurrent, currentActor, requireCurrentActor } from '../../db/current-actor';
import { newEntity, type Versioned } from '../../db/entity';
import { rethrowUnique } from '../../db/errors';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { listPeople } from '../../db/people-list';
import { onlyRow, withFollowers } from '../../db/query';
import { type Outcome, requireWritten, type Target } from '../../db/update-outcome';
import { readThenWrite } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { toAmount, toMinor } from '../../rules/money';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import { uniqueKey } from '../../rules/unique-key';
import { asViewed, type ReadKey, type View } from '../../schemas/requests';
import { notItsOwners } from '../auth/accounts/promotion';
import { newUser } from '../auth/accounts/service';
import { tellEmailChange } from '../auth/mails/service';
import { filesOf, hideFilesOf } from '../file/queries';
import { toFiles } from '../file/service';
import * as queries from './queries';
import {
  accountFields,
  adminError,
  fullName,
  mergeDoctor,
  requireAdminFor,
  requireNoRefusal,
  requireOtherPassword,
  wholeDoctor,
} from './rules';
import type { Doctor, DoctorPatch, DoctorQuery, NewDoctor, WholeDoctor } from './schemas';
import { doctorTerms } from './terms';

const ENTITY = 'Doctor';
const UNIQUE = {
  'user.email_key': 'user.email',
  'user.username_key': 'user.username',
  'doctor.license_key': 'license_number',
};
/** A username that is the e-mail by default is taken when the e-mail is. */
const rethrowTaken = ({ user }: WholeDoctor) =>
  rethrowUnique(ENTITY, user.username === null ? { ...UNIQUE, 'user.username_key': 'user.email' } : UNIQUE);

const SEARCHED_BY: SearchRules = { codes: ['DOC'], phones: true, dateOfBirth: null };

const toRow = ({ settings }: ServiceContext, { user: _, consultation_fee: fee, ...input }: WholeDoctor) => ({
  ...input,
  license_key: uniqueKey(input.license_number),
  consultation_fee: fee === null ? null : toMinor(fee, settings.CURRENCY.exponent),
  ...doctorTerms(input),
});

const withFee = <Row extends { consultation_fee: number | null }>({ settings }: ServiceContext, row: Row) => ({
  ...row,
  consultation_fee: row.consultation_fee === null ? null : toAmount(row.consultation_fee, settings.CURRENCY.exponent),
});

/** Both doctor and account, or neither. @throws UnauthenticatedError, ForbiddenError, RuleError */
export async function createDoctor(
  ctx: ServiceContext,
  input: NewDoctor,
  idempotency: Idempotency | null,
): Promise<Versioned<Doctor>> {
  const { user } = input;
  const { password = null } = user;
  requireAdminFor(ctx, user.type);
  const account = await newUser(ctx, { ...accountFields(user), full_name: fullName(input), password });
  const row = { ...newEntity(ctx), ...toRow(ctx, input), user_id: account.id };
  return createOnce(ctx, idempotency, {
    create: async () => {
      const { actor, doctor } = await ctx.db
        .batch({
          actor: currentActor(ctx),
          account: queries.insertAccount(ctx, { ...account, ...actingOf(ctx) }),
          doctor: queries.insert(ctx, row, idempotency),
        })
        .catch(rethrowTaken(input));
      if (doctor.length === 0) requireCurrentActor(actor);
      const { reg_number } = onlyRow(doctor);
      const record = { id: row.id, reg_number, ...input, user: { id: account.id, ...accountFields(user) }, files: [] };
      return { version: row.version, record };
    },
    read: (id) => getDoctor(ctx, 'id', id, 'full'),
  });
}

export async function listDoctors(ctx: ServiceContext, { user_id, ...query }: DoctorQuery) {
  const page =
    user_id === undefined
      ? await listPeople(ctx, queries.lists, query, criteriaOf(query.search, SEARCHED_BY))
      : { rows: await ctx.db.run(queries.byAccount[query.view]({ user_id })), next: null, approximate: false };
  return { ...page, rows: page.rows.map((row) => withFee(ctx, row)) };
}

/** @throws NotFoundError */
export async function getDoctor(
  ctx: ServiceContext,
  key: ReadKey,
  value: string,
  view: View,
): Promise<Versioned<Doctor>> {
  const row = await ctx.db.first(queries.reads[key][view]({ value }));
  if (!row) throw new NotFoundError(ENTITY, value);
  const { version, files, ...record } = row;
  return { version, record: asViewed<Doctor>({ ...withFee(ctx, record), files: await toFiles(ctx, files) }) };
}

/** @throws UnauthenticatedError, NotFoundError, OutdatedError, ConflictError, ForbiddenError, InvalidError, RuleError */
export async function updateDoctor(
  ctx: ServiceContext,
  target: Target,
  input: DoctorPatch,
): Promise<Versioned<Doctor>> {
  const { user = {} } = input;
  const { password } = user;
  requireAdminFor(ctx, user.type);
  const password_hash = password === undefined ? null : await hashPassword(password);

  const whole = wholeDoctor(input);
  if (whole) {
    const change = { password_hash, type_before: null, names_email: 0 };
    return requireWritten(ENTITY, target.id, await writeDoctor(ctx, target, whole, change));
  }
  const read = () => getDoctor(ctx, 'id', target.id, 'full');
  return readThenWrite(ENTITY, target, read, async (before, to) => {
    const merged = mergeDoctor(input, before);
    requireOtherPassword(password, merged.user);
    const type_before = user.type === undefined ? before.user.type : null;
    const change = { password_hash, type_before, names_email: Number(user.email !== undefined) };
    return (await writeDoctor(ctx, to, merged, change)).row;
  });
}

interface AccountChange {
  password_hash: string | null;
  type_before: Role | null;
  /** 0 or 1: whether the e-mail is named on purpose, not only sent back by a whole body */
  names_email: number;
}

async function writeDoctor(
  ctx: ServiceContext,
  target: Target,
  whole: WholeDoctor,
  { password_hash, type_before, names_email }: AccountChange,
): Promise<Outcome<Versioned<Doctor>>> {
  const { id, if_version } = target;
  const account = accountFields(whole.user);
  const guard = {
    ...{ ...actingOf(ctx), type: account.type, type_before, doctor_version: if_version },
    ...{ names_email, sets_password: Number(password_hash !== null) },
  };
  const values = {
    ...{ ...account, full_name: fullName(whole) },
    ...{ username_key: uniqueKey(account.username), email_key: uniqueKey(account.email) },
    ...guard,
  };
  const ofAccount = { id, if_version: null };
  const { before, user, written, files } = await ctx.db
    .batch({
      before: queries.accountOf({ id }),
      // Before the doctor's write, which has `previousChanged`; this one has the version that the doctor has until then.
      user:
        password_hash === null
          ? queries.updateAccount(ctx, ofAccount, values)
          : queries.updateAccountAndPassword(ctx, ofAccount, { ...values, password_hash }),
      written: queries.update(ctx, target, { ...toRow(ctx, whole), ...guard }),
      files: filesOf({ entity_id: id }),
    })
    .catch(rethrowTaken(whole));
  const [owner] = before;
  const { row } = written;
  if (!row) {
    if (!user.isActorCurrent) throw actorNotCurrent();
    if (!owner && written.version !== undefined) throw new NotFoundError('The account of the doctor');
    requireAdminFor(ctx, owner?.type);
    const isPromotion = account.type === 'admin' && owner?.type !== 'admin';
    const refusal = owner && isPromotion ? notItsOwners(owner) : adminError();
    if (!type_before || type_before === owner?.type) requireNoRefusal(target, written, refusal);
    return { ...written, row };
  }
  if (owner) tellEmailChange(ctx, { id: owner.id, email: account.email }, owner.email);
  const ofUser = { id: owner?.id ?? '', ...account };
  const record = { id, reg_number: row.reg_number, ...whole, user: ofUser, files: await toFiles(ctx, files) };
  return { ...written, row: { version: row.version, record } };
}

/** Hides the doctor and its files from every read and ends its account; the rows and the audit trail stay. */
export async function deleteDoctor(ctx: ServiceContext, target: Target): Promise<void> {
  const { id, if_version } = target;
  const guard = {
    ...{ type: 'none' as const, type_before: null, doctor_version: if_version },
    ...{ names_email: 0, sets_password: 0 },
  };
  const { before, account, doctor } = await ctx.db.batch({
    before: queries.accountOf({ id }),
    account: queries.removeAccount(ctx, { id, if_version: null }, { ...actingOf(ctx), ...guard, deleted_at: ctx.now }),
    doctor: withFollowers(queries.remove(ctx, target, { deleted_at: ctx.now }), ...hideFilesOf(ctx, id)),
  });
  if (!doctor.row && !account.isActorCurrent) throw actorNotCurrent();
  requireAdminFor(ctx, before[0]?.type);
  requireNoRefusal(target, doctor, adminError());
  requireWritten(ENTITY, id, doctor);
}
