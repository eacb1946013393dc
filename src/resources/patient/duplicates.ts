/** Who may be the same person: a create links to them, and a patient's list of them is asked for. */
import type { ServiceContext } from '../../context';
import { comparablePerson, likelySame } from '../../rules/same-person';
import { candidatesFor } from './candidates';
import { getPatient, withoutUnset } from './record';
import type { Duplicate } from './schemas';

/** What a create answers with. */
export const LINKED_DUPLICATES = 5;
const LISTED_DUPLICATES = 20;

/** The likeliest first. @throws NotFoundError */
export async function listDuplicates(ctx: ServiceContext, id: string): Promise<Duplicate[]> {
  const { record } = await getPatient(ctx, 'id', id, 'reduced');
  const person = comparablePerson(record);
  // One of the candidates is the person's own record.
  const candidates = candidatesFor(person, LISTED_DUPLICATES + 1);
  const duplicates = candidates ? likelySame(person, await ctx.db.run(candidates), LISTED_DUPLICATES) : [];
  return duplicates.map(({ patient: { seq: _, ...patient }, reasons, score }) => ({
    ...{ patient: withoutUnset(patient), reasons, score },
  }));
}
