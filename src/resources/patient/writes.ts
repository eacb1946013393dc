/** Inserts and updates of patients, apart from what queries.ts reads: an update keeps what its body leaves out, unread. */
import { and, isNull, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { fieldNames } from '../../db/entity';
import { missingOf } from '../../db/references';
import { identifier } from '../../db/schema/identifier';
import { allIdentifiers, patient } from '../../db/schema/patient';
import { indexOf } from '../../db/search';
import { asStored, type Inputs } from '../../db/statement';
import { FORMER_MARK } from '../../rules/search/former-number';
import { ID_MARK } from '../../rules/search/national-id';
import { FurtherFields, PatientBasics } from './schemas';

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
const keepable = [...FURTHER, 'national_id_key'] as const;

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

/** What was known of a birth date that stays is what is known; another one has its day, unless the body says otherwise. */
const dobPrecision = (p: Inputs<Kept & Pick<Stored, 'dob' | 'dob_precision'>>) =>
  sql`iif(${keeps(p, 'dob_precision')}, iif(${patient.dob} is ${p.dob}, ${patient.dob_precision}, null),
    ${asStored(p.dob_precision, patient.dob_precision)})`;

/** Terms that are given, and those of the records that were merged into the patient. */
const withFormer = (given: SQL, of: 'terms' | 'person_terms') => sql`(select json_group_array(value) from (
    ${given} union select term.value from json_each(${patient.merged}) one, json_each(one.value, ${sql.raw(`'$.${of}'`)}) term
    order by 1) where value is not null)`;

/** The given ones lack those of identifiers that stay. */
const nameTerms = (p: Inputs<Kept & Pick<Stored, 'name_terms'>>) => {
  const given = asStored(p.name_terms, patient.name_terms);
  const stays = sql`${keeps(p, 'identifiers')} and ${patient.identifiers} is not null`;
  const all = withFormer(
    sql`select value from json_each(${given}) union select value from json_each(${patient.name_terms})
      where ${stays} and substr(value, 1, ${sql.raw(String(FORMER_MARK.length))}) = ${sql.raw(`'${FORMER_MARK}'`)}`,
    'terms',
  );
  return sql`iif(${patient.merged} is null and not (${stays}), ${given}, ${all})`;
};

/** The given ones lack that of the national id, and have the day of a birth date of which less may be known. */
const personTerms = (p: Inputs<Kept & Pick<Stored, 'national_id_key' | 'terms' | 'dob'>>) => {
  // Each input is named once, as each is a parameter.
  const inputs = sql`(select ${newValue(p, 'national_id_key')} as key, ${asStored(p.terms, patient.terms)} as given,
    replace(${p.dob}, '-', '') as digits, ${keeps(p, 'dob_precision')} as stays)`;
  const isLess = sql`stays and digits = replace(${patient.dob}, '-', '') and ${patient.dob_precision} is not null`;
  const known = sql`substr(digits, 1, iif(${patient.dob_precision} = 'year', 4, 6))`;
  const born = sql`iif(${isLess}, replace(given, '"*' || digits || '"', '"*' || ${known} || '"'), given)`;
  const id = sql`${sql.raw(`'${ID_MARK}'`)} || key`;
  const all = withFormer(sql`select value from json_each(own) union select ${id}`, 'person_terms');
  return sql`(select iif(${patient.merged} is null, iif(key is null, own, json_insert(own, '$[#]', ${id})), ${all})
    from (select key, ${born} as own from ${inputs}))`;
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
    dob_precision: dobPrecision,
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
  returnedAs: { identifiers: allIdentifiers },
});

export const remove = auditedUpdate(patient, ['deleted_at'], { action: 'delete' });
