/** What other systems call a record (schema/identifier.ts), written in the batch of the record itself. */
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context';
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

/*
 * To replace them takes several statements, and `changes()` tells of the update only the one right behind it. So that one leaves
 * a mark, an identifier without a system, which no client can send; the last one takes it away.
 */
const MARK = sql.raw(`''`);

const mark = rawStatement<Given, never>(
  (p) => sql`insert into ${identifier} ${columns}
    select ${MARK}, ${p.entity_id}, '{}', ${p.entity}, ${p.entity_id}, ${p.now} where changes() > 0`,
);
const isMarked = (entity_id: SQLWrapper) =>
  sql`exists (select 1 from ${identifier} mark where mark.value = ${entity_id} and mark.system = ${MARK})`;

const drop = rawStatement<Given, never>(
  (p) => sql`delete from ${identifier}
    where entity_id = ${p.entity_id} and system <> ${MARK} and ${isMarked(p.entity_id)}`,
);
/** Those of records that were merged into the patient stay theirs, and are answered with the patient's own. */
const addNew = rawStatement<Given, never>(
  (p) => sql`insert into ${identifier} ${columns} ${given(p)} where ${isMarked(p.entity_id)} and not exists (
    select 1 from ${identifier} known where known.value = one.value ->> 'value' and known.system = one.value ->> 'system'
      and known.entity_id in (select former.value ->> 'id' from ${patient}, json_each(${patient.merged}) former
        where ${patient.id} = ${p.entity_id}))`,
);
const unmark = rawStatement<Given, never>(
  (p) => sql`delete from ${identifier} where value = ${p.entity_id} and system = ${MARK}`,
);

/** Stand right behind the update of a patient, and do nothing where that did nothing. */
export function newIdentifiersOf(
  ctx: ServiceContext,
  entity_id: string,
  identifiers: readonly ForeignIdentifier[],
): Query<unknown>[] {
  const values: Given = {
    ...{ entity: 'patient', entity_id, now: ctx.now },
    identifiers: JSON.stringify(identifiers),
  };
  return [mark(values), drop(values), addNew(values), unmark(values)];
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
