/** What other systems call a record (schema/identifier.ts), written in the batch of the record itself. */
import { sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
import type { Target } from './audited-update';
import type { EntityTable } from './entity';
import type { Query } from './query';
import { type ForeignIdentifier, identifier } from './schema/identifier';
import { patient } from './schema/patient';
import { rawStatement } from './statement';

type Entity = (typeof identifier.$inferSelect)['entity'];

interface Given {
  entity: Entity;
  entity_id: string;
  /** JSON of `ForeignIdentifier[]` */
  identifiers: string;
  now: number;
}

const columns = sql.raw('(system, value, element, entity, entity_id, created_at)');
const given = (p: Record<keyof Given, unknown>) =>
  sql`select one.value ->> 'system', one.value ->> 'value', one.value, ${p.entity}, ${p.entity_id}, ${p.now} from json_each(${p.identifiers}) one`;

const add = rawStatement<Given, never>(
  (p) => sql`insert into ${identifier} ${columns} ${given(p)} where changes() > 0`,
);

/** Follow an audited insert. One that another record has breaks the batch. */
export const identifiersOf = (
  ctx: ServiceContext,
  entity: Entity,
  entity_id: string,
  identifiers: readonly ForeignIdentifier[],
): Query<unknown>[] =>
  identifiers.length === 0 ? [] : [add({ entity, entity_id, identifiers: JSON.stringify(identifiers), now: ctx.now })];

type Replacing = Given & Pick<Target, 'if_version'>;

/** Not by `changes()`, which the first of the two would change. */
const isWritten = (p: Record<'entity_id' | 'if_version' | 'now', unknown>) =>
  sql`exists (select 1 from ${patient} where ${patient.id} = ${p.entity_id} and ${patient.updated_at} = ${p.now}
    and ${patient.version} = coalesce(${p.if_version} + 1, ${patient.version}))`;

const drop = rawStatement<Replacing, never>(
  (p) => sql`delete from ${identifier} where entity_id = ${p.entity_id} and ${isWritten(p)}`,
);
/** Those of records that were merged into the patient stay theirs, and are answered with the patient's own. */
const addNew = rawStatement<Replacing, never>(
  (p) => sql`insert into ${identifier} ${columns} ${given(p)} where ${isWritten(p)} and not exists (
    select 1 from ${identifier} known where known.value = one.value ->> 'value' and known.system = one.value ->> 'system'
      and known.entity_id in (select ${p.entity_id} union all select former.value ->> 'id' from ${patient},
        json_each(${patient.merged}) former where ${patient.id} = ${p.entity_id}))`,
);

/** Stand right behind the update of a patient. */
export function newIdentifiersOf(
  ctx: ServiceContext,
  { id: entity_id, if_version }: Target,
  identifiers: readonly ForeignIdentifier[],
): Query<unknown>[] {
  const values: Replacing = {
    ...{ entity: 'patient', entity_id, if_version, now: ctx.now },
    identifiers: JSON.stringify(identifiers),
  };
  return [drop(values), addNew(values)];
}

/** Read with a record, as JSON of `ForeignIdentifier[]`. */
export const identifiersField = (table: EntityTable) => {
  const former =
    'merged' in table ? sql` union all select former.value ->> 'id' from json_each(${patient.merged}) former` : sql``;
  return sql`(select json_group_array(json(element)) from ${identifier}
      where entity_id in (select ${table.id}${former}))`
    .mapWith((json: string) => JSON.parse(json) as ForeignIdentifier[])
    .as('identifiers');
};
