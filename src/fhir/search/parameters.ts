/** Kinds of search parameters. A type's file says which column each of its parameters looks at. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { survivorOf } from '../../db/schema/patient';
import type { CodeMap } from '../elements/codes';
import type { Resource } from '../elements/datatypes';
import { type IdSystem, ownName } from '../elements/systems';
import { ALTERNATIVES_TOGETHER } from './bounds';
import type { Access, Condition, Parameter, Value } from './condition';
import { askedOf, few, joinedDays, joinedRanges, plainValue, referredId, tokenOf } from './values';

const isIn = (column: SQLWrapper, list: SQLWrapper, value = sql`value`): SQL =>
  sql`${column} in (select ${value} from json_each(${list}))`;

/** By halves: D1 takes expressions that are 100 deep. */
export const anyOf = (parts: readonly SQL[]): SQL => {
  const half = Math.ceil(parts.length / 2);
  return parts.length < 2 ? sql`${parts[0]}` : sql`(${anyOf(parts.slice(0, half))} or ${anyOf(parts.slice(half))})`;
};

/** Spelled out: a row of `json_each` for each range would be read for each row that is looked at. */
const isWithin = (column: SQLWrapper, ranges: SQLWrapper, n: number): SQL => {
  const bound = (range: number, end: 0 | 1) => sql`${ranges} ->> ${sql.raw(`'$[${range}][${end}]'`)}`;
  return anyOf(Array.from({ length: n }, (_, i) => sql`${column} >= ${bound(i, 0)} and ${column} < ${bound(i, 1)}`));
};

type Ranges = readonly (readonly [from: Value, until: Value])[];

/** A column of texts or times, compared with ranges that are apart: by its index, from the first one to the last. */
function ranged(column: SQLiteColumn, ranges: Ranges, isIndexed: boolean): Condition {
  const n = ranges.length;
  const [from, until] = [ranges[0]?.[0] ?? '', ranges.at(-1)?.[1] ?? ''];
  const access: Access = { way: 'range', key: column, from, until, ...(n > 1 && { isWide: true }) };
  return {
    shape: `${column.name} within ${n}`,
    value: JSON.stringify(ranges),
    alternatives: n,
    // Without an index: SQLite would look into it once for each range.
    where: (value) => isWithin(sql`+${column}`, value, n),
    ...(isIndexed && { access }),
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
  condition: (or, { timeZone }) => ranged(column, joinedRanges(or, timeZone), indexed),
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
    const ranges = joinedRanges(or, timeZone);
    return {
      ...{ shape, value: JSON.stringify(ranges), alternatives: ranges.length },
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
  condition: (or) => ranged(column, joinedDays(or), indexed),
});

interface Referring {
  documentation: string;
  /** types of what is referred to, each with the column of its id */
  to: Readonly<Record<string, SQLiteColumn>>;
  /** the column that the indexes of these go on with; `seq` where there is none */
  key?: SQLiteColumn;
}

/** Alternatives that are read from an index each: D1 takes no more parts of one statement. */
const READ_APART = 5;

const accessOf = (
  columns: SQLiteColumn[],
  values: string[],
  key?: SQLiteColumn,
  patient?: SQLiteColumn,
): Pick<Condition, 'access'> =>
  values.length > READ_APART ? {} : { access: { way: 'equal', columns, values, key, patient } };

/** Who was merged into another patient leads there, as by a read. */
export const referenceParameter = ({ documentation, to, key }: Referring): Parameter => {
  const types = Object.keys(to);
  const { Patient: patient } = to;
  return {
    type: 'reference',
    documentation,
    modifiers: types,
    condition: (or, { url }, modifier) => {
      const referred = few(
        or.flatMap((value) => referredId(value, types, url) ?? []),
        ALTERNATIVES_TOGETHER,
      );
      const pairs = referred.flatMap(({ type = modifier, id }) =>
        Object.entries(to).flatMap(([known, column]) => (type === undefined || type === known ? [{ column, id }] : [])),
      );
      if (pairs.length === 0) return null;
      const columns = pairs.map(({ column }) => column);
      const any = [...new Set(columns)];
      return {
        shape: `${any.map(({ name }) => name)} refers${patient ? ' to patients' : ''}`,
        value: JSON.stringify(referred.map(({ id }) => id)),
        alternatives: referred.length,
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
      const words = [...new Set(codes)].flatMap((code) => map.words[code as Code] ?? []);
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
          )),
      };
    },
  };
};

interface OwnCode {
  documentation: string;
  system: IdSystem;
  /** with an index, which goes on with `seq` */
  column: SQLiteColumn;
  keyOf?: (code: string) => string;
}

/** A code of the hospital's own. There may be any number of them. */
export const ownCodeParameter = ({ documentation, system, column, keyOf = (code) => code }: OwnCode): Parameter => ({
  type: 'token',
  documentation,
  condition: (or, { systems }) => {
    const codes = or
      .map(tokenOf)
      .filter((token) => token.system === undefined || ownName(token.system, systems) === system)
      .map(({ code }) => code);
    if (codes.includes(''))
      return { shape: `${column.name} is there`, value: '', where: () => sql`${column} is not null` };
    const keys = few([...new Set(codes.map(keyOf))]);
    if (keys.length === 0) return null;
    return {
      ...{ shape: `${column.name} is one`, value: JSON.stringify(keys), alternatives: keys.length },
      where: (list) => isIn(column, list),
      ...accessOf(
        keys.map(() => column),
        [...keys],
      ),
    };
  },
});

/** The id that an address of this server ends with. */
export const urlParameter = (documentation: string, column: SQLiteColumn, type: string): Parameter => ({
  type: 'uri',
  documentation,
  condition: (or, { url }) => {
    const ids = or
      .map(plainValue)
      .flatMap((value) => (value.includes('/') ? (referredId(value, [type], url)?.id ?? []) : []));
    if (ids.length === 0) return null;
    return {
      ...{ shape: 'url', value: JSON.stringify(ids), named: ids.length },
      ...{ where: (list) => isIn(column, list), access: { way: 'few' } },
    };
  },
});
