/** Kinds of search parameters; those of times: time-parameters.ts. A type's file says which column each of its parameters looks at. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { survivorOf } from '../../db/schema/patient';
import { type IdSystem, ownName } from '../../db/systems';
import type { CodeMap } from '../elements/codes';
import { ALTERNATIVES_TOGETHER } from './bounds';
import type { Condition, Parameter } from './condition';
import { askedOf, few, plainValue, referredId, tokenOf } from './values';

const isIn = (column: SQLWrapper, list: SQLWrapper, value = sql`value`): SQL =>
  sql`${column} in (select ${value} from json_each(${list}))`;

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
  const wordsOf = new Map<string, readonly string[]>(Object.entries(map.words));
  const known = sql.raw(`'${JSON.stringify(Object.values(map.words).flat())}'`);
  return {
    type: 'token',
    documentation,
    condition: (or) => {
      const codes = or.map(tokenOf).flatMap((token) => {
        if (token.system !== undefined && token.system !== system) return [];
        return token.code === '' ? Object.keys(map.words) : [token.code];
      });
      const words = [...new Set(codes)].flatMap((code) => wordsOf.get(code) ?? []);
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
