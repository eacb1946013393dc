/** Search by what a record is called, here and elsewhere. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { identifier } from '../../db/schema/identifier';
import { mergedInto, patient } from '../../db/schema/patient';
import { indexOf } from '../../db/search';
import { type IdSystem, ownName } from '../../db/systems';
import type { Parameter } from './condition';
import { MalformedValue, tokenOf } from './values';

/** An identifier that is a column of the record. */
interface OwnIdentifier {
  system: IdSystem;
  /** with a unique index */
  column: SQLiteColumn;
  keyOf?: (value: string) => string | null;
  /** where it is a code that somebody has typed */
  isTyped?: true;
  /** where its index has deleted records, too: that of a patient who was merged leads to the other one */
  leads?: true;
  /** with which the full-text index has it, and those of records that were merged */
  mark?: string;
}

/** A payment has no version. */
type Table = SQLiteTable & Record<'seq' | 'id', SQLiteColumn>;

interface Identified {
  documentation: string;
  table: Table;
  own: readonly OwnIdentifier[];
  /** whether those of other systems are kept */
  hasForeign?: true;
}

/** A record of a patient who was merged leads to the other one. */
const ofOtherSystems = (table: Table, list: SQLWrapper): SQL => {
  const holders = sql`select ${identifier.entity_id} from json_each(${list}, '$.foreign') one join ${identifier}
    on ${identifier.value} = one.value ->> 1 and ${identifier.system} = coalesce(one.value ->> 0, ${identifier.system})`;
  const others = sql`select ${mergedInto(patient.id)} from ${patient} where id in (${holders}) and merged_into is not null`;
  return sql`select ${table.seq} from ${table}
    where ${table.id} in (${table === patient ? sql`${holders} union all ${others}` : holders})`;
};

/** Answers have no blanks at the ends of a code, and a coding single ones: it may be stored with one, and with two. */
const asTyped = (key: SQL): SQL =>
  sql`${key}, ${key} || ' ', ' ' || ${key}, ' ' || ${key} || ' ', replace(${key}, ' ', '  ')`;

/** A value of an identifier, with its system or without. */
export const identifierParameter = ({ documentation, table, own, hasForeign }: Identified): Parameter => ({
  type: 'token',
  documentation,
  condition: (or, { systems }) => {
    const tokens = or.map(tokenOf);
    if (tokens.some(({ code }) => code === '')) throw new MalformedValue('a value is expected');
    const keysOf = ({ system, keyOf = (value) => value }: OwnIdentifier) =>
      tokens
        .filter((token) => token.system === undefined || ownName(token.system, systems) === system)
        .flatMap(({ code }) => keyOf(code) ?? []);
    // In the former form some are kept as those of another system (docs/fhir.md).
    const isOwn = (system: string | undefined) => own.some((one) => system === systems[one.system]);
    const others = tokens.filter(({ system }) => !isOwn(system)).map(({ system, code }) => [system ?? null, code]);
    const live = 'deleted_at' in table ? sql`deleted_at is null` : sql`1`;
    const ways = (list: SQLWrapper) => [
      ...own.map(({ column, leads, mark, isTyped }) => {
        if (mark) {
          const { from, rowid, matches } = indexOf(table);
          return sql`select ${rowid} from json_each(${list}, ${sql.raw(`'$.${column.name}'`)}) one cross join ${from}
            where ${matches(sql`'"' || ${sql.raw(`'${mark}'`)} || one.value || '"'`)}`;
        }
        const values = sql`select value from json_each(${list}, ${sql.raw(`'$.${column.name}'`)})`;
        if (isTyped) {
          return sql`select ${table.seq} from json_each(${list}, ${sql.raw(`'$.${column.name}'`)}) one
            join ${table} on ${live} and ${column} in (${asTyped(sql`one.value`)})`;
        }
        if (!leads) {
          // The indexes of most are of live rows, and serve only where that is said.
          return sql`select ${table.seq} from ${table} where ${live} and ${column} in (${values})`;
        }
        const survivor = sql`select kept.seq from ${table} as kept where kept.id = ${mergedInto(table.id)}`;
        return sql`select coalesce((${survivor}), ${table.seq}) from ${table} where ${column} in (${values})`;
      }),
      ...(hasForeign ? [ofOtherSystems(table, list)] : []),
    ];
    return {
      shape: 'identified',
      value: JSON.stringify({
        ...Object.fromEntries(own.map((one) => [one.column.name, keysOf(one)])),
        foreign: others,
      }),
      named: tokens.length,
      where: (list) => sql`${table.seq} in (${sql.join(ways(list), sql` union all `)})`,
      access: { way: 'few' },
    };
  },
});
