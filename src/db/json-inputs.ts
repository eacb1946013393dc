import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Inputs } from './statement';

/*
 * What a statement is given, as one parameter of JSON: an update's audit row compares every column, and D1 takes 100 parameters.
 */

/** Of `given(json)`, for the FROM clause. */
export const inJson = <T>() =>
  new Proxy({}, { get: (_, name) => sql`(given.json ->> ${sql.raw(`'${String(name)}'`)})` }) as Inputs<T>;

export const givenAs = (json: Inputs<{ json: string }>['json']): SQL => sql`(select ${json} as json) given`;

/** As the columns store the values, but for JSON, which comes out of JSON as it would be stored. */
export const jsonOf = (columns: Readonly<Record<string, SQLiteColumn>>, values: object): string => {
  const stored = ([name, value]: [string, unknown]) => {
    const column = columns[name];
    return [name, value === null || !column || column.dataType === 'json' ? value : column.mapToDriverValue(value)];
  };
  return JSON.stringify(Object.fromEntries(Object.entries(values).map(stored)));
};
