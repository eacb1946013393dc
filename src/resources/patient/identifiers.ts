import type { ServiceContext } from '../../context';
import { ownName, systemsOf } from '../../db/systems';
import { InvalidError } from '../../errors';
import type { ForeignIdentifier } from '../../schemas/identifier';

/** The hospital's own numbers have fields of their own. @throws InvalidError */
export async function requireForeign(
  ctx: ServiceContext,
  identifiers: readonly ForeignIdentifier[] | null | undefined,
): Promise<void> {
  if (!identifiers?.length) return;
  const systems = await systemsOf(ctx.db);
  const faults = identifiers.flatMap(({ system }, n) =>
    ownName(system, systems) === undefined
      ? []
      : [
          {
            loc: ['body', 'identifiers', n, 'system'],
            msg: 'The service gives these itself, and national_id is a field',
            type: 'value_error',
          },
        ],
  );
  if (faults.length > 0) throw new InvalidError(faults);
}
