import { env } from 'cloudflare:workers';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import diagram from '../../docs/data-model.md?raw';
import { dataModel } from '../../scripts/data-model';
import { appended, changes, refusalOf, withTableOptions } from '../../scripts/migration';
import * as schema from '../../src/db/schema';
import { appendOnly } from '../../src/db/schema/append-only';
import { entityColumns, regNumber } from '../../src/db/schema/columns';
import { counted } from '../../src/db/schema/counted';
import { type Extra, extrasOf, withoutRowid } from '../../src/db/schema/extras';
import { searchable } from '../../src/db/schema/searchable';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { expectIndexed } from '../support/full-text';
import { rows } from '../support/rows';

const ward = sqliteTable('ward', {
  ...entityColumns(),
  reg_number: regNumber('WRD'),
  floor: text().notNull(),
  terms: text().notNull(),
});
const key = sqliteTable('key', { key: text().primaryKey(), at: integer() });

/** All that is made for extras, as a database has it. */
const madeFor = (...extras: Extra[]) =>
  extras.flatMap(({ search, triggers = [] }) => [...(search ? [search.view, search.create] : []), ...triggers]);
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
    'DROP TABLE IF EXISTS ward_search;',
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

describe('changes of views, full-text indexes and triggers', () => {
  const ofIndex = [
    'CREATE VIEW ward_words AS SELECT',
    'CREATE VIRTUAL TABLE ward_search USING',
    'CREATE TRIGGER ward_search_insert AFTER INSERT',
    'CREATE TRIGGER ward_search_before BEFORE UPDATE',
    'CREATE TRIGGER ward_search_after AFTER UPDATE',
  ];
  const filled = 'INSERT INTO ward_search (ward_search) VALUES';

  it('are none for what a database has', () => {
    const extras = [searchable(ward), counted(ward), appendOnly(ward)];
    expect(changes(madeFor(...extras), extras)).toEqual([]);
  });

  it('fill in the rows of an older table, and not of a new one', () => {
    const created = [
      ...ofIndex,
      'CREATE TRIGGER ward_count_insert AFTER INSERT',
      'CREATE TRIGGER ward_count_delete AFTER UPDATE',
    ];
    const extras = [searchable(ward), counted(ward)];
    expect(startsOf(changes([], extras, 'CREATE TABLE `ward` ('))).toEqual(created);
    expect(startsOf(changes([], extras))).toEqual([
      ...created,
      filled,
      'DELETE FROM counter WHERE kind',
      'INSERT INTO counter (kind, term,',
    ]);
  });

  it('give a new table the rows that it begins with, and an older one none', () => {
    const extras = [{ ...appendOnly(key), seed: ['INSERT INTO key (at) VALUES (1);'] }];
    const created = changes([], extras, 'CREATE TABLE `key` (');
    expect(created.at(-1)).toBe('INSERT INTO key (at) VALUES (1);');
    expect(changes([], extras)).toEqual(created.slice(0, -1));
  });

  it('replace what a changed declaration wrote', () => {
    expect(startsOf(changes(madeFor(counted(ward)), [counted(ward, { by: ward.floor })]))).toEqual([
      'DROP TRIGGER IF EXISTS ward_count_delete;',
      'DROP TRIGGER IF EXISTS ward_count_insert;',
      'CREATE TRIGGER ward_count_insert AFTER INSERT',
      'CREATE TRIGGER ward_count_update AFTER UPDATE',
      'CREATE TRIGGER ward_count_delete AFTER UPDATE',
      'DELETE FROM counter WHERE kind',
      'INSERT INTO counter (kind, term,',
    ]);
  });

  it('make an index anew whose options have changed', () => {
    const current = madeFor(searchable(ward)).map((made) => made.replace("prefix='1 2", "prefix='2"));
    const statements = changes(current, [searchable(ward)]);
    expect(startsOf(statements)).toEqual(['DROP TABLE IF EXISTS ward_search;', ofIndex[1], filled]);
    expect(refusalOf(statements.join('\n'))).toBeUndefined();
  });
});

describe('In a database with rows, changes', () => {
  const extras = extrasOf(schema);
  const apply = (statements: string[]) => env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  const current = async () =>
    (
      await rows<{ sql: string }>(
        "SELECT sql FROM sqlite_schema WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'",
      )
    ).map(({ sql }) => sql);
  const counters = () => rows('SELECT * FROM counter WHERE n > 0 ORDER BY kind, term');
  const isFound = async (text: string) => (await ok('GET', `/patient/?search=${text}`)).length > 0;

  it('take away all that triggers wrote, and write it again for existing rows', async () => {
    await make.department();
    await make.doctor();
    const { id } = await make.patient({ last_name: 'Gone' });
    await ok('DELETE', `/patient/${id}`);
    await make.patient({ last_name: 'Kept' });
    const invoice = await make.invoice({ tags: ['insurance', 'urgent'] });
    await ok('PUT', `/invoice/${invoice.id}`, { json: { ...invoice, status: 'ISSUED', tags: ['urgent'] } });
    await make.catalogItem({ tags: ['urgent', 'urgent', 'x-ray'] });
    const item = await make.catalogItem({ tags: ['x-ray'] });
    await env.DB.prepare('UPDATE catalog_item SET deleted_at = 1 WHERE code = ?').bind(item.code).run();

    const before = await counters();
    expect(before).not.toEqual([]);
    await apply(changes(await current(), []));
    expect([await current(), await counters()]).toEqual([[], []]);
    await apply(changes([], extras));
    expect(await counters()).toEqual(before);
    await expectIndexed();
    expect([await isFound('kept'), await isFound('gone')]).toEqual([true, false]);
  });

  it('of a view leave no word of the former one in the index', async () => {
    await make.patient({ last_name: 'Viewed', phone_number: '+46 70 555 91 82' });
    expect([await isFound('viewed'), await isFound('5559182')]).toEqual([true, true]);
    const patient = searchable(schema.patient, { terms: [schema.patient.name_terms] });
    const others = extras.map((extra) => (extra.search?.index === patient.search?.index ? patient : extra));
    const statements = changes(await current(), others);
    expect(startsOf(statements)).toContain('DROP VIEW IF EXISTS patient_words;');
    expect(startsOf(statements)).not.toContain('INSERT INTO invoice_search (invoice_search) VALUES');
    await apply(statements);
    await expectIndexed();
    const phones = 'SELECT rowid FROM patient_search WHERE patient_search MATCH \'"#"*\'';
    expect(await rows(phones)).toEqual([]);
    await apply(changes(await current(), extras));
    await expectIndexed();
    expect(await rows(phones)).not.toEqual([]);
    expect([await isFound('viewed'), await isFound('5559182')]).toEqual([true, true]);
  });

  it('that rebuild a table fail, as its view is in the way', async () => {
    const rebuild = [
      'CREATE TABLE __new_catalog_item AS SELECT * FROM catalog_item',
      'DROP TABLE catalog_item',
      'ALTER TABLE __new_catalog_item RENAME TO catalog_item',
    ];
    await expect(apply(rebuild)).rejects.toThrow('error in view catalog_item_words');
  });
});

it('docs/data-model.md shows the schema', () => {
  expect(diagram, 'the schema changed: run `npm run generate`').toBe(dataModel(schema));
});
