import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { type Ask, staleIndexes } from './invariants';
import { rows } from './rows';

/** Runs statements directly on D1, for test/support/invariants.ts. */
export const ask: Ask = async (statements) => {
  const found = await env.DB.batch<Record<string, unknown>>(statements.map((sql) => env.DB.prepare(sql)));
  return found.map(({ results }) => results);
};

/** The rows of a table that its full-text index has under a term as a whole, by `seq`. */
export const indexedUnder = async (table: string, term: string): Promise<number[]> => {
  const index = `${table}_search`;
  const found = await rows<{ seq: number }>(
    `SELECT rowid AS seq FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid`,
    `"${term}"`,
  );
  return found.map(({ seq }) => seq);
};

/** Every full-text index has what its view says, and nothing else. */
export const expectIndexed = async (): Promise<void> => expect(await staleIndexes(ask)).toEqual([]);
