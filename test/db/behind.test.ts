import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call } from '../support/client';
import { databaseThrough, logged } from '../support/fakes';
import { newFixtures } from '../support/fixtures';
import { CASES, type Request, requestOf } from '../support/requests';
import { rows } from '../support/rows';
import { emptyStorage } from '../support/storage';

// The code is published before the migrations, or beside a restored database: it must say so, whatever is asked.

type Row = Record<string, unknown>;

const all = env.TEST_MIGRATIONS;
let requests: (Request & { name: string; method: string })[];
let tables: Map<string, Row[]>;
let objects: [key: string, bytes: ArrayBuffer][];

/** What triggers write along with other rows, and what a migration does. */
const DERIVED = ['counter', 'deployment'];

async function columnsOf(table: string): Promise<string[]> {
  const found = await rows<{ name: string }>('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0', table);
  return found.map(({ name }) => name);
}

const tableNames = async (): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      `SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name <> 'd1_migrations'`,
    )
  )
    .map(({ name }) => name)
    .filter((name) => !DERIVED.includes(name));

/** A database of the first migrations only, with the records that the requests are about, as far as it has their columns. */
async function goBackTo(migrations: number): Promise<void> {
  await emptyStorage();
  await applyD1Migrations(env.DB, all.slice(0, migrations));
  const inserts = [env.DB.prepare('PRAGMA defer_foreign_keys = on')];
  for (const table of await tableNames()) {
    const columns = await columnsOf(table);
    const values = columns.map((column) => `value ->> '${column}'`);
    const names = columns.map((column) => `"${column}"`);
    const insert = `INSERT OR IGNORE INTO "${table}" (${names}) SELECT ${values} FROM json_each(?)`;
    inserts.push(env.DB.prepare(insert).bind(JSON.stringify(tables.get(table) ?? [])));
  }
  await env.DB.batch(inserts);
  // The words of an invoice are those of its patient, who comes later.
  for (const { name } of await rows<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'",
  ))
    await rows(`INSERT INTO "${name}" ("${name}") VALUES ('rebuild')`);
  for (const [key, bytes] of objects) await env.FILES.put(key, bytes);
}

beforeAll(async () => {
  // Codes of a second factor hold half a minute.
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const fixtures = await newFixtures();
  requests = [];
  for (const [title, one] of CASES) {
    requests.push({ ...(await requestOf(one, fixtures)), method: one.method, name: title });
  }
  // Operations of FHIR are no cases: one needs a table of its own, and another one in an isolate that has not read it yet.
  const DB = databaseThrough((_, run) => run());
  requests.push(
    {
      ...{ name: 'FHIR $export', method: 'GET', path: '/fhir/r4/$export' },
      ...{ as: 'admin', headers: { prefer: 'respond-async' } },
    },
    { name: 'FHIR metadata', method: 'GET', path: '/fhir/r4/metadata', as: null, env: { DB } },
  );
  // Each made room for the next.
  await rows('UPDATE webhook SET deleted_at = NULL');
  tables = new Map();
  for (const table of await tableNames()) tables.set(table, await rows(`SELECT * FROM "${table}"`));
  objects = [];
  for (const { key } of (await env.FILES.list()).objects) {
    const stored = await env.FILES.get(key);
    if (stored) objects.push([key, await stored.arrayBuffer()]);
  }
});
afterAll(async () => {
  vi.useRealTimers();
  // What is checked after each file is every table of the schema.
  await emptyStorage();
  await applyD1Migrations(env.DB, all);
});

describe('A database behind on migrations', () => {
  it.each(all.map((_, n) => n))(
    'that has the first %i is told by every operation that needs a later one',
    async (n) => {
      await goBackTo(n);
      const others: string[] = [];
      let told = 0;
      const log = await logged(async () => {
        for (const { name, method, path, ...options } of requests) {
          const { status, body } = await call(method, path, options);
          const said = body?.issue?.[0].diagnostics ?? body?.error_description;
          const isSaid = said?.startsWith('The database is not migrated');
          const tells =
            status === 503 && (isSaid || body.code === 'not_migrated' || body.checks?.migrations === 'failed');
          if (tells) told++;
          else if (status >= 400) others.push(`${name}: ${status} ${JSON.stringify(body)}`);
        }
      });
      expect(others, log).toEqual([]);
      const [lacking] = all.slice(n);
      const isMissed = lacking?.queries.some((query) => !/^CREATE (UNIQUE )?INDEX/.test(query)) ?? false;
      // One is readiness.
      const what = `no operation needs what ${lacking?.name} makes: are its routes in src/app.ts?`;
      expect(told, what).toBeGreaterThanOrEqual(isMissed ? 2 : 1);
    },
  );
});
