import { env } from 'cloudflare:workers';
import { getTableColumns } from 'drizzle-orm';
import { integer, type SQLiteTable, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { Database } from '../../src/db/client';
import { keysetList } from '../../src/db/keyset-list';
import { catalogItem, department, doctor, invoice, patient } from '../../src/db/schema';
import { isLong, longText } from '../../src/db/schema/columns';
import { NAME_MAX } from '../../src/schemas/fields';
import { document } from '../support/openapi';

const TABLES: Record<string, SQLiteTable> = {
  CatalogItemInput: catalogItem,
  DepartmentInput: department,
  DoctorInput: doctor,
  InvoiceInput: invoice,
  PatientInput: patient,
};

interface Property {
  maxLength?: number;
  maxItems?: number;
  anyOf?: Property[];
  $ref?: string;
}
/** What has a schema of its own is an object of several texts. */
const mayBeLong = ({ maxLength = 0, maxItems = 0, anyOf = [], $ref }: Property): boolean =>
  maxLength > NAME_MAX || maxItems > 0 || $ref !== undefined || anyOf.some(mayBeLong);

describe('What makes a row large', () => {
  it.each(Object.entries(TABLES))('is known of every field of %s', (name, table) => {
    const properties: Record<string, Property> = document.components.schemas[name]?.properties ?? {};
    const columns = getTableColumns(table);
    const wrong = Object.entries(properties).flatMap(([name, property]) => {
      const column = columns[name];
      return column && isLong(column) !== mayBeLong(property) ? [name] : [];
    });
    expect(Object.values(properties).some(mayBeLong)).toBe(true);
    expect(wrong).toEqual([]);
  });

  it('is measured without being read', async () => {
    const plan = await env.DB.prepare('EXPLAIN SELECT octet_length(terms) FROM patient').all<{
      opcode: string;
      p5: number;
    }>();
    // OP_Column's flag of octet_length (OPFLAG_BYTELENARG): only the type and size of the value are looked at.
    const flags = plan.results.filter(({ opcode }) => opcode === 'Column').map(({ p5 }) => p5 & 0xc0);
    expect(flags).toEqual([0xc0]);
  });
});

it('A table whose long texts may all be null is listed in pages that fit, and every text comes', async () => {
  const sample = sqliteTable('sample', {
    ...{ seq: integer().primaryKey(), id: text().notNull(), version: integer().notNull(), deleted_at: integer() },
    note: longText(),
  });
  await env.DB.exec(
    'CREATE TABLE sample (seq INTEGER PRIMARY KEY, id TEXT, version INTEGER, deleted_at INTEGER, note TEXT)',
  );
  const notes = Array.from({ length: 12 }, (_, i) => (i % 4 === 0 ? null : `${i}`.repeat(900_000)));
  for (const note of notes) await env.DB.prepare(`INSERT INTO sample VALUES (NULL, 'w', 1, NULL, ?)`).bind(note).run();

  const list = keysetList(sample, { note: sample.note });
  const pages: (string | null)[][] = [];
  for (let cursor: number | null | undefined; cursor !== null; ) {
    const page = await list(new Database(env.DB, 'first-primary'), { limit: 100, offset: 0, cursor });
    pages.push(page.rows.map(({ note }) => note));
    cursor = page.next;
  }
  expect(pages.flat()).toEqual(notes.toReversed());
  expect(pages.length).toBeGreaterThan(1);
});
