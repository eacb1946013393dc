import { sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { folded, holdsTime } from '../../src/db/schema/appointment';
import { foldWord, hasTime, isCancelled } from '../../src/rules/appointment-status';
import { rows } from '../support/rows';

const KNOWN = ['SCEDULED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW', 'CANCELED', 'COMPLETE'];
const spellings = (word: string) => [
  ...[word, word.toLowerCase(), word.replace('_', '-'), word.replace('_', ' '), word.replace('_', '')],
  ` ${word} `,
  [...word].join('_'),
];
const WORDS = [
  ...KNOWN.flatMap(spellings),
  'NOT COMPLETED',
  'COMPLETE CANCELLED',
  'noſhow',
  'canceled\n',
  'ß',
  '-',
  '_',
];

describe('A status', () => {
  it.each([
    [['SCEDULED', 'CHECKED_IN', 'in progress', 'Confirmed', 'NOT COMPLETED', '-'], true],
    [['COMPLETED', 'complete', 'Cancelled', 'CANCELED', 'NO_SHOW', 'no show', 'no-show', 'NoShow'], false],
  ])('%j: holds its time: %s', (statuses, expected) => {
    expect(statuses.map(hasTime)).toEqual(statuses.map(() => expected));
  });

  it('is cancelled in both spellings, and only then', () => {
    expect(WORDS.filter((word) => isCancelled(word)).map((word) => foldWord(word))).toEqual([
      ...spellings('CANCELLED').map(() => 'CANCELLED'),
      ...spellings('CANCELED').map(() => 'CANCELED'),
    ]);
  });

  it('is folded and holds its time in SQL as in TypeScript', async () => {
    const one = sql`value`;
    const { sql: text } = new SQLiteSyncDialect().sqlToQuery(
      sql`select ${folded(one)} as word, ${holdsTime(one)} as held from json_each(${sql.raw('?1')})`,
    );
    expect(await rows(text, JSON.stringify(WORDS))).toEqual(
      WORDS.map((word) => ({ word: foldWord(word), held: Number(hasTime(word)) })),
    );
  });
});
