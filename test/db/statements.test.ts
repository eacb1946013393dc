import { env } from 'cloudflare:workers';
import { getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as schema from '../../src/db/schema';
import { statements } from '../../src/db/statement';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { document, operations } from '../support/openapi';
import { rows } from '../support/rows';

const TABLES: string[] = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableName(table));

/**
 * For an insert into a table that others refer to, SQLite plans a scan of those others. It runs the scan only while a
 * foreign key is violated (OP_FkIfZero), so never here: the costs below, which do not grow with the tables, show it.
 */
const isForeignKeyCheck = (sql: string, table: string) => /^insert/i.test(sql) && !sql.includes(`"${table}"`);

const words = ['', 'anna', 'anna berg', 'anna berg cesar', 'anna berg cesar doris emil fritz gustav hugo'];
const search = (text: string) => `search=${encodeURIComponent(text)}`;

/** A request for every form of every list: a statement is registered when it is first used. */
function everyList(): string[] {
  const hasParameters = ({ operation }: (typeof operations)[number], ...names: string[]) =>
    names.every((name) => operation.parameters?.some((parameter) => parameter.name === name));
  const keysets = operations
    .filter((operation) => hasParameters(operation, 'cursor', 'search'))
    .flatMap((operation) =>
      (hasParameters(operation, 'view') ? ['', '&view=full'] : ['']).flatMap((view) =>
        words.map((text) => `${operation.path}?${search(text)}${view}`),
      ),
    );
  const id = crypto.randomUUID();
  const owners = [`&patient_id=${id}`, `&appointment_id=${id}`, `&status=PAID&patient_id=${id}&appointment_id=${id}`];
  const issued = '&issued_from=2026-01-01&issued_to=2026-12-31';
  const ranges = [
    '&due_before=2027-01-01',
    issued,
    '&overdue=true',
    `&overdue=true&status=PAID${issued}`,
    '&unpaid=true',
  ];
  const ofInvoices = ['', '&status=PAID', ...owners, ...ranges, `${issued}&patient_id=${id}`];
  const filters: Record<string, string[]> = { '/invoice/': ofInvoices, '/catalog/': [''] };
  const offsets = Object.entries(filters).flatMap(([path, ofPath]) => {
    const parameters = document.paths[path]?.get?.parameters ?? [];
    const orders = (parameters.find(({ name }) => name === 'order_by')?.schema.enum ?? []) as string[];
    expect(orders.length).toBeGreaterThan(4);
    return orders.flatMap((order) =>
      ofPath.flatMap((filter) =>
        ['', '&tags=a', '&tags=a&tags=b'].flatMap((tag) =>
          words.slice(0, 3).map((text) => `${path}?order_by=${order}${filter}${tag}&${search(text)}`),
        ),
      ),
    );
  });
  const people = [`patient_id=${id}`, `doctor_id=${id}`, `department_id=${id}`];
  const asked = ['', 'from=2027-01-01', 'status=a&type=b', ...people, people.join('&')];
  const calendar = ['schedule', '-schedule', 'created_at', '-created_at'].flatMap((order) =>
    asked.flatMap((one) => [one, `${one}&view=full`]).map((one) => `/calendar/appointments/?order_by=${order}&${one}`),
  );
  return [...keysets, ...offsets, ...calendar];
}

/** The steps of SQLite's plan for each statement. One parameter stands for all: a text may name its own more than a hundred times. */
async function plansOf(texts: readonly string[]): Promise<string[][]> {
  const explained = texts.map((sql) => {
    const values = sql.includes('?') ? [null] : [];
    return env.DB.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', '?1')}`).bind(...values);
  });
  const plans = await env.DB.batch<{ detail: string }>(explained);
  return plans.map(({ results }) => results.map(({ detail }) => detail));
}

/** The tables that a statement reads, by name and by alias. */
function aliasesOf(sql: string): Map<string, string> {
  const found = new Map(TABLES.map((table) => [table, table]));
  for (const [, table, alias] of sql.matchAll(/(?:FROM|JOIN|UPDATE)\s+"?(\w+)"?(?:\s+AS)?\s+"?(\w+)"?/gi)) {
    if (table && alias && TABLES.includes(table) && !/^(where|join|on|order|set|limit|inner|left)$/i.test(alias)) {
      found.set(alias, table);
    }
  }
  return found;
}

/** A statement that asks a full-text index. Its joins are in a fixed order: it is the index that finds the rows. */
const isSearch = (sql: string) => /\bmatch\b/i.test(sql);

/** A page of a FHIR search: its places are found by one index, and `cross join` has only these rows looked up. */
const isPlaced = (sql: string) => /\) found\s+cross join/i.test(sql);

/** A step of filling an index: `cross join` has it ask first whether there is anything to do. */
const isFill = (sql: string) => sql.startsWith('with moved as');

/** Counts all that waits to be counted; `cross join` has it begin with that. */
const isCounting = (sql: string) => sql.startsWith('insert into "access_day"');

/** Sums of a calendar: each span of hours has its own appointments looked up. */
const isOfSpans = (sql: string) => sql.includes(' as span cross join ');

/** The statements of free times; test/resources/slots-*.test.ts count what they read. */
const isFreeTimes = (sql: string) => /^with (staff|plan) as materialized/.test(sql);

/** How SQLite names the plan of FTS5 for a MATCH; without it the whole index would be read (sqlite.org/src, `fts5_main.c`). */
const MATCHED = /VIRTUAL TABLE INDEX \d+:M\d/;

/** What an update finds by its id; its conditions look at other tables. */
const isCurrent = (sql: string) => sql.includes('from (select 1) left join');

/** The steps that read a whole table. A walk along an index or the key that a LIMIT ends is not one. */
function scansOf(sql: string, plan: readonly string[]): string[] {
  const aliases = aliasesOf(sql);
  const sorts = plan.some((detail) => detail.includes('USE TEMP B-TREE FOR ORDER BY'));
  const bounded = /\bLIMIT\b/i.test(sql) && !sorts;
  const byKey = /ORDER BY\s+"?\w+"?\."?seq"?/i.test(sql);
  return plan.filter((detail) => {
    const [, name, rest = ''] = /^SCAN (\w+)(.*)$/.exec(detail) ?? [];
    if (name?.endsWith('_search')) return !MATCHED.test(rest);
    const table = aliases.get(name ?? '');
    if (table === 'access_uncounted' && isCounting(sql)) return false;
    // Whether there is any row takes one.
    if (!table || isForeignKeyCheck(sql, table) || sql.includes(`exists (select 1 from "${table}")`)) return false;
    return !(bounded && (byKey || /USING (COVERING )?INDEX/.test(rest)));
  });
}

const scans = async (sql: string) => scansOf(sql, (await plansOf([sql]))[0] ?? []);

/** With names in double quotes, so that a pattern of them can be written as a template here, and parameters without numbers. */
const statementTexts = () => [...statements].map((sql) => sql.replaceAll('`', '"').replace(/\?\d+/g, '?'));

/** Every statement of the service and the plan that SQLite makes for it. */
let everyPlan: { sql: string; plan: string[] }[] = [];
beforeAll(async () => {
  const paths = everyList();
  for (let i = 0; i < paths.length; i += 20) await Promise.all(paths.slice(i, i + 20).map((path) => ok('GET', path)));
  const all = [...new Set(statementTexts())];
  expect(all.length).toBeGreaterThan(80);
  const plans: string[][] = [];
  for (let i = 0; i < all.length; i += 50) plans.push(...(await plansOf(all.slice(i, i + 50))));
  everyPlan = all.map((sql, i) => ({ sql, plan: plans[i] ?? [] }));
});

/** The condition that must drive a list, by how its SQL says it, and the step of the plan that shows it; the first counts. */
const DRIVERS: [condition: RegExp, step: RegExp][] = [
  // From the newest row on, or from the one behind which a page begins.
  [
    /^(with fitting .*)?select (?!count).* from \(select "\w+_search"\.rowid .*"\w+_search" match/s,
    /SCAN \w+_search VIRTUAL TABLE INDEX \d+:M1<?$/,
  ],
  [/where .*[^+]"invoice"\."appointment_id" = \?/, /SEARCH invoice USING INDEX invoice_appointment /],
  [/where .*[^+]"invoice"\."patient_id" = \(select coalesce\(/, /SEARCH invoice USING INDEX invoice_patient /],
  [/where .*[^+]"invoice"\."status" = \?/, /SEARCH invoice USING (COVERING )?INDEX invoice_status/],
  [
    /from "note" where \("note"\."patient_id" = \(select coalesce\(/,
    /SEARCH note USING INDEX note_patient \(patient_id=\? AND rowid<\?\)/,
  ],
  // What is still booked for a patient who has died, however far ahead.
  [
    /^select .* from "appointment" where \("appointment"\."patient_id" = \? and "appointment"\."starts_at" >= \? and instr/s,
    /SEARCH appointment USING INDEX appointment_patient_starts \(patient_id=\? AND starts_at>\?\)/,
  ],
  ...['patient', 'doctor', 'department'].map((name): [RegExp, RegExp] => [
    new RegExp(
      `^(?!select \\(select).*from "appointment" where \\(?"appointment"\\."${name}_id" = (\\?|\\(select coalesce\\()`,
      's',
    ),
    new RegExp(
      `SEARCH appointment USING INDEX appointment_${name}_starts \\(${name}_id=\\? AND starts_at>\\? AND starts_at<\\?\\)`,
    ),
  ]),
  [
    /from "appointment" where \(?"appointment"\."starts_at"/,
    /SEARCH appointment USING INDEX appointment_starts \(starts_at>/,
  ],
  [/^(with fitting .*)?select "seq".*"seq" < \?/s, /SEARCH \w+ USING INDEX \w+_live \(seq<\?\)/],
];

describe('A statement', () => {
  it('finds its rows by an index', () => {
    const found = everyPlan.flatMap(({ sql, plan }) => scansOf(sql, plan).map((scan) => `${scan}\n  in: ${sql}`));
    expect(found, `an index is missing in src/db/schema:\n${found.join('\n\n')}`).toEqual([]);
  });

  it('of a list is driven by its narrowest condition, without a hint', () => {
    const seen = new Set<RegExp>();
    const wrong = everyPlan.flatMap(({ sql, plan }) => {
      const driver = DRIVERS.find(([condition]) => condition.test(sql));
      if (!driver || isCurrent(sql) || /^(insert|update|delete)/i.test(sql)) return [];
      seen.add(driver[0]);
      // `fitting` has the same condition.
      const times = sql.startsWith('with fitting') ? 2 : 1;
      const driven = plan.filter((step) => driver[1].test(step)).length;
      const [, table] = /from "(\w+)"/.exec(sql) ?? [];
      const fault = `${table} lacks an index in src/db/schema, or the statement does not use it as ${driver[1].source}`;
      return driven >= times ? [] : [`${fault}:\n${sql}\n  ${plan.join('\n  ')}`];
    });
    expect(wrong, wrong.join('\n\n')).toEqual([]);
    expect(seen.size, 'kinds of lists that were seen').toBe(DRIVERS.length);
    for (const sql of statementTexts()) {
      // Of who was not merged, or not deleted, nothing is to be read.
      const hinted = sql.replaceAll(/"patient"( as (origin|next))? indexed by patient_deleted/g, '');
      if (!isFreeTimes(sql)) expect(hinted).not.toMatch(/indexed by|not indexed/i);
      const isOrdered = isSearch(sql) || isPlaced(sql) || isFill(sql) || isCounting(sql) || isOfSpans(sql);
      if (!isOrdered) expect(sql).not.toMatch(/cross join/i);
    }
  });

  it('that looks for a double booking finds it by the index of held times', async () => {
    const asks = (sql: string) => /"appointment"."(ends_at|busy_until)" >/.test(sql) && !isFreeTimes(sql);
    const all = statementTexts().filter(asks);
    const [texts = [], conflicts] = [false, true].map((own) => all.filter((sql) => sql.includes('"own"') === own));
    const ofDoctor = texts.filter((sql) => /"doctor_id" = [^"]+ and \("appointment"\."busy_from"/.test(sql));
    const ofRoom = texts.filter((sql) => /"appointment"\."resource_id" = "calendar_resource"/.test(sql));
    // Creates, their replays, and changes; holds; series; and what refuses each of them.
    expect(ofDoctor.length).toBeGreaterThan(4);
    expect(new Set([...ofDoctor, ...ofRoom])).toEqual(new Set(texts));
    const step = (index: string, column: string) =>
      `SEARCH appointment USING INDEX ${index} (${column}=? AND busy_from>? AND busy_from<?)`;
    for (const [n, plan] of (await plansOf(ofDoctor)).entries())
      expect(plan, ofDoctor[n]).toContain(step('appointment_doctor', 'doctor_id'));
    for (const [n, plan] of (await plansOf(ofRoom)).entries())
      expect(plan, ofRoom[n]).toContain(step('appointment_resource', 'resource_id'));
    // Of one visit, with either setting, and of a series.
    const plans = await plansOf(conflicts ?? []);
    expect(plans).toHaveLength(3);
    const ofPatient =
      'SEARCH appointment USING INDEX appointment_patient_starts (patient_id=? AND starts_at>? AND starts_at<?)';
    for (const plan of plans) {
      expect(plan).toContain(ofPatient);
      expect(plan.filter((one) => /\bSCAN (own|appointment|calendar_hold)\b/.test(one))).toEqual([]);
    }
  });

  it('that deletes a department finds its appointments to come by their index', async () => {
    const ofDelete = (sql: string) => sql.includes('"starts_at" >= ') && /"department"."id" = (\?|\(given)/.test(sql);
    const texts = statementTexts().filter(ofDelete);
    expect(texts.map((sql) => sql.slice(0, 6)).sort()).toEqual(['insert', 'select']);
    for (const plan of await plansOf(texts)) {
      const step = /^SEARCH appointment USING INDEX appointment_department\w* \(department_id=\? AND starts_at>\?\)$/;
      expect(plan.filter((detail) => step.test(detail))).toHaveLength(1);
      expect(plan.join()).not.toContain('TEMP B-TREE');
    }
  });

  it('that scans a table is recognized by these tests', async () => {
    expect(await scans("SELECT * FROM patient WHERE first_name = 'x' LIMIT 1")).toHaveLength(1);
    expect(await scans('SELECT p.id FROM patient AS p WHERE p.first_name IS NOT NULL')).toHaveLength(1);
    expect(await scans('SELECT * FROM patient ORDER BY last_name LIMIT 5')).toHaveLength(1);
    expect(await scans("SELECT rowid FROM patient_search WHERE words = 'x'")).toHaveLength(1);
    expect(await scans('SELECT rowid FROM patient_search WHERE rowid < 5 ORDER BY rowid DESC LIMIT 5')).toHaveLength(1);
    expect(await scans("SELECT rowid FROM patient_search WHERE patient_search MATCH 'x' LIMIT 5")).toEqual([]);
    expect(await scans('WITH x AS (SELECT 1) SELECT * FROM x, patient WHERE first_name IS NOT NULL')).toHaveLength(1);
    expect(await scans('SELECT * FROM patient WHERE id = 1')).toEqual([]);
    expect(await scans('SELECT * FROM patient WHERE deleted_at IS NULL ORDER BY patient.seq DESC LIMIT 5')).toEqual([]);
  });

  it('has far fewer parameters than the 100 that D1 takes, however many columns a table gets', () => {
    // As the service has them: the texts that tests look at have no numbers.
    const numbers = [...statements].flatMap((sql) => [...sql.matchAll(/\?(\d+)/g)].map(([, n]) => Number(n)));
    expect(Math.max(...numbers)).toBeLessThan(50);
  });

  it('never searches with LIKE or GLOB', () => {
    for (const sql of statementTexts()) expect(sql).not.toMatch(/\bLIKE\b|\bGLOB\b/i);
  });

  it('costs the same in a large database as in a small one', async () => {
    const costs = async () => {
      // Nobody resembles them: what possible duplicates cost is bounded in test/resources/patient-duplicates.test.ts.
      const same = { last_name: 'Same', dob: null, phone_number: null, alt_phone_number: null };
      const { id, reg_number } = await make.patient({ last_name: 'Same' });
      const answers = [
        await call('POST', '/patient/', { json: input.patient(same) }),
        await call('GET', `/patient/${id}`),
        await call('GET', `/patient/reg_number/${reg_number}`),
        await call('GET', '/patient/?limit=1'),
        await call('GET', `/patient/?search=${reg_number}`),
        await call('GET', '/patient/?search=4711471147'),
        await call('PUT', `/patient/${id}`, { json: input.patient({ last_name: 'Other' }) }),
        await call('DELETE', `/patient/${id}`),
        await call('POST', '/department/', { json: input.department({ code: unique('D') }) }),
        await call('GET', '/department/?limit=1'),
        await call('GET', '/auth/users/me'),
      ];
      return answers.map(({ cost }) => cost);
    };
    await costs();
    const [department, patient] = [await make.department(), await make.patient()];
    const doctor = await make.doctor();
    const small = await costs();
    const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)';
    await rows(`INSERT INTO patient (id, version, created_at, updated_at, gender, first_name, last_name, blood_group, medical_conditions,
      past_surgeries, current_medications, addresses, terms, name_terms) ${many}
      SELECT 'many-' || i, 1, 0, 0, 'x', 'Anna', 'Many', 'NOT_SET', '[]', '[]', '[]', '[]', '["anna","many"]',
        '["anna","many"]' FROM n`);
    await rows(
      `INSERT INTO appointment (id, version, created_at, updated_at, type, status, patient_id, doctor_id, department_id, schedule,
        is_follow_up, starts_at, ends_at) ${many} SELECT 'many-' || i, 1, 0, 0, 'OPD', 'SCEDULED', ?, ?, ?, '', 0, i, i FROM n`,
      patient.id,
      doctor.id,
      department.id,
    );
    await rows(`INSERT INTO department (id, version, created_at, updated_at, name, code, code_key, icon_codes, terms) ${many}
      SELECT 'many-' || i, 1, 0, 0, 'x', 'many-' || i, 'many-' || i, '[]', '["x"]' FROM n`);
    expect(await costs()).toEqual(small);
    for (const { trips } of small) expect(trips).toBe(1);
  });
});
