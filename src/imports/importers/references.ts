/** What external ids of a source are here: by them rows refer to others, and are known themselves. */
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { identifier } from '../../db/schema/identifier';
import { externalId } from '../../db/schema/import';
import { mergedInto, patient } from '../../db/schema/patient';
import { rawStatement } from '../../db/statement';
import type { ImportEntity } from '../../schemas/import';

export interface Reference {
  entity: ImportEntity;
  value: string;
}

/** Of a merged patient the one into whom they were merged. @param asked JSON of references */
const byExternalId = rawStatement<{ system: string; asked: string }, Reference & { id: string | null }>(
  (
    p,
  ) => sql`select one.value ->> 'entity' as entity, one.value ->> 'value' as value, iif(one.value ->> 'entity' = 'patient',
      (select coalesce(${mergedInto(identifier.entity_id)}, ${identifier.entity_id}) from ${identifier}
        join ${patient} on ${patient.id} = ${identifier.entity_id}
        where ${identifier.value} = one.value ->> 'value' and ${identifier.system} = ${p.system}),
      (select ${externalId.entity_id} from ${externalId} where ${externalId.entity} = one.value ->> 'entity'
        and ${externalId.value} = one.value ->> 'value' and ${externalId.system} = ${p.system})) as id
    from json_each(${p.asked}) one`,
);

const keyOf = ({ entity, value }: Reference) => JSON.stringify([entity, value]);

/** The id of what the source calls so, undefined where there is none. */
export type Known = (reference: Reference) => string | undefined;

/** A round trip, where anything is asked for. */
export async function knownOf(ctx: ServiceContext, system: string, references: readonly Reference[]): Promise<Known> {
  const distinct = [...new Map(references.map((reference) => [keyOf(reference), reference])).values()];
  const rows = distinct.length > 0 ? await ctx.db.run(byExternalId({ system, asked: JSON.stringify(distinct) })) : [];
  const ids = new Map(rows.flatMap(({ id, ...reference }) => (id === null ? [] : [[keyOf(reference), id] as const])));
  return (reference) => ids.get(keyOf(reference));
}
