import { env } from 'cloudflare:workers';
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { hasLong } from '../../src/db/page-bytes';
import { catalogItem, department, doctor, invoice, patient } from '../../src/db/schema';
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
}
const mayBeLong = ({ maxLength = 0, maxItems = 0, anyOf = [] }: Property): boolean =>
  maxLength > NAME_MAX || maxItems > 0 || anyOf.some(mayBeLong);

describe('What makes a row large', () => {
  it.each(Object.entries(TABLES))('is known of every field of %s', (name, table) => {
    const properties: Record<string, Property> = document.components.schemas[name]?.properties ?? {};
    const columns = getTableColumns(table);
    const wrong = Object.entries(properties).flatMap(([name, property]) => {
      const column = columns[name];
      return column && hasLong({ [name]: column }) !== mayBeLong(property) ? [name] : [];
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
