import { Column, type DriverValueDecoder, is, noopDecoder, SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { RawRow } from './query';

export type Fields = Record<string, SQLiteColumn | SQL.Aliased>;

export const selected = (fields: Fields): SQL =>
  sql.join(
    Object.entries(fields).map(([name, field]) =>
      is(field, SQL.Aliased) ? sql`${field.sql} as ${sql.identifier(name)}` : sql`${field}`,
    ),
    sql`, `,
  );

/** Drizzle's types do not show what `mapWith` sets, and every SQL has. */
const decoderIn = (part: SQL) => (part as SQL & { decoder: DriverValueDecoder<unknown, unknown> }).decoder;

type Decode = DriverValueDecoder<unknown, unknown>['mapFromDriverValue'];

/** D1 gives rows by name, so a field's name must be its column's or its alias. @throws TypeError for any other */
function decodeOf(name: string, field: unknown): Decode | undefined {
  if (is(field, Column) && field.name === name) {
    const { mapFromDriverValue } = field;
    return mapFromDriverValue === Column.prototype.mapFromDriverValue ? undefined : mapFromDriverValue.bind(field);
  }
  if (is(field, SQL.Aliased) && field.fieldAlias === name) {
    const decoder = decoderIn(field.sql);
    return decoder === noopDecoder ? undefined : decoder.mapFromDriverValue;
  }
  throw new TypeError(`The field ${name} is neither a column of that name nor SQL with that alias`);
}

/** Decodes a row in place, by the modes of its columns (`json`, `boolean`) and by `mapWith`. */
export function decoderOf(fields: Readonly<Record<string, unknown>>): ((row: RawRow) => void) | undefined {
  const decoders = Object.entries(fields).flatMap(([name, field]) => {
    const decode = decodeOf(name, field);
    return decode ? [{ name, decode }] : [];
  });
  if (decoders.length === 0) return undefined;
  return (row) => {
    for (const { name, decode } of decoders) if (row[name] !== null) row[name] = decode(row[name]);
  };
}
