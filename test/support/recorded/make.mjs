// `node make.mjs [CHECKOUT]`: makes a database by the code of a checkout with dependencies, this one if none is named, and writes
// what it holds (database.json) and what that code answers (answers.json). Run with Node 24 (node_modules/.bin/node). The files are
// committed, of 1.1.0, and never made again: every later version has to read what that one has written.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildOther } from '../../../scripts/build.mjs';
import { serve, withTemporary } from '../../../scripts/local-worker.mjs';
import { tablesOf } from '../../../scripts/storage/tables.mjs';
import { send } from '../../system/lib/accounts.mjs';
import { fill } from './hospital.mjs';
import { questions } from './questions.mjs';

const folder = import.meta.dirname;

/** That of vitest.config.ts, so that the tests know the tokens and keys of this database. */
const JWT_SECRET = 'for-tests-only-'.repeat(3);

async function migrate(DB, folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  for (const file of files.sort()) {
    const statements = readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint');
    await DB.batch(statements.map((sql) => DB.prepare(sql)));
  }
}

/** The requests of `fill`; each must succeed. */
function clientOf(url, query) {
  const logins = {};
  const succeed = async (method, path, options) => {
    const answer = await send(url, method, path, options);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.bytes}`);
    return answer.body;
  };
  const signUp = async (email, password) => {
    const json = { email, password };
    const { id } = await succeed('POST', '/auth/signup', { json: { ...json, full_name: `Account of ${email}` } });
    const login = {
      ...{ id, email, password },
      logIn: async () => Object.assign(login, await succeed('POST', '/auth/login', { json })),
      refresh: async () => {
        login.used_token = login.refresh_token;
        const { refresh_token } = login;
        Object.assign(login, await succeed('POST', '/auth/refresh', { json: { refresh_token } }));
      },
      logOut: () => succeed('POST', '/auth/logout', { json: { refresh_token: login.refresh_token } }),
      fail: () => send(url, 'POST', '/auth/login', { json: { email, password: 'a wrong password' } }),
    };
    logins[email.split('@')[0]] = login;
    return login;
  };
  const prefer = 'return=representation';
  const ask = (as, method, path, json, headers) =>
    succeed(method, path, { json, token: logins[as].access_token, headers: { prefer, ...headers } });
  const raw = (as, method, path, body) => succeed(method, path, { body, token: logins[as].access_token });
  return { signUp, ask, raw, query };
}

/** Of a record, by its etag. That of a page is a hash of what it shows. */
const versionOf = (headers) => headers.get('etag')?.match(/^"(\d+)(-[0-9a-f]{16})?"$/)?.[1];

const CHOSEN = /[?&](search|order_by|tags|status|limit)=/;
/** Of a list that is searched, ordered or filtered the ids are enough: its records are those of the whole list. */
function recordedPart(path, body) {
  const { data = body, ...page } = body ?? {};
  if (!CHOSEN.test(path) || !Array.isArray(data)) return { body };
  return { ...(Array.isArray(body) ? {} : { page }), ids: data.map(({ id }) => id) };
}

async function record({ url, query, logins, files }) {
  const ids = {};
  for (const table of ['department', 'patient', 'doctor', 'invoice', 'catalog_item', 'appointment']) {
    ids[table] = (await query(`SELECT id FROM ${table} ORDER BY seq`)).map(({ id }) => id);
  }
  const regNumbers = {};
  for (const table of ['patient', 'doctor']) {
    regNumbers[table] = (await query(`SELECT reg_number FROM ${table}`)).map(({ reg_number }) => reg_number);
  }
  const answers = [];
  for (const [as, path] of questions(ids, regNumbers)) {
    const { status, headers, body } = await send(url, 'GET', path, { token: logins[as].access_token });
    answers.push({ as, path, status, version: versionOf(headers), ...recordedPart(path, body) });
  }
  for (const { entity_id, id, extension } of files) {
    const path = `/static/${entity_id}/${id}${extension}`;
    const { status, headers, bytes } = await send(url, 'GET', `${path}?download=1`);
    const of = {
      type: headers.get('content-type'),
      name: headers.get('content-disposition'),
      base64: bytes.toString('base64'),
    };
    answers.push({ as: null, path: `${path}?download=1`, status, ...(status === 200 && of) });
  }
  return answers;
}

const lines = (rows) => rows.map((row) => JSON.stringify(row)).join(',\n');

await withTemporary(async (dir) => {
  const checkout = resolve(process.argv[2] ?? join(folder, '../../..'));
  const module = buildOther(join(dir, 'built'), join(checkout, 'src', 'index.ts'), 'index');
  const vars = { JWT_SECRET, BASE_URL: 'http://localhost', SIGNUP_ROLE: 'staff' };
  const { url, d1, bucket, stop } = await serve(module, { data: join(dir, 'data'), vars });
  const [DB, FILES] = [await d1(), await bucket()];
  const query = async (sql) => (await DB.prepare(sql).all()).results;
  await migrate(DB, join(checkout, 'drizzle'));
  const { logins, repeatable } = await fill(clientOf(url, query));
  const made_at = Date.now();

  const objects = {};
  for (const { key } of (await FILES.list()).objects) {
    objects[key] = Buffer.from(await (await FILES.get(key)).arrayBuffer()).toString('base64');
  }
  const tables = [];
  for (const { name, columns } of await tablesOf(DB)) {
    const rows = await query(`SELECT ${columns.map((column) => `"${column}"`)} FROM "${name}"`);
    tables.push(`${JSON.stringify({ name, columns }).slice(0, -1)},"rows":[\n${lines(rows.map(Object.values))}\n]}`);
  }
  const sequences = await query(`SELECT name, seq FROM sqlite_sequence WHERE name <> 'd1_migrations'`);
  // Last, as it is put on record who reads what.
  const files = await query('SELECT entity_id, id, extension FROM file ORDER BY seq');
  const answers = await record({ url, query, logins, files });
  const head = JSON.stringify({ made_at, logins, repeatable, objects, sequences }).slice(0, -1);
  writeFileSync(join(folder, 'database.json'), `${head},"tables":[\n${tables.join(',\n')}\n]}\n`);
  writeFileSync(join(folder, 'answers.json'), `[\n${lines(answers)}\n]\n`);
  await stop();
});
