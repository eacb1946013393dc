/** Who may be the same person: a create links to them, and a patient's list of them is asked for. */
import type { ServiceContext } from '../../context';
import { comparablePerson, likelySame, type Person } from '../../rules/same-person';
import * as queries from './queries';
import { getPatient } from './record';
import type { Duplicate } from './schemas';

/** What a create answers with. */
export const LINKED_DUPLICATES = 5;
const LISTED_DUPLICATES = 20;

/** The likeliest first. @throws NotFoundError */
export async function listDuplicates(ctx: ServiceContext, id: string): Promise<Duplicate[]> {
  const { record } = await getPatient(ctx, 'id', id, 'reduced');
  const duplicates = await findDuplicates(ctx, record, LISTED_DUPLICATES);
  return duplicates.map(({ patient: { seq: _, ...patient }, reasons, score }) => ({ patient, reasons, score }));
}

/** At most `max`, the likeliest first. */
export async function findDuplicates(ctx: ServiceContext, person: Person, max: number) {
  const comparable = comparablePerson(person);
  // One of the candidates is the person's own record.
  const candidates = queries.candidatesFor(comparable, max + 1);
  return candidates ? likelySame(comparable, await ctx.db.run(candidates), max) : [];
}
