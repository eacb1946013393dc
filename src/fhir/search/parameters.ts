/** Kinds of search parameters. A type's file says which column each of its parameters looks at. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { identifier } from '../../db/schema/identifier';
import { patient } from '../../db/schema/patient';
import { matchOf } from '../../db/search';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import { fold } from '../../rules/search/fold';
import type { CodeMap } from '../codes';
import { type IdSystem, type Resource, systemOf } from '../elements';
import type { Access, Condition, Parameter } from './condition';
import { dayRangesOf, MalformedValue, plainValue, rangesOf, referredId, tokenOf } from './values';

const isIn = (column: SQLWrapper, list: SQLWrapper): SQL => sql`${column} in (select value from json_each(${list}))`;

const isWithin = (column: SQLWrapper, ranges: SQLWrapper): SQL =>
  sql`exists (select 1 from json_each(${ranges}) one where ${column} >= one.value ->> 0 and ${column} < one.value ->> 1)`;

/** A column of texts or times, compared with ranges: by its index where there is one of each. */
function ranged(
  name: string,
  column: SQLiteColumn,
  ranges: readonly (readonly [string | number, string | number])[],
  isIndexed: boolean,
): Condition {
  const [only] = ranges;
  const access: Access | undefined =
    isIndexed && only && ranges.length === 1 ? { way: 'range', key: column, from: only[0], until: only[1] } : undefined;
  return {
    shape: `${name} within`,
    value: JSON.stringify(ranges),
    where: (value) => isWithin(column, value),
    ...(access && { access }),
  };
}

interface Dated {
  documentation: string;
  /** whether it has an index */
  indexed?: boolean;
}

/** Of a column of epoch milliseconds. */
export const timeParameter = (column: SQLiteColumn, { documentation, indexed = true }: Dated): Parameter => ({
  type: 'date',
  documentation,
  condition: (or, { timeZone }) =>
    ranged(
      column.name,
      column,
      or.flatMap((value) => rangesOf(value, timeZone)),
      indexed,
    ),
});

/** Of a column of dates. */
export const dayParameter = (column: SQLiteColumn, { documentation, indexed = true }: Dated): Parameter => ({
  type: 'date',
  documentation,
  condition: (or) =>
    ranged(
      column.name,
      column,
      or.flatMap((value) => dayRangesOf(value)),
      indexed,
    ),
});

interface Referring {
  documentation: string;
  /** types of what is referred to, each with the column of its id */
  to: Readonly<Record<string, SQLiteColumn>>;
  /** the column that the indexes of these go on with; `seq` where there is none */
  key?: SQLiteColumn;
}

/** Alternatives that are read from an index each: D1 takes no more parts of one statement. */
const ALTERNATIVES_MAX = 5;

const accessOf = (
  columns: SQLiteColumn[],
  values: string[],
  key: SQLiteColumn | undefined,
): Pick<Condition, 'access'> =>
  values.length > ALTERNATIVES_MAX ? {} : { access: { way: 'equal', columns, values, key } };

export const referenceParameter = ({ documentation, to, key }: Referring): Parameter => {
  const types = Object.keys(to);
  return {
    type: 'reference',
    documentation,
    modifiers: types,
    condition: (or, { url }, modifier) => {
      const referred = or.flatMap((value) => referredId(value, types, url) ?? []);
      const pairs = referred.flatMap(({ type = modifier, id }) =>
        Object.entries(to).flatMap(([known, column]) => (type === undefined || type === known ? [{ column, id }] : [])),
      );
      if (pairs.length === 0) return null;
      const columns = pairs.map(({ column }) => column);
      const any = [...new Set(columns)];
      return {
        shape: `${any.map(({ name }) => name)} refers`,
        value: JSON.stringify(referred.map(({ id }) => id)),
        where: (value) =>
          sql`(${sql.join(
            any.map((column) => isIn(column, value)),
            sql` or `,
          )})`,
        ...accessOf(
          columns,
          pairs.map(({ id }) => id),
          key,
        ),
      };
    },
  };
};

/** An identifier that is a column of the record. */
interface OwnIdentifier {
  system: IdSystem;
  /** with a unique index */
  column: SQLiteColumn;
  keyOf?: (value: string) => string | null;
}

/** A payment has no version. */
type Table = SQLiteTable & Record<'seq' | 'id', SQLiteColumn>;

interface Identified {
  documentation: string;
  table: Table;
  own: readonly OwnIdentifier[];
  /** whose identifiers of other systems are kept */
  foreign?: 'patient' | 'appointment';
}

/** A record of a patient who was merged has led to the other one since. */
const ofOtherSystems = (table: Table, entity: string, list: SQLWrapper): SQL => {
  const holder = sql`select ${identifier.entity_id} from json_each(${list}, '$.foreign') one join ${identifier}
    on ${identifier.value} = one.value ->> 1 and ${identifier.system} = coalesce(one.value ->> 0, ${identifier.system})
    where ${identifier.entity} = ${sql.raw(`'${entity}'`)}`;
  const merged = sql`select merged_into from ${patient} former where former.id in (${holder}) and merged_into is not null`;
  return sql`select ${table.seq} from ${table} where ${table.id} in (${entity === 'patient' ? sql`${holder} union all ${merged}` : holder})`;
};

/** A value of an identifier, with its system or without. */
export const identifierParameter = ({ documentation, table, own, foreign }: Identified): Parameter => ({
  type: 'token',
  documentation,
  condition: (or, house) => {
    const tokens = or.map(tokenOf);
    if (tokens.some(({ code }) => code === '')) throw new MalformedValue('a value is expected');
    const keysOf = ({ system, keyOf = (value) => value }: OwnIdentifier) =>
      tokens
        .filter((token) => token.system === undefined || token.system === systemOf(house, system))
        .map(({ code }) => keyOf(code));
    const isOwn = (system: string | undefined) => own.some((one) => system === systemOf(house, one.system));
    const others = tokens.filter(({ system }) => !isOwn(system)).map(({ system, code }) => [system ?? null, code]);
    const live = 'deleted_at' in table ? sql`deleted_at is null` : sql`1`;
    const ways = (list: SQLWrapper) => [
      ...own.map(
        ({ column }) =>
          // The indexes of most are of live rows, and serve only where that is said.
          sql`select ${table.seq} from ${table} where ${live}
            and ${column} in (select value from json_each(${list}, ${sql.raw(`'$.${column.name}'`)}))`,
      ),
      ...(foreign ? [ofOtherSystems(table, foreign, list)] : []),
    ];
    return {
      shape: 'identified',
      value: JSON.stringify({
        ...Object.fromEntries(own.map((one) => [one.column.name, keysOf(one)])),
        foreign: others,
      }),
      where: (list) => sql`${table.seq} in (${sql.join(ways(list), sql` union all `)})`,
      access: { way: 'few' },
    };
  },
});

const WORDS_ONLY: SearchRules = { codes: [], phones: false, dateOfBirth: null };

/** Whether a text, or one of its words, begins with another one, whatever case and accents. */
const begins = (text: string, value: string) => {
  const [folded, beginning] = [fold(text), fold(value)];
  return folded.startsWith(beginning) || folded.includes(` ${beginning}`) || folded.includes(`-${beginning}`);
};

interface Texts {
  documentation: string;
  /** what of a resource is compared; the table's full-text index has all of its words */
  texts: (resource: Resource) => readonly (string | undefined)[];
}

/** Any of them, in FTS5's language. */
const anyMatch = (or: readonly string[], rules: SearchRules): string | null => {
  const matches = or.map((value) => matchOf(criteriaOf(value, rules))).filter((match) => match !== '');
  return matches.length === 0 ? null : matches.map((match) => `(${match})`).join(' OR ');
};

export const stringParameter = ({ documentation, texts }: Texts): Parameter => ({
  type: 'string',
  documentation,
  modifiers: ['exact'],
  condition: (or, _, modifier) => {
    const values = or.map(plainValue);
    const text = anyMatch(values, WORDS_ONLY);
    if (text === null) return null;
    const meets = modifier === 'exact' ? (one: string, value: string) => one === value : begins;
    return {
      shape: 'match',
      value: text,
      access: { way: 'match', text },
      refine: (resource) =>
        texts(resource).some((one) => one !== undefined && values.some((value) => meets(one, value))),
    };
  },
});

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Written in any way; its last digits suffice, four at least. */
export const phoneParameter = (
  documentation: string,
  phones: (resource: Resource) => readonly string[],
): Parameter => ({
  type: 'token',
  documentation,
  condition: (or) => {
    const values = or.map((value) => tokenOf(value).code);
    const text = anyMatch(values, { ...WORDS_ONLY, phones: true });
    if (text === null) return null;
    const endings = values.map((value) => digitsOf(value).replace(/^0+/, ''));
    return {
      shape: 'match',
      value: text,
      access: { way: 'match', text },
      refine: (resource) => phones(resource).some((phone) => endings.some((end) => digitsOf(phone).endsWith(end))),
    };
  },
});

interface Coded<Code extends string> {
  documentation: string;
  system: string;
  map: CodeMap<Code>;
  column: SQLiteColumn;
  /** `map.fold` in SQL */
  folded: (column: SQLWrapper) => SQLWrapper;
  /** where the column has no other words than those of the map, and an index */
  isIndexed?: true;
}

/** A free text of the hospital, asked for by FHIR's codes. */
export const codeParameter = <Code extends string>({
  documentation,
  system,
  map,
  column,
  folded,
  isIndexed,
}: Coded<Code>): Parameter => {
  const known = sql.raw(`'${JSON.stringify(Object.values(map.words).flat())}'`);
  return {
    type: 'token',
    documentation,
    condition: (or) => {
      const codes = or
        .map(tokenOf)
        .flatMap((token) => (token.system === undefined || token.system === system ? [token.code] : []));
      const words = codes.flatMap((code) => map.words[code as Code] ?? []);
      const others = !isIndexed && codes.includes(map.otherwise);
      if (words.length === 0 && !others) return null;
      const text = folded(column);
      return {
        shape: `${column.name}${others ? ' or other' : ''}`,
        value: JSON.stringify(words),
        where: (list) => (others ? sql`(${isIn(text, list)} or not ${isIn(text, known)})` : isIn(text, list)),
        ...(isIndexed &&
          accessOf(
            words.map(() => column),
            words,
            undefined,
          )),
      };
    },
  };
};

/** The id that an address of this server ends with. */
export const urlParameter = (documentation: string, column: SQLiteColumn, type: string): Parameter => ({
  type: 'uri',
  documentation,
  condition: (or, { url }) => {
    const ids = or
      .map(plainValue)
      .flatMap((value) => (value.includes('/') ? (referredId(value, [type], url)?.id ?? []) : []));
    if (ids.length === 0) return null;
    return { shape: 'url', value: JSON.stringify(ids), where: (list) => isIn(column, list), access: { way: 'few' } };
  },
});
