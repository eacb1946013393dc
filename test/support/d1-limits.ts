import { env } from 'cloudflare:workers';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../../src/db/schema';

/** D1's documented limits that the local runtime does not enforce, or enforces later than D1. */
export const LIMITS = {
  ...{ value: 2_000_000, row: 2_000_000, parameters: 100, sql: 100_000, compound: 5 },
  /** of a function; locally 127 */
  arguments: 32,
} as const;

/** What D1 would not take of a statement. */
export function excessOf(sql: string, values: readonly unknown[] = []): string[] {
  const compound = selectsOf(sql);
  const given = argumentsOf(sql);
  const found = [
    Buffer.byteLength(sql) > LIMITS.sql && `${Buffer.byteLength(sql)} bytes of SQL`,
    values.length > LIMITS.parameters && `${values.length} parameters`,
    compound > LIMITS.compound && `a compound SELECT of ${compound} terms`,
    given > LIMITS.arguments && `a function with ${given} arguments`,
    ...values.map((value) => {
      const size = typeof value === 'string' ? Buffer.byteLength(value) : 0;
      return size > LIMITS.value && `a value of ${size} bytes`;
    }),
  ];
  return found.filter((excess) => excess !== false);
}

/** The most terms of a compound SELECT in the statement: one more than there are set operators between the same parentheses. */
function selectsOf(sql: string): number {
  const terms: number[] = [];
  let [depth, most] = [0, 1];
  for (const [token] of sql.matchAll(/'(?:[^']|'')*'|"[^"]*"|[()]|\b(?:union|intersect|except)\b/gi)) {
    if (token === '(') terms[++depth] = 1;
    else if (token === ')') depth--;
    else if (/^\w/.test(token)) terms[depth] = (terms[depth] ?? 1) + 1;
    most = Math.max(most, terms[depth] ?? 1);
  }
  return most;
}

/** What is no function before a parenthesis: a list's word, and a table behind such a word. */
const LISTS = /^(in|values|as|on|over|conflict)$/i;
const TABLES = /^(into|table|on|references)$/i;
/** Behind the columns of a common table expression. */
const DEFINITION = /^\s*as\s+((not\s+)?materialized\s*)?\(/i;

/** The most arguments that the statement gives to a function. */
function argumentsOf(sql: string): number {
  // Few statements have as many commas as it takes.
  if (sql.split(',').length <= LIMITS.arguments) return 0;
  const open: { isCall: boolean; given: number }[] = [];
  let [most, word, before] = [0, '', ''];
  for (const { 0: token, index } of sql.matchAll(/'(?:[^']|'')*'|"[^"]*"|`[^`]*`|[(),]|\w+/g)) {
    if (token === '(') {
      const isName = /^[a-z]\w*$/i.test(word) && sql.endsWith(word, index);
      open.push({ isCall: isName && !LISTS.test(word) && !TABLES.test(before), given: 1 });
    } else if (token === ',') {
      const call = open.at(-1);
      if (call) call.given++;
    } else if (token === ')') {
      const { isCall, given } = open.pop() ?? { isCall: false, given: 0 };
      if (isCall && !DEFINITION.test(sql.slice(index + 1, index + 40))) most = Math.max(most, given);
    }
    [before, word] = [word, token];
  }
  return most;
}

const found: string[] = [];
const note = (sql: string, values?: readonly unknown[]) =>
  found.push(...excessOf(sql, values).map((excess) => `${excess}: ${sql.slice(0, 200)}`));

type Method = (this: { statement: string }, ...given: unknown[]) => unknown;

/** Has every statement checked that is prepared or bound, by the service or by a test. @returns what ends it */
export function watchLimits(): () => void {
  const statement = Object.getPrototypeOf(env.DB.prepare('SELECT 1')) as Record<'bind', Method>;
  const { bind } = statement;
  statement.bind = function (...values) {
    note(this.statement, values);
    return bind.apply(this, values);
  };
  const ends: (() => unknown)[] = [() => Object.assign(statement, { bind })];
  for (const owner of [env.DB, env.DB.withSession()]) {
    const prototype = Object.getPrototypeOf(owner) as Record<'prepare', (sql: string) => unknown>;
    const { prepare } = prototype;
    prototype.prepare = function (sql) {
      note(sql);
      return prepare.call(this, sql);
    };
    ends.push(() => Object.assign(prototype, { prepare }));
  }
  return () => {
    for (const end of ends) end();
  };
}

/** The bytes of the largest row of each table, in one statement, as this is asked after every file. */
const LARGEST_ROWS = `SELECT ${Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map((table) => {
    const { name, columns } = getTableConfig(table);
    const size = columns.map((column) => `coalesce(octet_length("${column.name}"), 0)`).join(' + ');
    return `(SELECT max(${size}) FROM "${name}") AS "${name}"`;
  })
  .join(', ')}`;

/** What was sent since the last call, or is stored, and is more than D1 takes. */
export async function takeExcess(): Promise<string[]> {
  const largest = await env.DB.prepare(LARGEST_ROWS).first<Record<string, number | null>>();
  for (const [table, bytes] of Object.entries(largest ?? {})) {
    if (Number(bytes) > LIMITS.row) found.push(`a row of ${bytes} bytes in ${table}`);
  }
  return found.splice(0);
}
