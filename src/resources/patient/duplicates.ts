import { getTableName, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { columnsFor } from '../../db/entity';
import type { Query } from '../../db/query';
import { patient } from '../../db/schema/patient';
import { searchTerm } from '../../db/schema/system';
import { rawStatement } from '../../db/statement';
import { type ComparablePerson, comparablePerson, likelySame, type Person } from '../../rules/same-person';
import { birthTerm } from '../../rules/search/birth-date';
import { ListedPatient } from './schemas';

/** Patients with the same birth date or phone who are all compared, the newest first. */
const NEWEST = 15;
/** Steps among the others, for each word. */
const STEPS = { dob: 10, swapped: 4, phone: 2 } as const;

/** Looked up; a text may hold several. */
const MAX_PHONES = 3;
/** `#` and the last seven digits, or fewer, of a number: found with and without its area and country codes. */
const PHONE_END = 8;

const KIND = getTableName(patient);
const fields = { seq: patient.seq, ...columnsFor(patient, ListedPatient) };
type Candidate = Pick<typeof patient.$inferSelect, keyof typeof fields>;

/** What candidates have in common with a person: a birth date or a phone. */
interface LookUp {
  term: string;
  /** where it begins, for those of whom the newest are all compared; null for none */
  prefix: string | null;
  /** words of the name, and the birth date of those with the same phone */
  words: string[];
  /** of each word */
  steps: number;
}

/**
 * The newest patients of each lookup, and some of the others: thousands may share a birth date (1 January) or a phone. Of
 * these, `step` finds patients who also have one of the words: it goes to the next entry of the word, and from there to the
 * next one of the term, past all between them. A rare word is found wherever it is, a common one as far as the steps go.
 * Raw: Drizzle has no words for json_each and a recursive query.
 */
const candidates = rawStatement<{ lookups: string }, Candidate>((p) => {
  const columns = sql.join(
    Object.values(fields).map((column) => sql`${column}`),
    sql`, `,
  );
  const newest = sql.raw(String(NEWEST));
  return sql`
    with recursive lookup (term, prefix, words, steps, start) as materialized (
      select value ->> 'term', value ->> 'prefix', value -> 'words', value ->> 'steps', iif(value ->> 'prefix' is null,
        (select max(seq) from ${searchTerm} where kind = ${KIND} and term = value ->> 'term') + 1,
        (select seq from ${searchTerm} where kind = ${KIND} and term = value ->> 'term' order by seq desc
          limit 1 offset ${newest} - 1))
      from json_each(${p.lookups}) limit 10
    ),
    step (term, word, seq, left) as (
      select term, word.value, start, steps from lookup cross join json_each(words) word
      union all
      select term, word, (
        select max(seq) from ${searchTerm} where kind = ${KIND} and term = step.term and seq <= (
          select max(seq) from ${searchTerm} where kind = ${KIND} and term = step.word and seq < step.seq)), left - 1
      from step where left > 0 and seq is not null
    )
    select ${columns} from lookup cross join json_each((
      select json_group_array(seq) from (
        select seq from ${searchTerm} where kind = ${KIND} and term >= prefix and term < prefix || char(1114111)
        order by term desc, seq desc limit ${newest}))) newest
    cross join ${patient} on ${patient.seq} = newest.value
    where ${patient.deleted_at} is null
    union all
    select ${columns} from step cross join ${patient} on ${patient.seq} = step.seq
    where ${patient.deleted_at} is null and exists (
      select 1 from ${searchTerm} held where held.kind = ${KIND} and held.term = step.word and held.seq = step.seq)`;
}, fields);

/**
 * The patients with whom a person is compared: those with the same birth date or phone, as nobody else can agree in two of
 * name, birth date and phone. However many there are, about 400 rows are read at most. Undefined where there is nothing to
 * look up.
 */
export function candidatesFor({ name, phones, dob, swappedBirth }: ComparablePerson): Query<Candidate[]> | undefined {
  // Of a name, the longest words are usually the rarest.
  const names = name.words.toSorted((a, b) => b.length - a.length).slice(0, 2);
  const born = birthTerm(dob);
  const lookups: LookUp[] = [
    ...(born ? [{ term: born, prefix: born, words: names, steps: STEPS.dob }] : []),
    ...(swappedBirth ? [{ term: swappedBirth, prefix: null, words: names, steps: STEPS.swapped }] : []),
    ...phones.slice(0, MAX_PHONES).map((term) => ({
      term,
      prefix: term.slice(0, PHONE_END),
      words: born ? [...names, born] : names,
      steps: STEPS.phone,
    })),
  ];
  return lookups.length > 0 ? candidates({ lookups: JSON.stringify(lookups) }) : undefined;
}

/** Patients who are likely the same person, the likeliest first. One round trip. */
export async function findDuplicates(ctx: ServiceContext, person: Person, max: number) {
  const comparable = comparablePerson(person);
  const query = candidatesFor(comparable);
  // Without a birth date and a phone, two of three cannot agree.
  return query ? likelySame(comparable, await ctx.db.run(query), max) : [];
}
