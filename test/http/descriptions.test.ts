import { describe, expect, it } from 'vitest';
import { DESCRIPTIONS } from '../../openapi/descriptions';
import { document, operations, type Schema } from '../support/openapi';

type Described = Schema & { description?: string };

/** What these are, everybody knows who reads them. */
const SPEAK_FOR_THEMSELVES = [
  ...['first_name', 'middle_name', 'last_name', 'full_name', 'email', 'phone_number', 'name', 'description'],
  ...['street', 'city', 'state', 'postal_code', 'country'],
];

interface Named {
  /** `Patient.dob`, `GET /patient/.limit` */
  where: string;
  name: string;
  description: string | undefined;
}

/** Every property of every schema, wherever it stands. */
function propertiesOf(node: unknown, at: string): Named[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]): Named[] => {
    if (key === 'examples' || key === 'example') return [];
    if (key !== 'properties') return propertiesOf(child, at);
    return Object.entries(child as Record<string, Described>).flatMap(([name, schema]) => {
      const where = `${at}.${name}`;
      return [{ where, name, description: schema.description }, ...propertiesOf(schema, where)];
    });
  });
}

const named: Named[] = [
  ...Object.entries(document.components.schemas).flatMap(([id, schema]) => propertiesOf(schema, id)),
  ...operations.flatMap(({ name: where, operation }) => [
    ...(operation.parameters ?? []).map((one) => {
      const { name, description } = one as typeof one & { description?: string };
      return { where: `${where}.${name}`, name, description };
    }),
    ...propertiesOf([operation.requestBody, operation.responses], where),
  ]),
];

describe('The descriptions of the document', () => {
  it('say of every property and parameter what it is, but for names that do', () => {
    expect(named.length).toBeGreaterThan(800);
    const silent = named.filter(({ name, description }) => !description && !SPEAK_FOR_THEMSELVES.includes(name));
    const places = silent.map(({ where }) => where);
    const advice = 'not described: by openapi/descriptions.ts or `.describe()` in the schemas.ts of the resource';
    expect(places, `${advice}: ${places.join(', ')}`).toEqual([]);
  });

  it('say more of it than its default', () => {
    expect(named.filter(({ description }) => /^By default/.test(description ?? '')).map(({ where }) => where)).toEqual(
      [],
    );
  });

  it('are all in use, and those that are not needed are not kept', () => {
    const used = new Set(named.map(({ name, description }) => `${name}: ${description}`));
    const unused = Object.entries(DESCRIPTIONS).filter(([name, text]) => !used.has(`${name}: ${text}`));
    expect(unused, 'in openapi/descriptions.ts, but of no property').toEqual([]);
    const silent = new Set(named.filter(({ description }) => !description).map(({ name }) => name));
    expect([...silent].sort(), 'properties without a description').toEqual([...SPEAK_FOR_THEMSELVES].sort());
  });
});
