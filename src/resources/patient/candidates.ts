/** The statement of who may be the same person, apart from queries.ts: its search is made of the person. */
import { sql } from 'drizzle-orm';
import { columnsFor } from '../../db/entity';
import { selected } from '../../db/fields';
import type { Query } from '../../db/query';
import { patient } from '../../db/schema/patient';
import { anyTerm, indexOf } from '../../db/search';
import { asExpression, rawStatement } from '../../db/statement';
import type { ComparablePerson } from '../../rules/same-person';
import { birthTerm, isDay, lessKnown } from '../../rules/search/birth-date';
import { ListedPatient } from './schemas';

const index = indexOf(patient);

/** Phone numbers that are looked up; a text may hold several. */
const MAX_PHONES = 3;
/** `#` and the last seven digits, or fewer, of a number: found with and without its area and country codes. */
const PHONE_END = 8;

const candidateFields = { seq: patient.seq, ...columnsFor(patient, ListedPatient) };
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
  const term = birthTerm(person.born);
  // A month or a year is the beginning of its days.
  const spans = term && !isDay(term) ? [term] : [];
  const born = [term, person.swappedBirth, ...(term ? lessKnown(term) : [])].filter((one) => one !== null);
  const phones = person.phones.slice(0, MAX_PHONES).map((term) => term.slice(0, PHONE_END));
  if (born.length + phones.length === 0) return undefined;
  const widest = anyTerm([...phones, ...spans], born);
  // The longest words of a name are usually the rarest.
  const words = person.name.words.toSorted((a, b) => b.length - a.length).slice(0, 2);
  const named = [words, ...words.map((word) => [word])].filter((some) => some.length > 0);
  const narrower = named.map((some) => [widest, ...some.map((word) => anyTerm([], [word]))].join(' AND '));
  if (born.length > 0 && phones.length > 0) narrower.push(`${anyTerm(phones)} AND ${anyTerm(spans, born)}`);
  return candidates({ widest, narrower: JSON.stringify(narrower), newest });
}
