import type { ServiceContext } from '../../context';
import { requireWritten, type Target } from '../../db/audited-update';
import { actingOf, currentActor, requireCurrentActor, sessionEnded } from '../../db/current-actor';
import { newEntity, type Versioned } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import type { KeysetQuery } from '../../db/keyset-list';
import { onlyRow, withFollowers } from '../../db/query';
import { NotFoundError } from '../../errors';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import type { ReadKey, View } from '../../schemas/requests';
import { newUser } from '../auth/accounts';
import { listPeople } from '../by-sound';
import { hideFilesOf, toFiles } from '../file/entity-files';
import { insertDoctor, insertUser, lists, reads, removeDoctor, removeUser, userOf } from './queries';
import { accountOf, fullName, toDoctor, toRow, withFee } from './rows';
import { requireAdminFor, requireNoRefusal, rethrowTaken } from './rules';
import type { Doctor, DoctorInput } from './schemas';

const SEARCHED_BY: SearchRules = { codes: ['DOC'], phones: true, dateOfBirth: null };

/** Creates the doctor and the account that it logs in with, both or none. @throws UnauthenticatedError, ForbiddenError, RuleError */
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
      const queries = {
        live: currentActor(ctx),
        account: insertUser(ctx, { ...account, ...actingOf(ctx) }),
        doctor: insertDoctor(ctx, row, idempotency),
      };
      const { live, doctor } = await ctx.db.batch(queries).catch(rethrowTaken(input));
      if (doctor.length === 0) requireCurrentActor(live);
      return { version: row.version, record: toDoctor(row.id, onlyRow(doctor).reg_number, input, account.id) };
    },
    read: (id) => getDoctor(ctx, 'id', id, 'full'),
  });
}

export async function listDoctors(
  ctx: ServiceContext,
  query: KeysetQuery & { view: View; search?: string | undefined },
) {
  const page = await listPeople(ctx, lists, query, criteriaOf(query.search, SEARCHED_BY));
  return { ...page, rows: page.rows.map((row) => withFee(ctx, row)) };
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

/** Hides the doctor and its files from every read and ends its account; the rows and the audit trail stay. */
export async function deleteDoctor(ctx: ServiceContext, target: Target): Promise<void> {
  const { id, if_version } = target;
  const asked = { type: 'none' as const, type_before: null, doctor_version: if_version, names_email: 0 };
  const guard = { ...actingOf(ctx), ...asked };
  const { owner, account, doctor } = await ctx.db.batch({
    owner: userOf({ id }),
    // Right before the doctor, whose condition it is; its own is the version that the doctor has until it is written.
    account: removeUser(ctx, { id, if_version: null }, { ...guard, deleted_at: ctx.now }),
    doctor: withFollowers(removeDoctor(ctx, target, { deleted_at: ctx.now }), ...hideFilesOf(ctx, id)),
  });
  if (!doctor.row && !account.isActorCurrent) throw sessionEnded();
  requireAdminFor(ctx, owner[0]?.guarded);
  requireNoRefusal(target, doctor);
  requireWritten('Doctor', id, doctor);
}
