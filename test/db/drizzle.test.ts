import { env } from 'cloudflare:workers';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/db/client';
import type { Query } from '../../src/db/query';
import { isJson, isLong, json, longText } from '../../src/db/schema/columns';
import { db, type Inputs, rawStatement, statement } from '../../src/db/statement';

const thing = sqliteTable('thing', {
  id: text().notNull(),
  is_new: integer({ mode: 'boolean' }).notNull(),
  tags: json<string[]>(),
  note: longText(),
});
const row = { id: 'a', is_new: true, tags: ['x'], note: 'n' };
const by = (p: Inputs<{ id: string }>) => eq(thing.id, p.id);
const answerOf = <Row>(query: Query<Row[]>) => new Database(env.DB, 'first-primary').first(query);

beforeAll(async () => {
  await env.DB.exec('CREATE TABLE thing (id TEXT, is_new INTEGER, tags TEXT, note TEXT)');
  await env.DB.prepare(`INSERT INTO thing VALUES ('a', 1, '["x"]', 'n')`).run();
});

// What an upgrade of Drizzle may change without a word, as its types and its documentation do not promise it.
describe('What src/db needs of the inside of Drizzle', () => {
  it('getSelectedFields() of a select, and `decoder` of SQL: by them `statement` reads JSON, booleans and mapWith', async () => {
    const fields = {
      ...getTableColumns(thing),
      first: sql<string>`tags`.mapWith((tags: string) => JSON.parse(tags)[0]).as('first'),
    };
    const read = statement((p: Inputs<{ id: string }>) => db.select(fields).from(thing).where(by(p)));
    expect(await answerOf(read({ id: 'a' }))).toEqual({ ...row, first: 'x' });
  });

  it('BaseSQLiteDatabase, which runs nothing by its session', () => {
    expect(() => db.select().from(thing).all()).toThrow('src/db/client.ts');
    expect(() => db.transaction(async () => {})).toThrow('batch');
  });

  it('sqlToQuery(), escapeName() and escapeParam() of its dialect: builders compile', () => {
    const read = statement((p: Inputs<{ id: string }>) => db.select({ id: thing.id }).from(thing).where(by(p)));
    expect(read({ id: 'b' }).statements).toEqual([
      { sql: 'select `id` from `thing` where `thing`.`id` = ?1', values: ['b'], isRead: true },
    ]);
    const twice = rawStatement<{ id: string; note: string }, object>(
      (p) => sql`select ${p.id}, ${thing.note} = ${p.note}, ${p.id} from ${thing}`,
    );
    expect(twice({ id: 'b', note: 'n' }).statements).toEqual([
      { sql: 'select ?1, `thing`.`note` = ?2, ?1 from `thing`', values: ['b', 'n'], isRead: true },
    ]);
  });

  it('nothing of a write: what it returns is read by the fields that rawStatement is told', async () => {
    const returned = { is_new: thing.is_new, tags: thing.tags };
    const write = (p: Inputs<{ id: string }>) => db.update(thing).set({ note: 'n' }).where(by(p)).returning(returned);
    expect(await answerOf(rawStatement(write, returned)({ id: 'a' }))).toEqual({ is_new: true, tags: ['x'] });
    // @ts-expect-error: a `statement` would return the boolean as 1 and the list as its JSON.
    statement(write);
    const plain = statement((p: Inputs<{ id: string }>) =>
      db.update(thing).set({ note: 'n' }).where(by(p)).returning({ id: thing.id, note: thing.note }),
    );
    expect(await answerOf(plain({ id: 'a' }))).toEqual({ id: 'a', note: 'n' });
  });

  it('nothing to know JSON and long texts: is() is public', () => {
    expect(Object.values(getTableColumns(thing)).filter(isLong)).toEqual([thing.tags, thing.note]);
    expect(Object.values(getTableColumns(thing)).filter(isJson)).toEqual([thing.tags]);
  });
});
