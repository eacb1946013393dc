import { and, eq, isNull } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { auditEvent, auditedUpdate, newEntity, type Target, written } from '../../db/audit';
import { createOnce, type Idempotency, rememberCreate } from '../../db/idempotency';
import { keyset, type Page } from '../../db/keyset';
import { keysOf, type ReadKey, selection, type Versioned } from '../../db/reads';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, insertion, statement } from '../../db/statement';
import { NotFoundError } from '../../errors';
import type { ServiceContext } from '../../http/context';
import type { View } from '../../http/queries';
import { terms } from '../../search';
import { filesField, filesOf, hideFilesOf, toFile, toFiles } from '../static/files';
import { ListedPatient, type Patient, PatientInput, PatientRecord, PatientRowByRegNumber } from './schemas';

const full = selection(patient, PatientRecord);
const listed = selection(patient, ListedPatient);
const byRegNumber = selection(patient, PatientRowByRegNumber);

const insert = insertion(patient, 'reg_number');
const update = auditedUpdate(patient, [...keysOf(PatientInput), 'terms', 'name_terms'], {
  derived: ['terms', 'name_terms'],
  returning: ['reg_number', 'version'],
});
const remove = auditedUpdate(patient, ['deleted_at'], { action: 'delete' });
const pages = { reduced: keyset(patient, listed), full: keyset(patient, full) };

const read = <F extends Record<string, SQLiteColumn>>(key: SQLiteColumn, fields: F) =>
  statement((p: Inputs<{ value: string }>) =>
    db
      .select({ ...fields, version: patient.version, files: filesField(patient.id) })
      .from(patient)
      .where(and(eq(key, p.value), isNull(patient.deleted_at))),
  );
const reads = {
  id: { reduced: read(patient.id, listed), full: read(patient.id, full) },
  reg_number: { reduced: read(patient.reg_number, byRegNumber), full: read(patient.reg_number, full) },
};

function toRow(input: PatientInput) {
  const names = [input.first_name, input.middle_name, input.last_name];
  return {
    ...input,
    terms: terms([...names, input.phone_number, input.alt_phone_number]),
    name_terms: terms(names),
  };
}

export async function createPatient(
  ctx: ServiceContext,
  input: PatientInput,
  idempotency: Idempotency | null,
): Promise<Versioned<Patient>> {
  const row = { ...newEntity(ctx), ...toRow(input) };
  const create = async () => {
    const [made] = await ctx.db.batch([
      insert(row),
      ...rememberCreate(ctx, idempotency, row.id),
      auditEvent(ctx, 'create', 'patient', row.id),
    ]);
    const { reg_number } = made[0] as { reg_number: string };
    return { version: row.version, record: { id: row.id, reg_number, ...input, files: [] } };
  };
  return createOnce(ctx, idempotency, create, (id) => getPatient(ctx, 'id', id, 'full'));
}

export const listPatients = (ctx: ServiceContext, { view, ...page }: Page & { view: View }) =>
  pages[view](ctx.db, page);

/** The full record, or a reduced one with fewer fields. @throws NotFoundError */
export async function getPatient(ctx: ServiceContext, key: ReadKey, value: string, view: View) {
  const row = await ctx.db.first(reads[key][view]({ value }));
  if (!row) throw new NotFoundError('Patient', value);
  const { version, files, ...record } = row;
  // Which columns a reduced read lacks its documented answer says.
  return { version, record: { ...record, files: toFiles(ctx, files) } as Patient };
}

/** `record` is there when it is wanted. @throws NotFoundError, PreconditionFailedError */
export async function updatePatient(ctx: ServiceContext, target: Target, input: PatientInput, wanted: boolean) {
  const { id } = target;
  const files = wanted ? [filesOf(id)] : [];
  const [current, , rows, ofPatient] = await ctx.db.batch([...update(ctx, target, toRow(input)), ...files] as const);
  const { reg_number, version } = written('Patient', id, current, rows);
  const record: Patient | undefined = ofPatient && {
    id,
    reg_number,
    ...input,
    files: ofPatient.map((file) => toFile(ctx, file)),
  };
  return { version, reg_number, record };
}

/** Hides the patient and its files from every read; the row, invoices, appointments and the audit trail stay. */
export async function deletePatient(ctx: ServiceContext, target: Target): Promise<void> {
  const [current, , rows] = await ctx.db.batch([
    ...remove(ctx, target, { deleted_at: ctx.now }),
    hideFilesOf(ctx, target.id),
  ] as const);
  written('Patient', target.id, current, rows);
}
