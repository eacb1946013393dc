import { hashPassword } from '../../auth/passwords';
import type { Role } from '../../auth/permissions';
import type { ServiceContext } from '../../context';
import { type Outcome, requireWritten, type Target } from '../../db/audited-update';
import { actingOf, sessionEnded } from '../../db/current-actor';
import type { Versioned } from '../../db/entity';
import { readThenWrite } from '../../db/update-record';
import { NotFoundError } from '../../errors';
import { uniqueKey } from '../../rules/unique-key';
import { hasEveryField, mergeUpdate } from '../../schemas/update';
import { filesOf, toFiles } from '../file/entity-files';
import { updateDoctor, updateUser, updateUserAndPassword, userOf } from './queries';
import { accountOf, fullName, toDoctor, toRow, type WholeDoctor } from './rows';
import { requireAdminFor, requireNoRefusal, requireOtherPassword, rethrowTaken } from './rules';
import { type Doctor, DoctorAccount, DoctorFields, type DoctorPatch } from './schemas';
import { getDoctor } from './service';

/** The input if it leaves out nothing but the password. */
function wholeDoctor({ user, ...fields }: DoctorPatch): WholeDoctor | undefined {
  const isWhole = hasEveryField(DoctorFields, fields) && user && hasEveryField(DoctorAccount, user);
  return isWhole ? { ...fields, user } : undefined;
}

/** A username that is the e-mail by default follows it; otherwise it would keep an e-mail taken that nobody has any more. */
const withDefaultName = (user: Doctor['user']) => ({
  ...user,
  username: user.username === user.email ? null : user.username,
});

/**
 * Updates the doctor and its account. What the input leaves out stays as it is; for that both are read first.
 * @throws UnauthenticatedError, NotFoundError, OutdatedError, ConflictError, ForbiddenError, InvalidError, RuleError
 */
export async function updateDoctorAndUser(
  ctx: ServiceContext,
  target: Target,
  input: DoctorPatch,
): Promise<Versioned<Doctor>> {
  const sent = input.user ?? {};
  const { password } = sent;
  requireAdminFor(ctx, sent.type);
  const password_hash = password === undefined ? null : await hashPassword(password);

  const whole = wholeDoctor(input);
  if (whole) {
    const written = await writeDoctorAndUser(ctx, whole, { target, password_hash, type_before: null, names_email: 0 });
    return requireWritten('Doctor', target.id, written);
  }
  const read = () => getDoctor(ctx, 'id', target.id, 'full');
  return readThenWrite('Doctor', target, read, async (before, to) => {
    const merged = {
      ...mergeUpdate(DoctorFields, input, before),
      user: mergeUpdate(DoctorAccount, sent, withDefaultName(before.user)),
    };
    requireOtherPassword(password, merged.user);
    const type_before = sent.type === undefined ? before.user.type : null;
    const names_email = Number(sent.email !== undefined);
    const { row } = await writeDoctorAndUser(ctx, merged, { target: to, password_hash, type_before, names_email });
    return row;
  });
}

interface Writing {
  target: Target;
  password_hash: string | null;
  type_before: Role | null;
  /** 0 or 1: whether the e-mail was named on purpose. A whole body only sends it back, as a rule. */
  names_email: number;
}

/** @throws UnauthenticatedError, ForbiddenError where the guard of admins refused it, RuleError */
async function writeDoctorAndUser(
  ctx: ServiceContext,
  whole: WholeDoctor,
  { target, password_hash, type_before, names_email }: Writing,
): Promise<Outcome<Versioned<Doctor>>> {
  const { id, if_version } = target;
  const account = accountOf(whole.user);
  const guard = { ...actingOf(ctx), type: account.type, type_before, doctor_version: if_version, names_email };
  const user = {
    ...account,
    ...guard,
    full_name: fullName(whole),
    username_key: uniqueKey(account.username),
    email_key: uniqueKey(account.email),
  };
  const ofUser = { id, if_version: null };
  const userWrite =
    password_hash === null
      ? updateUser(ctx, ofUser, user)
      : updateUserAndPassword(ctx, ofUser, { ...user, password_hash });
  const {
    owner,
    user: changed,
    written,
    files,
  } = await ctx.db
    .batch({
      owner: userOf({ id }),
      // Right before the doctor, whose condition it is; its own is the version that the doctor has until it is written.
      user: userWrite,
      written: updateDoctor(ctx, target, toRow(ctx, whole)),
      files: filesOf({ entity_id: id }),
    })
    .catch(rethrowTaken(whole));
  const [before] = owner;
  const { row } = written;
  if (!row) {
    if (!changed.isActorCurrent) throw sessionEnded();
    if (!before && written.version !== undefined) throw new NotFoundError('The account of the doctor');
    requireAdminFor(ctx, before?.guarded);
    if (!type_before || type_before === before?.type) requireNoRefusal(target, written);
    return { ...written, row };
  }
  const type = changed.row?.type ?? account.type; // an admin's may have to wait
  const record = toDoctor(id, row.reg_number, { ...whole, user: { ...whole.user, type } }, before?.id ?? '');
  return { ...written, row: { version: row.version, record: { ...record, files: toFiles(ctx, files) } } };
}
