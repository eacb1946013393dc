/** Kinds of search parameters. A type's file says which column each of its parameters looks at. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { survivorOf } from '../../db/schema/patient';
import type { CodeMap } from '../codes';
import type { Resource } from '../elements';
import type { Access, Condition, Parameter } from './condition';
import { askedOf, dayRangesOf, plainValue, rangesOf, referredId, tokenOf } from './values';

const isIn = (column: SQLWrapper, list: SQLWrapper, value = sql`value`): SQL =>
  sql`${column} in (select ${value} from json_each(${list}))`;

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

/** Of what no column has. @param instantOf an instant of the resource */
export const instantParameter = (
  shape: string,
  documentation: string,
  instantOf: (resource: Resource) => unknown,
): Parameter => ({
  type: 'date',
  documentation,
  condition: (or, { timeZone }) => {
    const ranges = or.flatMap((value) => rangesOf(value, timeZone));
    return {
      ...{ shape, value: JSON.stringify(ranges) },
      refine: (resource) => {
        const at = Date.parse(String(instantOf(resource)));
        return ranges.some(([from, until]) => from <= at && at < until);
      },
    };
  },
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
  patient?: SQLiteColumn,
): Pick<Condition, 'access'> =>
  values.length > ALTERNATIVES_MAX ? {} : { access: { way: 'equal', columns, values, key, patient } };

/** Who was merged into another patient leads there, as by a read. */
export const referenceParameter = ({ documentation, to, key }: Referring): Parameter => {
  const types = Object.keys(to);
  const { Patient: patient } = to;
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
        shape: `${any.map(({ name }) => name)} refers${patient ? ' to patients' : ''}`,
        value: JSON.stringify(referred.map(({ id }) => id)),
        where: (value) =>
          sql`(${sql.join(
            any.map((column) => isIn(column, value, column === patient ? survivorOf(sql`value`) : undefined)),
            sql` or `,
          )})`,
        ...accessOf(
          columns,
          pairs.map(({ id }) => id),
          key,
          patient,
        ),
        asked: askedOf(referred, modifier === undefined ? types : [modifier]),
      };
    },
  };
};

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
      const codes = or.map(tokenOf).flatMap((token) => {
        if (token.system !== undefined && token.system !== system) return [];
        return token.code === '' ? Object.keys(map.words) : [token.code];
      });
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
