import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import accounts from '../../docs/accounts-and-roles.md?raw';
import searchPage from '../../docs/search.md?raw';
import { ACCESS_KINDS } from '../../src/access-log/kinds';
import { app as service } from '../../src/app';
import app from '../../src/app.ts?raw';
import { may, PERMISSIONS, ROLES } from '../../src/auth/permissions';
import permissionsSource from '../../src/auth/permissions.ts?raw';
import * as schema from '../../src/db/schema';
import { MOVED } from '../../src/db/schema/patient-merge';
import { type Rows, rowsIn } from '../../src/db/schema/whose';
import { fhirRoutes } from '../../src/fhir/http/routes';
import { STAGES } from '../../src/fhir/search/everything';
import { SERVED } from '../../src/fhir/served';
import { disclosureOf } from '../../src/http/disclosure';
import { specOf } from '../../src/http/endpoint-spec';
import { SEARCH_REBUILDS } from '../../src/jobs/search-rebuilds';
import { PatientMerge } from '../../src/resources/patient/merge/schemas';
import { loggedBy } from '../../src/schemas/marks';
import { operations, resolved, type Schema, servedDocument } from '../support/openapi';
import { OPERATIONS } from '../support/operations';

// What a resource must have besides its own folder. `npm test -- resources/NAME` runs this file whole, after each step of
// "Add a resource" (CONTRIBUTING.md), so each fault says in which file something is missing.

const routes: Record<string, string> = import.meta.glob('/src/resources/**/routes.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const schemaFiles: Record<string, string> = import.meta.glob('/src/db/schema/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const schemas: Record<string, object> = import.meta.glob('/src/resources/**/schemas.ts', { eager: true });

const none = (faults: string[]) => expect(faults, faults.join('\n')).toEqual([]);

/** What either list has and the other has not. */
const differences = (list: string, has: string[], wanted: string[]) => [
  ...wanted.filter((one) => !has.includes(one)).map((one) => `${list} lacks ${one}`),
  ...has.filter((one) => !wanted.includes(one)).map((one) => `${list} has ${one}, which nothing needs`),
];

describe('Every table that is searched', () => {
  it('has its terms derived again', () => {
    const withTerms = Object.values(schema).filter((value) => is(value, SQLiteTable) && 'terms' in value);
    none(
      differences(
        'SEARCH_REBUILDS in src/jobs/search-rebuilds.ts',
        SEARCH_REBUILDS.map(({ kind }) => kind),
        withTerms.map((table) => getTableName(table as SQLiteTable)),
      ),
    );
  });
});

const tables = Object.values(schema).flatMap((value) => (is(value, SQLiteTable) ? [value] : []));
const declared = rowsIn(schema);
const nameOf = ({ table }: Rows) => getTableName(table);

describe('Every table', () => {
  it('says in its file, once, whose its rows are', () => {
    const fileOf = (name: string) =>
      Object.keys(schemaFiles).find((path) => new RegExp(`sqliteTable\\(\\s*'${name}'`).test(schemaFiles[path] ?? ''));
    const named = declared.map(nameOf);
    none(
      tables
        .map((table) => getTableName(table))
        .filter((name) => named.indexOf(name) === -1 || named.indexOf(name) !== named.lastIndexOf(name))
        .map(
          (name) =>
            `${fileOf(name)} should say, once, whose the rows of ${name} are: ofPatient(…), or another of whose.ts`,
        ),
    );
  });

  it('that refers to patients, or to what is theirs, does not say that it is the hospital’s', () => {
    const hospitals = declared.filter(({ of }) => of === 'hospital').map(nameOf);
    const references = tables
      .map(getTableConfig)
      .flatMap(({ name, foreignKeys }) =>
        foreignKeys.map((key) => ({ name, to: getTableName(key.reference().foreignTable) })),
      );
    none(
      references
        .filter(({ name, to }) => hospitals.includes(name) && !hospitals.includes(to))
        .map(
          ({ name, to }) =>
            `src/db/schema: ${name} refers to ${to}, so it is ofPatient(…), ofRecord(…) or ofThePast(…)`,
        ),
    );
  });
});

// What each of these asks for is in CONTRIBUTING.md: A resource of a patient.
describe('Every table of records of patients', () => {
  const theirs = declared.filter((rows) => rows.of === 'patient');
  const names = theirs.map(nameOf);

  it('is moved by merges, which find them by an index and count them', () => {
    const isIndexed = ({ table, patient }: (typeof theirs)[number]) =>
      getTableConfig(table).indexes.some(({ config }) => config.columns[0] === patient);
    none([
      ...differences('MOVED in src/db/schema/patient-merge.ts', MOVED.map(nameOf), names),
      ...differences(
        '`moved` in src/resources/patient/merge/schemas.ts',
        Object.keys(PatientMerge.shape.moved.shape),
        names.map((name) => (name.endsWith('s') ? name : `${name}s`)),
      ),
      ...theirs
        .filter((rows) => !isIndexed(rows))
        .map((rows) => `src/db/schema: no index of ${nameOf(rows)} begins with ${rows.patient.name}`),
    ]);
  });

  it('is in the access log', () => {
    const marked = Object.values(schemas).flatMap((file) =>
      Object.values(file).flatMap((one) => (one instanceof z.ZodType && loggedBy(one)) || []),
    );
    const isMarked = (name: string) =>
      marked.some(({ entity, fields }) => entity === name && (fields.patient_id || fields.owner_id));
    none([
      ...names
        .filter((name) => !isMarked(name))
        .map((name) => `src/resources: no schema marks the ids of a ${name} and of its patient (src/schemas/marks.ts)`),
      ...names
        .filter((name) => !ACCESS_KINDS.some((kind) => kind === `${name}:read`))
        .map((name) => `ACCESS_KINDS in src/access-log/kinds.ts lacks ${name}:read`),
    ]);
  });

  it('is in $everything and $export, or says that FHIR has nothing of it', () => {
    const types = declared.flatMap((rows) => ('fhir' in rows && rows.fhir ? [rows.fhir] : []));
    const exported = SERVED.filter((served) => served.export).map(({ type }) => type);
    const staged = STAGES.map(({ type }) => type);
    none([
      ...types.filter((type) => !exported.includes(type)).map((type) => `src/fhir/served.ts exports no ${type}`),
      ...types
        .filter((type) => !staged.includes(type))
        .map((type) => `STAGES in src/fhir/search/everything.ts lacks ${type}`),
    ]);
  });

  it('answers 404 where it is written for a patient who is not there, and 410 where that one was merged', () => {
    const columns = theirs.map(({ patient }) => patient.name);
    const refers = (body: Schema = {}) => columns.some((name) => resolved(body).properties?.[name]);
    none(
      operations
        .filter(({ operation }) => refers(operation.requestBody?.content['application/json']?.schema))
        .flatMap(({ name, operation }) =>
          ['404', '410']
            .filter((status) => !operation.responses[status])
            .map((status) => `${name} documents no ${status}`),
        ),
    );
  });
});

describe('Every resource', () => {
  it('has its routes in src/app.ts, or in the routes of the resource that it is part of', () => {
    const imports = [app, ...Object.values(routes)].join('\n');
    const paths = Object.keys(routes).map((path) => path.slice('/src/resources/'.length, -'.ts'.length));
    const isImported = (path: string) =>
      imports.includes(`from './resources/${path}'`) || imports.includes(`from './${path.replace(/^\w+\//, '')}'`);
    none(
      paths.filter((path) => !isImported(path)).map((path) => `src/app.ts has no routes of src/resources/${path}.ts`),
    );
  });

  it('has a tag, in the order of src/app.ts', () => {
    const used = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
    const tags = servedDocument.tags.map(({ name }) => name);
    none(differences('TAGS in openapi/info.ts', tags, used));
    expect(tags, 'TAGS in openapi/info.ts are in the order of the routes in src/app.ts').toEqual(used);
  });
});

it('Every endpoint shows one kind of record at most, which the access log can name', () => {
  const specs = new Set([...service.routes, ...fhirRoutes.routes].flatMap(({ handler }) => specOf(handler) ?? []));
  expect(specs.size).toBeGreaterThan(operations.length);
  none(
    [...specs].flatMap((spec) => {
      try {
        disclosureOf(spec);
        return [];
      } catch (error) {
        return [String(error)];
      }
    }),
  );
});

it('Every list with a search is a row of the table in docs/search.md', () => {
  const searched = operations.filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'search'));
  expect(searched.length).toBeGreaterThan(4);
  const isRow = (path: string) => new RegExp(`^\\| ${path.split('/')[1]}s? \\| .`, 'm').test(searchPage);
  none(
    searched
      .filter(({ path }) => !isRow(path))
      .map(({ name }) => `docs/search.md has no row that says what ${name} searches`),
  );
});

it('Every permission is a row of docs/accounts-and-roles.md, as src/auth/permissions.ts gives it to roles', () => {
  const rows = PERMISSIONS.map((permission) =>
    ['', `\`${permission}\``, ...ROLES.map((role) => (may(role, permission) ? '✓' : '')), ''].join(' | ').trim(),
  ).map((row) => row.replaceAll('|  |', '| |').replaceAll('|  |', '| |'));
  none(rows.filter((row) => !accounts.includes(`\n${row}\n`)).map((row) => `docs/accounts-and-roles.md lacks ${row}`));
  const table = [`| | ${ROLES.join(' | ')} |`, '|---|---|---|---|---|---|', ...rows].join('\n');
  expect(accounts, 'in the order of PERMISSIONS, and no other').toContain(`\n${table}\n\n`);
});

it('A permission is nobody’s, an admin’s neither, until its line in src/auth/permissions.ts names the role', () => {
  const lineOf = (permission: string) =>
    permissionsSource.split('\n').find((line) => line.startsWith(`  '${permission}'`)) ?? '';
  none(
    PERMISSIONS.flatMap((permission) =>
      ROLES.filter((role) => may(role, permission) !== lineOf(permission).includes(`'${role}'`)).map(
        (role) => `${role} ${may(role, permission) ? 'may' : 'may not'}: ${lineOf(permission)}`,
      ),
    ),
  );
});

describe('Every operation of the OpenAPI document', () => {
  it('has a record in test/support/operations, with its cases and its body', () => {
    none(
      operations.flatMap(({ name, operation: { requestBody } }) => {
        const record = OPERATIONS[name];
        if (!record) return [`${name} has no record in test/support/operations: add one`];
        const takesJson = requestBody?.required && requestBody.content['application/json'];
        return [
          ...(Object.keys(record.cases).length ? [] : [`${name} has no case, so nothing checks what it costs`]),
          ...(takesJson && !record.body ? [`${name} takes JSON, its record needs a body with every field`] : []),
        ];
      }),
    );
  });

  it('is the only thing that has a record', () => {
    const documented = operations.map(({ name }) => name);
    const unknown = Object.keys(OPERATIONS).filter((name) => !documented.includes(name));
    expect(unknown, 'records of operations that the document does not have').toEqual([]);
  });
});
