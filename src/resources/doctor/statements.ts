import { type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../auth/permissions';
import { auditedUpdate, type Target } from '../../db/audit';
import { keyset } from '../../db/keyset';
import { isLiveAdmin } from '../../db/live-admin';
import { keysOf, rowBy, selection } from '../../db/reads';
import { doctor } from '../../db/schema/doctor';
import { loginSession, user } from '../../db/schema/user';
import { type Inputs, insertionIf, statement } from '../../db/statement';
import { filesField } from '../static/files';
import { DoctorFields, DoctorRow, DoctorRowById, ListedDoctor } from './schemas';

/** Who writes, what the user becomes, and which version of the doctor it is for: its user's row has another. */
interface Guard {
  actor: string | null;
  type: Role;
  doctor_version: number | null;
}

const FULL = selection(doctor, DoctorRow);
const LISTED = selection(doctor, ListedDoctor);
const REPLACED = [...keysOf(DoctorFields), 'license_key', 'terms'] as const;

const userJson =
  sql<string>`(SELECT json_object('id', u.id, 'username', u.username, 'email', u.email, 'phone_number', u.phone_number,
  'type', u.type) FROM ${user} u WHERE u.id = ${sql`${doctor.user_id}`})`.as('user');

/** The user of the doctor that the write is for, if the doctor is the version that it is for. */
const userOfTarget = (p: Inputs<Target & Guard>): SQL =>
  sql`(SELECT user_id FROM ${doctor} WHERE ${doctor.id} = ${p.id} AND ${doctor.deleted_at} IS NULL
    AND (${p.doctor_version} IS NULL OR ${doctor.version} = ${p.doctor_version}))`;

/** Nobody but an admin makes or changes an admin, and no admin takes the role or the account from himself. */
const mayChange = (p: Inputs<Guard>, owner: { id: SQL; type: SQL }): SQL =>
  sql`(${owner.type} <> 'admin' AND ${p.type} <> 'admin'
    OR ${isLiveAdmin(p.actor)} AND (${owner.id} <> ${p.actor} OR ${p.type} = 'admin'))`;
const mayChangeUser = (p: Inputs<Guard>): SQL => mayChange(p, { id: sql`${user.id}`, type: sql`${user.type}` });
const mayChangeDoctor = (p: Inputs<Guard>): SQL =>
  sql`EXISTS (SELECT 1 FROM ${user} u WHERE u.id = ${doctor.user_id} AND ${mayChange(p, { id: sql`u.id`, type: sql`u.type` })})`;

const USER_FIELDS = ['full_name', 'username', 'email', 'phone_number', 'type', 'username_key', 'email_key'] as const;
const ofUser = { key: userOfTarget, where: mayChangeUser };
const keys = ['username_key', 'email_key'] as const;

export const insertUser = insertionIf(user, (p) => sql`${p.type} <> 'admin' OR ${isLiveAdmin(p.created_by)}`);
export const insertDoctor = insertionIf(
  doctor,
  (p) => sql`EXISTS (SELECT 1 FROM ${user} WHERE ${user.id} = ${p.user_id})`,
  'reg_number',
);

export const pages = { reduced: keyset(doctor, LISTED), full: keyset(doctor, FULL, { user: userJson }) };
const files = filesField(doctor.id);
export const reads = {
  id: {
    reduced: rowBy(doctor, doctor.id, { ...selection(doctor, DoctorRowById), files }),
    full: rowBy(doctor, doctor.id, { ...FULL, user: userJson, files }),
  },
  reg_number: {
    reduced: rowBy(doctor, doctor.reg_number, { ...LISTED, files }),
    full: rowBy(doctor, doctor.reg_number, { ...FULL, user: userJson, files }),
  },
};

/** The user of a doctor: what it is and may do. */
export const userOf = statement<{ id: string }, { id: string; type: string }>(
  (p) => sql`SELECT ${user.id}, ${user.type} FROM ${user}
    WHERE ${user.id} = (SELECT user_id FROM ${doctor} WHERE ${doctor.id} = ${p.id} AND ${doctor.deleted_at} IS NULL)`,
);

export const updateUser = auditedUpdate<typeof user, (typeof USER_FIELDS)[number], 'id', Guard>(user, USER_FIELDS, {
  ...ofUser,
  derived: keys,
  returning: ['id'],
});
export const updateUserAndPassword = auditedUpdate<
  typeof user,
  (typeof USER_FIELDS)[number] | 'password_hash',
  'id',
  Guard
>(user, [...USER_FIELDS, 'password_hash'], { ...ofUser, derived: keys, returning: ['id'] });
export const removeUser = auditedUpdate<typeof user, 'deleted_at', 'id', Guard>(user, ['deleted_at'], {
  ...ofUser,
  action: 'delete',
  returning: ['id'],
});

export const updateDoctor = auditedUpdate<typeof doctor, (typeof REPLACED)[number], 'reg_number' | 'version', Guard>(
  doctor,
  REPLACED,
  {
    where: mayChangeDoctor,
    derived: ['license_key', 'terms'],
    returning: ['reg_number', 'version'],
  },
);
export const removeDoctor = auditedUpdate<typeof doctor, 'deleted_at', 'version', Guard>(doctor, ['deleted_at'], {
  where: mayChangeDoctor,
  action: 'delete',
  returning: ['version'],
});

/** Stands right after a write of the doctor's user: ends the logins that it has, if the write was done. */
export const revokeSessions = statement<{ id: string; now: number; wanted: boolean }, never>(
  (p) => sql`UPDATE ${loginSession} SET revoked_at = ${p.now} WHERE revoked_at IS NULL AND changes() > 0 AND ${p.wanted}
    AND user_id = (SELECT user_id FROM ${doctor} WHERE ${doctor.id} = ${p.id})`,
);
