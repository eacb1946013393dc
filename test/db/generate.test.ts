import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import diagram from '../../docs/data-model.md?raw';
import { dataModel } from '../../scripts/data-model';
import { appended, refusalOf, triggerChanges, withTableOptions } from '../../scripts/migration';
import * as schema from '../../src/db/schema';
import { entityColumns, regNumber } from '../../src/db/schema/columns';
import { appendOnly, counted, extrasOf, searchable, withoutRowid } from '../../src/db/schema/extras';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { rows } from '../support/rows';

const ward = sqliteTable('ward', {
  ...entityColumns(),
  reg_number: regNumber('WRD'),
  floor: text().notNull(),
  terms: text().notNull(),
});
const key = sqliteTable('key', { key: text().primaryKey(), at: integer() });

const textsOf = (...extras: { triggers?: string[] }[]) => extras.flatMap(({ triggers = [] }) => triggers);
const startsOf = (statements: string[]) => statements.map((statement) => statement.split(' ').slice(0, 5).join(' '));

describe('a migration of drizzle-kit', () => {
  const migration =
    'CREATE TABLE `ward` (\n\t`floor` text\n);\n--> statement-breakpoint\nCREATE TABLE `key` (\n\t`at` integer\n);\n';

  it('gets STRICT tables, without row ids where that is declared', () => {
    expect(withTableOptions(migration, [searchable(ward), withoutRowid(key)])).toBe(
      'CREATE TABLE `ward` (\n\t`floor` text\n) STRICT;\n--> statement-breakpoint\nCREATE TABLE `key` (\n\t`at` integer\n) STRICT, WITHOUT ROWID;\n',
    );
  });

  it.each([
    ['DROP TABLE `ward`;', 'drops'],
    ['ALTER TABLE `ward` DROP COLUMN `floor`;', 'drops'],
    ['CREATE TABLE `__new_ward` (\n);\nDROP TABLE `ward`;', 'rebuilds'],
    ['FOREIGN KEY (`a`) REFERENCES `b`(`id`) ON DELETE cascade', 'foreign key'],
    ['ALTER TABLE `ward` ADD `floor` text NOT NULL;', 'required column'],
  ])('is refused for %j', (statement, reason) => {
    expect(refusalOf(statement)).toContain(reason);
  });

  it.each([
    migration,
    'ALTER TABLE `ward` ADD `floor` text;',
    "ALTER TABLE `ward` ADD `tags` text DEFAULT '[]' NOT NULL;",
    "ALTER TABLE `ward` ADD `reg_number` text GENERATED ALWAYS AS (printf('WRD-%08d', seq)) VIRTUAL NOT NULL;",
    'CREATE TABLE `sum` (\n\t`add` text NOT NULL\n) STRICT;',
    'DROP INDEX `ward_live`;',
  ])('is not refused for %j', (statement) => {
    expect(refusalOf(statement)).toBeUndefined();
  });

  it('ends with the statements appended, each behind a breakpoint', () => {
    expect(appended('A;--> statement-breakpoint\nB;', ['C;', 'D;'])).toBe(
      'A;--> statement-breakpoint\nB;\n--> statement-breakpoint\nC;\n--> statement-breakpoint\nD;\n',
    );
    expect(appended('', ['C;'])).toBe('C;\n');
  });
});

describe('changes of triggers', () => {
  it('are none for the triggers that a database has', () => {
    const extras = [searchable(ward), counted(ward), appendOnly(ward)];
    expect(triggerChanges(textsOf(...extras), extras)).toEqual([]);
  });

  it('fill in the rows of an older table, and not of a new one', () => {
    const created = ['CREATE TRIGGER ward_count_insert AFTER INSERT', 'CREATE TRIGGER ward_count_delete AFTER UPDATE'];
    expect(startsOf(triggerChanges([], [counted(ward)], 'CREATE TABLE `ward` ('))).toEqual(created);
    expect(startsOf(triggerChanges([], [counted(ward)]))).toEqual([
      ...created,
      'DELETE FROM counter WHERE kind',
      'INSERT INTO counter (kind, term,',
    ]);
  });

  it('replace what a changed declaration wrote', () => {
    expect(startsOf(triggerChanges(textsOf(counted(ward)), [counted(ward, { by: ward.floor })]))).toEqual([
      'DROP TRIGGER IF EXISTS ward_count_insert;',
      'DROP TRIGGER IF EXISTS ward_count_delete;',
      'CREATE TRIGGER ward_count_insert AFTER INSERT',
      'CREATE TRIGGER ward_count_update AFTER UPDATE',
      'CREATE TRIGGER ward_count_delete AFTER UPDATE',
      'DELETE FROM counter WHERE kind',
      'INSERT INTO counter (kind, term,',
    ]);
  });

  it('know the prefix of registration numbers from the column', () => {
    expect(textsOf(searchable(ward))[1]).toContain("printf('wrd%08d', NEW.seq)");
    const reg_number = text().generatedAlwaysAs(sql`printf('W%d', seq)`);
    const other = sqliteTable('other', { ...entityColumns(), reg_number, terms: text().notNull() });
    expect(() => searchable(other)).toThrow('regNumber()');
  });

  it('leave search words as they are: the sweep writes those of existing rows', () => {
    const current = textsOf(searchable(ward)).map((trigger) => trigger.replace('seq = NEW.seq', 'seq = OLD.seq'));
    expect(startsOf(triggerChanges(current, [searchable(ward)]))).toEqual([
      'DROP TRIGGER IF EXISTS ward_terms_update;',
      'DROP TRIGGER IF EXISTS ward_terms_delete;',
      'CREATE TRIGGER ward_terms_update AFTER UPDATE',
      'CREATE TRIGGER ward_terms_delete AFTER UPDATE',
    ]);
  });

  it('take away all that triggers wrote, and write tags and counters again for existing rows', async () => {
    await make.department();
    await make.doctor();
    const { id } = await make.patient({ last_name: 'Gone' });
    await ok('DELETE', `/patient/${id}`);
    const invoice = await make.invoice({ tags: ['insurance', 'urgent'] });
    await ok('PUT', `/invoice/${invoice.id}`, { json: { ...invoice, status: 'ISSUED', tags: ['urgent'] } });
    await make.catalogItem({ tags: ['urgent', 'urgent', 'x-ray'] });
    const item = await make.catalogItem({ tags: ['x-ray'] });
    await env.DB.prepare('UPDATE catalog_item SET deleted_at = 1 WHERE code = ?').bind(item.code).run();

    const extras = extrasOf(schema);
    const terms = (which = '') => rows(`SELECT * FROM search_term ${which} ORDER BY kind, term, seq`);
    const tags = () => terms("WHERE instr(kind, ':tag')");
    const counters = () => rows('SELECT * FROM counter WHERE n > 0 ORDER BY kind, term');
    const apply = (statements: string[]) => env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
    const before = [await tags(), await counters()];
    expect(before).not.toContainEqual([]);
    await apply(triggerChanges(textsOf(...extras), []));
    expect([await terms(), await counters()]).toEqual([[], []]);
    await apply(triggerChanges([], extras));
    expect([await terms(), await counters()]).toEqual(before);
  });
});

it('docs/data-model.md shows the schema', () => {
  expect(diagram, 'the schema changed: run `npm run generate`').toBe(dataModel(schema));
});
