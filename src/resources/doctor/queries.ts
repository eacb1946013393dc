import { and, eq, exists, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Role } from '../../auth/permissions';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { allOf, anyOf } from '../../db/conditions';
import { type Acting, isCurrentActor } from '../../db/current-actor';
import { columnsFor, existsLive, fieldNames, isLive, isVersion } from '../../db/entity';
import { keysetList } from '../../db/keyset-list';
import { doctor } from '../../db/schema/doctor';
import { user } from '../../db/schema/user';
import { db, type Inputs, previousChanged, statement } from '../../db/statement';
import type { Target } from '../../db/update-outcome';
import { ownJson } from '../../rules/own-json';
import { type EmailWrite, mayBecome, newEmailSetBy, ownership, WITH_DOCTOR } from '../auth/accounts/promotion';
import { filesField } from '../file/queries';
import { DoctorFields, DoctorRow, DoctorRowById, type DoctorUser, ListedDoctor } from './schemas';

const full = columnsFor(doctor, DoctorRow);
const reduced = columnsFor(doctor, ListedDoctor);

const userField = sql`${db
  .select({
    user: sql`json_object('id', ${user.id}, 'username', ${user.username}, 'email', ${user.email},
      'phone_number', ${user.phone_number}, 'type', ${user.type})`,
  })
  .from(user)
  .where(eq(user.id, doctor.user_id))}`
  .mapWith(ownJson<DoctorUser>)
  .as('user');

export const lists = {
  reduced: keysetList(doctor, reduced),
  full: keysetList(doctor, { ...full, user: userField }),
};

type OfAccount = Inputs<{ user_id: string }>;
const isOfAccount = (p: OfAccount) => and(eq(doctor.user_id, p.user_id), isNull(doctor.deleted_at));
/** One row, or none. */
export const byAccount = {
  reduced: statement((p: OfAccount) => db.select(reduced).from(doctor).where(isOfAccount(p))),
  full: statement((p: OfAccount) =>
    db
      .select({ ...full, user: userField })
      .from(doctor)
      .where(isOfAccount(p)),
  ),
};

const readBy = <F extends Record<string, SQLiteColumn | SQL.Aliased>>(key: SQLiteColumn, fields: F) =>
  statement((p: Inputs<{ value: string }>) =>
    db
      .select({ ...fields, version: doctor.version, files: filesField(doctor.id) })
      .from(doctor)
      .where(and(eq(key, p.value), isNull(doctor.deleted_at))),
  );
export const reads = {
  id: {
    reduced: readBy(doctor.id, columnsFor(doctor, DoctorRowById)),
    full: readBy(doctor.id, { ...full, user: userField }),
  },
  reg_number: {
    reduced: readBy(doctor.reg_number, reduced),
    full: readBy(doctor.reg_number, { ...full, user: userField }),
  },
};

const userIdOf = (p: Inputs<{ id: string }>, condition?: SQL) =>
  db
    .select({ user_id: doctor.user_id })
    .from(doctor)
    .where(and(isLive(doctor, p.id), condition));

export const accountOf = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ id: user.id, type: user.type, email: user.email, ...ownership })
    .from(user)
    .where(and(eq(user.id, userIdOf(p)), isNull(user.deleted_at))),
);

/** `doctor_version` is what `If-Match` names: the account's row has its own version. */
interface Guard extends Acting, Pick<EmailWrite, 'names_email'> {
  type: Role;
  /** the role that the account had when it was read; null: any */
  type_before: Role | null;
  doctor_version: number | null;
  /** 0 or 1 */
  sets_password: number;
}

// Only admins make or change admins, and none gives up their own role or account. Where the body leaves the role out, the
// account must still have the one that was read: a role that was taken away since then must not come back.
const mayChange = (p: Inputs<Guard>) =>
  allOf(
    anyOf(isNull(p.type_before), eq(user.type, p.type_before)),
    mayBecome(p.type, p.sets_password),
    or(
      and(ne(user.type, 'admin'), ne(p.type, 'admin')),
      and(eq(p.acting_role, sql`'admin'`), or(ne(user.id, p.acting), eq(p.type, 'admin'))),
    ),
  );

export const insertAccount = auditedInsert(user, { where: (p: Inputs<Acting>) => isCurrentActor(p) });
export const insert = auditedInsert(doctor, {
  where: (p) => exists(db.select({ one: sql`1` }).from(user).where(eq(user.id, p.user_id))),
  returning: ['reg_number'],
});

const userColumns = ['full_name', 'username', 'email', 'phone_number', 'type', 'username_key', 'email_key'] as const;
const ofDoctor = {
  guarded: true,
  /** the doctor's account, if the doctor has the version that is asked for */
  id: (p: Inputs<Target & Guard>, isWritten?: boolean) =>
    userIdOf(p, isWritten ? undefined : isVersion(doctor, p.doctor_version)),
  where: mayChange,
  isOfOneVersion: ({ doctor_version }: Guard) => doctor_version !== null,
};
const newEmail = { email_set_by: (p: Inputs<EmailWrite>) => newEmailSetBy(p) };
const namesOf = ['username_key', 'email_key', 'email_set_by'] as const;

export const updateAccount = auditedUpdate(user, userColumns, {
  ...ofDoctor,
  derived: namesOf,
  computed: newEmail,
  detailed: ['type'],
});
export const updateAccountAndPassword = auditedUpdate(user, [...userColumns, 'password_hash'], {
  ...ofDoctor,
  ...WITH_DOCTOR,
  derived: [...namesOf, ...WITH_DOCTOR.derived],
  computed: { ...newEmail, ...WITH_DOCTOR.computed },
  detailed: ['type'],
});
export const removeAccount = auditedUpdate(user, ['deleted_at'], { ...ofDoctor, action: 'delete' });

// For right behind the write of the account, which may have ended the actor's own login: where it has changed the account, the
// actor is not asked once more.
export const update = auditedUpdate(doctor, [...fieldNames(DoctorFields), 'license_key', 'terms'], {
  where: (p: Inputs<Guard>) => or(previousChanged, existsLive(user, doctor.user_id, isCurrentActor(p), mayChange(p))),
  // What is shown of a doctor has the account in it, and one version.
  changesAnyway: () => previousChanged,
  derived: ['license_key', 'terms'],
  returning: ['reg_number', 'version'],
});
export const remove = auditedUpdate(doctor, ['deleted_at'], {
  action: 'delete',
  guarded: false,
  // An earlier version deleted accounts and then refused to delete their doctors.
  where: (p) => or(previousChanged, and(not(existsLive(user, doctor.user_id)), isCurrentActor(p))),
});
