import { auditEvent, auditedUpdate, newEntity, type Target, written } from '../../db/audit';
import { createOnce, type Idempotency, rememberCreate } from '../../db/idempotency';
import { keyset, type Page } from '../../db/keyset';
import { keysOf, parsed, type ReadKey, rowBy, type Versioned } from '../../db/reads';
import { patient } from '../../db/schema/patient';
import { insertion } from '../../db/statement';
import { NotFoundError } from '../../errors';
import type { ServiceContext } from '../../http/context';
import type { View } from '../../http/queries';
import { terms } from '../../search';
import { filesColumn, filesOf, hideFilesOf, toFile, toFiles } from '../static/files';
import { ListedPatient, type Patient, PatientInput, PatientRecord, PatientRowByRegNumber } from './schemas';

const JSON_COLUMNS = ['medical_conditions', 'past_surgeries', 'current_medications', 'addresses'] as const;
const FULL = keysOf(PatientRecord);
const LISTED = keysOf(ListedPatient);

const insert = insertion(patient, { returning: ['reg_number'] });
const update = auditedUpdate('patient', patient, keysOf(PatientInput, 'terms', 'name_terms'), {
  derived: ['terms', 'name_terms'],
  returning: ['reg_number', 'version'],
});
const remove = auditedUpdate('patient', patient, () => ['deleted_at'], { action: 'delete' });
const pages = { reduced: keyset(patient, LISTED), full: keyset(patient, FULL) };
const files = filesColumn(patient.id);
const reads = {
  id: { reduced: rowBy(patient, 'id', LISTED, files), full: rowBy(patient, 'id', FULL, files) },
  reg_number: {
    reduced: rowBy(patient, 'reg_number', keysOf(PatientRowByRegNumber), files),
    full: rowBy(patient, 'reg_number', FULL, files),
  },
};

// Rows are read as full ones; which columns a reduced read lacks its documented answer says.
type FullRow = Pick<typeof patient.$inferSelect, keyof PatientRecord>;

function toRow(input: PatientInput) {
  const names = [input.first_name, input.middle_name, input.last_name];
  return {
    ...input,
    medical_conditions: JSON.stringify(input.medical_conditions),
    past_surgeries: JSON.stringify(input.past_surgeries),
    current_medications: JSON.stringify(input.current_medications),
    addresses: JSON.stringify(input.addresses),
    terms: JSON.stringify(terms([...names, input.phone_number, input.alt_phone_number])),
    name_terms: JSON.stringify(terms(names)),
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

export async function listPatients(ctx: ServiceContext, query: Page & { view: View }) {
  if (query.view === 'reduced') return pages.reduced(ctx.db, query);
  const { rows, next } = await pages.full(ctx.db, query);
  return { rows: rows.map((row) => parsed(row, JSON_COLUMNS)), next };
}

/** The full record, or a reduced one with fewer fields. @throws NotFoundError */
export async function getPatient(
  ctx: ServiceContext,
  key: ReadKey,
  value: string,
  view: View,
): Promise<Versioned<Patient>> {
  const row = await ctx.db.first(reads[key][view]({ value }));
  if (!row) throw new NotFoundError('Patient', value);
  const { version, files: ofPatient, ...record } = row;
  return {
    version,
    record: { ...parsed(record as FullRow, JSON_COLUMNS), files: toFiles(ctx, ofPatient) },
  };
}

/** `record` is there when it is wanted. @throws NotFoundError, PreconditionFailedError */
export async function updatePatient(ctx: ServiceContext, target: Target, input: PatientInput, wanted: boolean) {
  const { id } = target;
  const files = wanted ? [filesOf(id)] : [];
  const [current, , rows, ofPatient] = await ctx.db.batch([...update(ctx, target, toRow(input)), ...files] as const);
  const { reg_number, version } = written('Patient', id, current, rows) as { reg_number: string; version: number };
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
