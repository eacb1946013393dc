import { and, eq, gte, isNotNull, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { patientOf } from '../../access-log/table';
import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { columnsFor, fieldNames } from '../../db/entity';
import { selected } from '../../db/fields';
import { createdBy, type KeyOfActor } from '../../db/idempotency';
import { keysetList } from '../../db/keyset-list';
import type { Query } from '../../db/query';
import { missingOf } from '../../db/references';
import { appointment, holdsTime } from '../../db/schema/appointment';
import { identifier } from '../../db/schema/identifier';
import { patient } from '../../db/schema/patient';
import { anyTerm, indexOf } from '../../db/search';
import { asExpression, asStored, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { instant } from '../../rules/datetime';
import type { ComparablePerson } from '../../rules/same-person';
import { birthTerm } from '../../rules/search/birth-date';
import { ID_MARK } from '../../rules/search/national-id';
import { filesField } from '../file/queries';
import {
  FurtherFields,
  ListedPatient,
  PatientBasics,
  PatientRecord,
  PatientRowByRegNumber,
  StillBooked,
} from './schemas';

const full = columnsFor(patient, PatientRecord);
const reduced = columnsFor(patient, ListedPatient);

const index = indexOf(patient);

/** Whether no patient is found by a national id that a record had which was merged; what patients have is unique anyway. */
const isFree = (key: SQLWrapper, ...others: SQL[]) => {
  const found = sql`select 1 from ${index.from} cross join ${patient} as holder on holder.seq = ${index.rowid}
    where ${index.matches(sql`'"' || ${sql.raw(`'${ID_MARK}'`)} || ${key} || '"'`)} and holder.national_id_key is not ${key}`;
  return sql`iif(${key} is null, 1, not exists (${sql.join([found, ...others], sql` and `)}))`;
};

const REFERENCES = { mother_id: patient };
export const missing = missingOf(REFERENCES);

export const insert = auditedInsert(patient, {
  refers: REFERENCES,
  where: (p) => isFree(p.national_id_key),
  returning: ['reg_number'],
});

export const FURTHER = fieldNames(FurtherFields);
const keepable = [...FURTHER, 'national_id_key', 'identifiers'] as const;

interface Kept {
  /** ` email allergies `: further fields that stay as they are, so that a body without them is written unread */
  kept: string;
}
type Stored = typeof patient.$inferSelect;
type Keepable = (typeof keepable)[number];
const keeps = (p: Inputs<Kept>, name: string) => sql`instr(${p.kept}, ${sql.raw(`' ${name} '`)})`;
const newValue = <Name extends Keepable>(p: Inputs<Kept & Pick<Stored, Name>>, name: Name) => {
  const given = asStored(p[name], patient[name]);
  return sql`iif(${keeps(p, name === 'national_id_key' ? 'national_id' : name)}, ${patient[name]}, ${given})`;
};

/** Terms that are given, and those of the records that were merged into the patient. */
const withFormer = (given: SQL, of: 'terms' | 'person_terms') => sql`(select json_group_array(value) from (
    ${given} union select term.value from json_each(${patient.merged}) one, json_each(one.value, ${sql.raw(`'$.${of}'`)}) term
    order by 1) where value is not null)`;

const nameTerms = (p: Inputs<Pick<Stored, 'name_terms'>>) => {
  const given = asStored(p.name_terms, patient.name_terms);
  return sql`iif(${patient.merged} is null, ${given}, ${withFormer(sql`select value from json_each(${given})`, 'terms')})`;
};

/** The given ones lack that of the national id. */
const personTerms = (p: Inputs<Kept & Pick<Stored, 'national_id_key' | 'terms'>>) => {
  const key = newValue(p, 'national_id_key');
  const given = asStored(p.terms, patient.terms);
  const id = sql`${sql.raw(`'${ID_MARK}'`)} || ${key}`;
  const all = withFormer(sql`select value from json_each(${given}) union select ${id}`, 'person_terms');
  return sql`iif(${patient.merged} is null, iif(${key} is null, ${given}, json_insert(${given}, '$[#]', ${id})), ${all})`;
};

/** Identifiers that are sent back with a patient, but are those of a record that was merged into it, stay that one's. */
const ownIdentifiers = (p: Inputs<Kept & Pick<Stored, 'identifiers'>>) => {
  const given = newValue(p, 'identifiers');
  // A look-up for each one. Within a text of the JSON, its quotation marks would be escaped.
  const theirs = sql`select 1 from ${identifier} where ${identifier.value} = one.value ->> 'value'
      and ${identifier.system} = one.value ->> 'system' and instr(${patient.merged}, '"id":"' || ${identifier.entity_id} || '"')`;
  return sql`iif(${patient.merged} is null, ${given}, (select nullif(json_group_array(json(one.value)), '[]')
    from json_each(${given}) one where not exists (${theirs})))`;
};

interface Death {
  /** the day of the `deceased_at` that is given; of a stored one that stays, what it begins with counts */
  died_on: string | null;
}

/** Nobody dies before they are born; what the record has already may be sent back. */
const isBornFirst = (p: Inputs<Kept & Death & Pick<Stored, 'dob' | 'deceased_at'>>) => {
  const died_on = sql`iif(${keeps(p, 'deceased_at')}, substr(${patient.deceased_at}, 1, 10), ${p.died_on})`;
  const both = sql`(${p.dob}, ${newValue(p, 'deceased_at')})`;
  return or(sql`(${died_on} < ${p.dob}) is not 1`, sql`${both} is (${patient.dob}, ${patient.deceased_at})`);
};

export const update = auditedUpdate(patient, [...fieldNames(PatientBasics), ...keepable, 'terms', 'name_terms'], {
  derived: ['national_id_key', 'terms', 'name_terms'],
  computed: {
    ...Object.fromEntries(
      keepable.map((name) => [name, (p: Inputs<Kept & Pick<Stored, Keepable>>) => newValue(p, name)]),
    ),
    identifiers: ownIdentifiers,
    name_terms: nameTerms,
    terms: personTerms,
  },
  refers: REFERENCES,
  where: (p: Inputs<Kept & Death & Pick<Stored, 'mother_id' | 'national_id_key' | 'dob' | 'deceased_at'>>) =>
    and(
      isBornFirst(p),
      or(isNull(p.mother_id), ne(patient.id, p.mother_id)),
      or(keeps(p, 'national_id'), isFree(p.national_id_key, sql`holder.id <> ${patient.id}`)),
    ),
  returning: ['reg_number', 'version', 'updated_at', 'merged', ...FURTHER],
});

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

export const remove = auditedUpdate(patient, ['deleted_at'], { action: 'delete' });

export const lists = { reduced: keysetList(patient, reduced), full: keysetList(patient, full) };

const readOne = <F extends Record<string, SQLiteColumn>>(fields: F, condition: SQL) =>
  db
    .select({ ...fields, version: patient.version, files: filesField(patient.id) })
    .from(patient)
    .where(and(condition, isNull(patient.deleted_at)));
const readBy = <F extends Record<string, SQLiteColumn>>(key: SQLiteColumn, fields: F) =>
  statement((p: Inputs<{ value: string }>) => readOne(fields, eq(key, p.value)));
const whole = { ...full, merged: patient.merged };
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

/** Phone numbers that are looked up; a text may hold several. */
const MAX_PHONES = 3;
/** `#` and the last seven digits, or fewer, of a number: found with and without its area and country codes. */
const PHONE_END = 8;

const candidateFields = { seq: patient.seq, ...reduced };
type Candidate = Pick<typeof patient.$inferSelect, keyof typeof candidateFields>;

/** The newest who meet `widest`; where there are more than `newest`, also the newest of each narrower match. */
const candidates = rawStatement<{ widest: string; narrower: string; newest: number }, Candidate>(
  (p) => sql`with near as materialized (select ${index.rowid} as seq from ${index.from}
      where ${index.matches(p.widest)} order by ${index.rowid} desc limit ${p.newest} + 1)
    select ${selected(candidateFields)} from near cross join ${patient} on ${patient.seq} = near.seq
    union all select ${selected(candidateFields)}
    from json_each(iif((select count(*) from near) > ${p.newest}, ${p.narrower}, '[]')) way cross join ${patient}
      on ${patient.seq} in (select ${index.rowid} from ${index.from} where ${index.matches(sql`way.value`)}
        order by ${index.rowid} desc limit ${asExpression(p.newest)})`,
  candidateFields,
);

/** By birth date or phone: nobody else can agree in two of name, birth date and phone. Undefined where there is neither. */
export function candidatesFor(person: ComparablePerson, newest: number): Query<Candidate[]> | undefined {
  const born = [birthTerm(person.dob), person.swappedBirth].filter((term) => term !== null);
  const phones = person.phones.slice(0, MAX_PHONES).map((term) => term.slice(0, PHONE_END));
  if (born.length + phones.length === 0) return undefined;
  const widest = anyTerm(phones, born);
  // The longest words of a name are usually the rarest.
  const words = person.name.words.toSorted((a, b) => b.length - a.length).slice(0, 2);
  const named = [words, ...words.map((word) => [word])].filter((some) => some.length > 0);
  const narrower = named.map((some) => [widest, ...some.map((word) => anyTerm([], [word]))].join(' AND '));
  if (born.length > 0 && phones.length > 0) narrower.push(`${anyTerm(phones)} AND ${anyTerm([], born)}`);
  return candidates({ widest, narrower: JSON.stringify(narrower), newest });
}
