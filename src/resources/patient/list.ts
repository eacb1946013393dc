/** The list of patients, and what a search in it may mean: national ids, too. */
import type { ServiceContext } from '../../context';
import { listPeople } from '../../db/people-list';
import { birthTerm, isDay, lessKnown } from '../../rules/search/birth-date';
import { criteriaOf } from '../../rules/search/criteria';
import { type Criterion, reading, type SearchRules } from '../../rules/search/criterion';
import { nationalIdTerm } from '../../rules/search/national-id';
import * as queries from './queries';
import { withoutUnset } from './record';
import type { PatientQuery } from './schemas';

const searchedBy = ({ settings }: ServiceContext): SearchRules => ({
  codes: ['PAT'],
  phones: true,
  formerNumbers: true,
  dateOfBirth: settings.DATE_ORDER,
});

export async function listPatients(ctx: ServiceContext, { dob, national_id, ...query }: PatientQuery) {
  const words = criteriaOf(query.search, searchedBy(ctx))?.map(orWithId(query.search));
  const [id, birth] = [nationalIdTerm(national_id), birthTerm(dob)];
  const filters = [...(id ? [reading([], [id])] : []), ...(birth ? [mayBeBorn(birth)] : [])];
  // A search without a word finds nobody, whatever the birth date.
  const criteria = words?.length === 0 || filters.length === 0 ? words : [...(words ?? []), ...filters];
  const page = await listPeople(ctx, queries.lists, query, criteria);
  return { ...page, rows: page.rows.map(withoutUnset) };
}

/** In a month or a year, which is the beginning of its days; a day is a whole term, which costs less. */
const mayBeBorn = (term: string) =>
  isDay(term) ? reading([], [term, ...lessKnown(term)]) : reading([term], lessKnown(term));

/** All of a search may be a national id: (A or all) and (B or all) is (A and B) or all. */
function orWithId(search: string | undefined) {
  const id = nationalIdTerm(search);
  return (one: Criterion): Criterion => (id ? { ...one, terms: [...one.terms, id] } : one);
}
