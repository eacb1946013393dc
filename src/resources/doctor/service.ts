import { hashPassword } from '../../auth/passwords';
import { currencyExponent } from '../../currency';
import { auditEvent, newEntity, type Target, written } from '../../db/audit';
import { createOnce, type Idempotency, rememberCreate } from '../../db/idempotency';
import type { Page } from '../../db/keyset';
import { parsed, type ReadKey, type Versioned } from '../../db/reads';
import { taken } from '../../db/unique';
import { ForbiddenError, NotFoundError } from '../../errors';
import { keyOf } from '../../fields';
import type { ServiceContext } from '../../http/context';
import type { View } from '../../http/queries';
import { toAmount, toMinor } from '../../money';
import { terms } from '../../search';
import { newUser } from '../auth/accounts';
import { filesOf, hideFilesOf, toFile, toFiles } from '../static/files';
import type { Doctor, DoctorInput, DoctorUpdate } from './schemas';
import {
  insertDoctor,
  insertUser,
  pages,
  reads,
  removeDoctor,
  removeUser,
  revokeSessions,
  updateDoctor,
  updateUser,
  updateUserAndPassword,
  userOf,
} from './statements';

const JSON_COLUMNS = ['addresses', 'user'] as const;
const UNIQUE = {
  'user.email_key': 'user.email',
  'user.username_key': 'user.username',
  'doctor.license_key': 'license_number',
};

const isAdmin = (ctx: ServiceContext) => ctx.actor?.role === 'admin';

const notAllowed = () =>
  new ForbiddenError('Only an active admin creates or changes an admin, and none gives up the own role or account');

function forbidAdmins(ctx: ServiceContext, type: string | undefined): void {
  if (type === 'admin' && !isAdmin(ctx)) throw notAllowed();
}

/** Tells a write that the guard refused from one of a record that is gone or of another version. */
function allowed<Row>(id: string, { if_version }: Target, current: { version: number }[], rows: Row[]): Row {
  const version = current[0]?.version;
  if (rows.length === 0 && version !== undefined && (if_version ?? version) === version) throw notAllowed();
  return written('Doctor', id, current, rows);
}

/** A username that is the e-mail by default is taken when the e-mail is. */
const uniqueError = (error: unknown, { user }: DoctorUpdate) =>
  taken(error, 'Doctor', user.username === null ? { ...UNIQUE, 'user.username_key': 'user.email' } : UNIQUE);

const toRow = ({ user: _, ...input }: DoctorUpdate) => ({
  ...input,
  license_key: keyOf(input.license_number),
  consultation_fee: input.consultation_fee === null ? null : toMinor(input.consultation_fee, currencyExponent()),
  addresses: JSON.stringify(input.addresses),
  terms: JSON.stringify(terms([input.first_name, input.middle_name, input.last_name, input.license_number])),
});

const userFields = ({ username, email, phone_number, type }: DoctorUpdate['user']) => ({
  username: username ?? email,
  email,
  phone_number,
  type,
});

const fullName = ({ first_name, middle_name, last_name }: DoctorUpdate) =>
  [first_name, middle_name, last_name].filter(Boolean).join(' ');

function toRecord<Row extends { consultation_fee: number | null }>(row: Row) {
  const fee = row.consultation_fee;
  return { ...parsed(row, JSON_COLUMNS), consultation_fee: fee === null ? null : toAmount(fee, currencyExponent()) };
}

/** Creates the doctor and the account that it logs in with, both or none. */
export async function createDoctor(
  ctx: ServiceContext,
  input: DoctorInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Doctor>> {
  forbidAdmins(ctx, input.user.type);
  const { password } = input.user;
  const user = await newUser(ctx, { ...userFields(input.user), full_name: fullName(input), password });
  const row = { ...newEntity(ctx), ...toRow(input), user_id: user.id };
  const create = async () => {
    const [, , made] = await ctx.db
      .batch([
        insertUser(user),
        auditEvent(ctx, 'create', 'user', user.id),
        insertDoctor(row),
        ...rememberCreate(ctx, idempotency, row.id),
        auditEvent(ctx, 'create', 'doctor', row.id),
      ] as const)
      .catch((error) => {
        throw uniqueError(error, input);
      });
    const [{ reg_number } = {}] = made;
    if (reg_number === undefined) throw notAllowed();
    return { version: row.version, record: fullRecord(row.id, reg_number, input, user.id) };
  };
  return createOnce(ctx, idempotency, create, (id) => getDoctor(ctx, 'id', id, 'full'));
}

const fullRecord = (id: string, reg_number: string, { user, ...input }: DoctorUpdate, user_id: string): Doctor => ({
  id,
  reg_number,
  ...input,
  user: { id: user_id, ...userFields(user) },
  files: [],
});

export async function listDoctors(ctx: ServiceContext, query: Page & { view: View }) {
  const { rows, next } = await pages[query.view](ctx.db, query);
  return { rows: rows.map(toRecord), next };
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
  // What a reduced read lacks its documented answer says.
  return {
    version,
    record: { ...toRecord(record), files: toFiles(ctx, files) } as unknown as Doctor,
  };
}

/** Replaces the doctor and its account; `record` is there when it is wanted. @throws NotFoundError, PreconditionFailedError, ForbiddenError */
export async function updateDoctorAndUser(ctx: ServiceContext, target: Target, input: DoctorUpdate, wanted: boolean) {
  forbidAdmins(ctx, input.user.type);
  const { id, if_version } = target;
  const { type } = input.user;
  const guard = { actor: ctx.actor?.id ?? null, type, doctor_version: if_version };
  const fields = userFields(input.user);
  const user = {
    ...fields,
    ...guard,
    full_name: fullName(input),
    username_key: keyOf(fields.username),
    email_key: keyOf(fields.email),
  };
  const { password } = input.user;
  const ofUser = { id, if_version: null };
  const userWrite =
    password === null
      ? updateUser(ctx, ofUser, user)
      : updateUserAndPassword(ctx, ofUser, { ...user, password_hash: await hashPassword(password) });
  // The user first: its condition is the version that the doctor has before it is written.
  const [[owner], , , , , current, , rows, files] = await ctx.db
    .batch([
      userOf({ id }),
      ...userWrite,
      revokeSessions({ id, now: ctx.now, wanted: password !== null }),
      ...updateDoctor(ctx, target, { ...toRow(input), ...guard }),
      filesOf(id),
    ] as const)
    .catch((error) => {
      throw uniqueError(error, input);
    });
  forbidAdmins(ctx, owner?.type);
  const { reg_number, version } = allowed(id, target, current, rows);
  const record = wanted
    ? { ...fullRecord(id, reg_number, input, owner?.id ?? ''), files: files.map((file) => toFile(ctx, file)) }
    : undefined;
  return { version, reg_number, record };
}

/** Hides the doctor and its files from every read and ends its account; the rows and the audit trail stay. */
export async function deleteDoctor(ctx: ServiceContext, target: Target): Promise<void> {
  const { id, if_version } = target;
  const removal = { type: 'none' as const, doctor_version: if_version, deleted_at: ctx.now };
  const guard = { actor: ctx.actor?.id ?? null, ...removal };
  const [[owner], , , , , current, , rows] = await ctx.db.batch([
    userOf({ id }),
    ...removeUser(ctx, { id, if_version: null }, guard),
    revokeSessions({ id, now: ctx.now, wanted: true }),
    ...removeDoctor(ctx, target, guard),
    hideFilesOf(ctx, id),
  ] as const);
  forbidAdmins(ctx, owner?.type);
  allowed(id, target, current, rows);
}
