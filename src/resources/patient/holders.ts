/** Who has what is taken: whoever is told so has found them, and the access log says whom. */
import type { ServiceContext } from '../../context';
import { DuplicateError } from '../../errors';
import { nationalIdKey } from '../../rules/search/national-id';
import * as queries from './queries';
import type { PatientInput } from './schemas';

interface Sent {
  /** of the patient who is written */
  id?: string;
  national_ids?: readonly (string | null | undefined)[];
  identifiers?: PatientInput['identifiers'] | undefined;
}

/** A round trip where something is taken. @throws DuplicateError that names who has it, and what is thrown */
export const namingHolders = <T>(
  ctx: ServiceContext,
  { id, national_ids = [], identifiers }: Sent,
  result: Promise<T>,
): Promise<T> =>
  result.catch(async (error) => {
    if (!(error instanceof DuplicateError)) throw error;
    ctx.db.turnToPrimary(); // a replica may not know the holder yet
    const keys = national_ids.flatMap((sent) => nationalIdKey(sent) ?? []);
    const holders = await ctx.db.run(
      // One of a visit, or one of the patient's.
      error.field === 'identifier' || error.field === 'identifiers'
        ? queries.holdersOfIdentifier({ identifiers: JSON.stringify(identifiers ?? []) })
        : queries.holdersOfNationalId({ keys: JSON.stringify(keys) }),
    );
    const others = holders.filter((holder) => holder.id !== id);
    error.heldBy = (others.length > 0 ? others : holders).map((holder) => holder.id);
    throw error;
  });
