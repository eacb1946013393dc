import { and, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { patientOf } from '../../access-log/table';
import type { ServiceContext } from '../../context';
import { columnsFor } from '../../db/entity';
import type { Fields } from '../../db/fields';
import { createdBy, type KeyOfActor } from '../../db/idempotency';
import { keysetList } from '../../db/keyset-list';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { identifier } from '../../db/schema/identifier';
import { allIdentifiers, patient } from '../../db/schema/patient';
import { indexOf } from '../../db/search';
import { asExpression, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { instant } from '../../rules/datetime';
import { ID_MARK } from '../../rules/search/national-id';
import { filesField } from '../file/queries';
import { ListedPatient, PatientRecord, PatientRowByRegNumber, StillBooked } from './schemas';

const full = columnsFor(patient, PatientRecord);
const reduced = columnsFor(patient, ListedPatient);

const index = indexOf(patient);

/** Also by that of a record which was merged into the patient. @param keys JSON */
export const holdersOfNationalId = rawStatement<{ keys: string }, { id: string }>(
  (p) => sql`select ${patient.id} from ${patient} where ${patient.deleted_at} is null
      and ${patient.national_id_key} in (select value from json_each(${p.keys}))
    union select ${patient.id} from json_each(${p.keys}) one cross join ${patient} on ${patient.seq} in (
      select ${index.rowid} from ${index.from}
      where ${index.matches(sql`'"' || ${sql.raw(`'${ID_MARK}'`)} || one.value || '"'`)})`,
);

/** Of a merged record's, the patient into whom it was merged at last. @param identifiers JSON */
export const holdersOfIdentifier = rawStatement<{ identifiers: string }, { id: string }>(
  (p) => sql`with recursive held (id) as (
      select ${patientOf(identifier.entity_id)} from json_each(${p.identifiers}) one join ${identifier}
        on ${identifier.value} = one.value ->> 'value' and ${identifier.system} = one.value ->> 'system'
      union select ${patient.merged_into} from held join ${patient} on ${patient.id} = held.id)
    select held.id from held join ${patient} on ${patient.id} = held.id and ${patient.merged_into} is null`,
);

const stillBooked = statement((p: Inputs<{ id: string; from: number; limit: number }>) =>
  db
    .select(columnsFor(appointment, StillBooked))
    .from(appointment)
    .where(and(eq(appointment.patient_id, p.id), gte(appointment.starts_at, p.from), holdsTime(appointment.status)))
    .orderBy(appointment.starts_at)
    .limit(asExpression(p.limit)),
);

/** More than anybody has booked. */
const STILL_BOOKED_MAX = 100;

/** Of a patient who has died, what is still booked. */
export const leftBooked = (ctx: ServiceContext, id: string, deceased_at: string | null | undefined) =>
  deceased_at
    ? stillBooked({ id, from: instant(deceased_at, ctx.settings.TIME_ZONE), limit: STILL_BOOKED_MAX })
    : undefined;

export const lists = { reduced: keysetList(patient, reduced), full: keysetList(patient, full) };

const readOne = <F extends Fields>(fields: F, condition: SQL) =>
  db
    .select({ ...fields, version: patient.version, files: filesField(patient.id) })
    .from(patient)
    .where(and(condition, isNull(patient.deleted_at)));
const readBy = <F extends Fields>(key: SQLiteColumn, fields: F) =>
  statement((p: Inputs<{ value: string }>) => readOne(fields, eq(key, p.value)));
const whole = { ...full, identifiers: allIdentifiers, merged: patient.merged };
export const reads = {
  id: { reduced: readBy(patient.id, reduced), full: readBy(patient.id, whole) },
  reg_number: {
    reduced: readBy(patient.reg_number, columnsFor(patient, PatientRowByRegNumber)),
    full: readBy(patient.reg_number, whole),
  },
};

export const createdWith = statement((p: Inputs<KeyOfActor>) => readOne(whole, eq(patient.id, createdBy(p))));

const mergedBy = (key: SQLiteColumn) =>
  statement((p: Inputs<{ value: string }>) =>
    db
      .select({ into: sql<string>`${patient.merged_into}`.as('into') })
      .from(patient)
      .where(and(eq(key, p.value), isNotNull(patient.merged_into))),
  );
/** Where a patient is now who was merged into another one. */
export const mergedInto = { id: mergedBy(patient.id), reg_number: mergedBy(patient.reg_number) };
