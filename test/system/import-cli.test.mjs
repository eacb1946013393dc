// `npm run import`: files of another system into a built service, mended and sent again, over a service that is killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { modernNode, root, toolEnv } from '../../scripts/lib.mjs';
import { logIn, PASSWORD, register } from './lib/accounts.mjs';
import { emptyData, startService, temporaryDirectory } from './lib/service.mjs';

/** Milliseconds after which a run of some hundred rows has made some. */
const WITHIN_THE_RUN = 300;

const data = await emptyData();
/** Its address stays, while what is behind it is killed and started again. */
const network = { service: undefined, url: undefined };
let admin;
let program;

async function pass(incoming, response) {
  const body = Buffer.concat(await Array.fromAsync(incoming));
  const { connection: _, 'content-length': __, ...headers } = incoming.headers;
  const answer = await fetch(network.service.url + incoming.url, {
    method: incoming.method,
    headers,
    ...(incoming.method !== 'GET' && { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { 'content-encoding': ___, 'transfer-encoding': ____, ...shown } = Object.fromEntries(answer.headers);
  response.writeHead(answer.status, { ...shown, 'content-length': bytes.length }).end(bytes);
}

const server = createServer((incoming, response) => pass(incoming, response).catch(() => response.destroy()));

before(async () => {
  network.service = await startService({ data });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  network.url = `http://127.0.0.1:${server.address().port}`;
  const query = (...given) => network.service.query(...given);
  admin = await logIn({ url: network.url, query }, 'admin');
  program = await register(admin);
});
after(async () => {
  server.close();
  await network.service?.stop();
});

/** @param options `answers`: what is typed, a program's secret if nothing; `whenPrinted`: is called with the process and its output */
function run(args, { answers, whenPrinted } = {}) {
  const { client_id: IMPORT_CLIENT_ID, client_secret: IMPORT_CLIENT_SECRET } = program;
  const child = spawn(modernNode(), [join(root, 'scripts', 'import.mjs'), '--url', network.url, ...args], {
    cwd: root,
    env: { ...toolEnv, ...(!answers && { IMPORT_CLIENT_ID, IMPORT_CLIENT_SECRET }) },
  });
  child.stdin.end(answers?.join('\n'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
      whenPrinted?.(child, output);
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

const count = async (table) => (await network.service.query(`SELECT count(*) AS n FROM ${table}`))[0].n;
const imports = async () => (await admin.call('GET', '/imports/')).body;
const SOURCE = ['--source', 'urn:card-index'];
const GERMAN = [...SOURCE, '--date-order', 'dmy', '--locale', 'de-DE'];

/** Of a spreadsheet of long ago. */
function writeCards(dir, rows) {
  const lines = ['Nr;Vorname;Nachname;Geschlecht;Geburtsdatum;Ort;Bemerkung', ...rows];
  writeFileSync(join(dir, 'karten.csv'), Buffer.from(lines.join('\r\n'), 'latin1'));
  return join(dir, 'karten.csv');
}
const cards = [
  '1;Jörg;Weiß;m;29.02.1984;Köln;',
  '2;Änne;Groß;w;31.02.1980;Köln;zweite Karte',
  '3;Ole;Kühn;m;1.12.1961;Jülich;',
];

test('A file is tried, imported, mended and sent again, and nothing is made twice', async () => {
  const dir = temporaryDirectory();
  const path = writeCards(dir, cards);
  const args = [...GERMAN, '--yes', '--encoding', 'windows-1252', `patient=${path}`];
  const first = await run(args);
  assert.equal(first.code, 1, first.output);
  assert.match(first.output, /Geburtsdatum +dob\n/);
  assert.match(first.output, /Bemerkung +— \(left out\)/);
  assert.match(first.output, / 3 rows\n +2 would be created\n +1 would be refused\n +1 × Geburtsdatum: .*\(line 3\)/);
  assert.match(first.output, / 2 created\n/);
  assert.doesNotMatch(first.output, /\u2588|\r/, 'no bar where there is no terminal');
  assert.deepEqual(
    readdirSync(dir),
    ['karten.csv', 'karten.failed.csv'],
    'the report of the run takes the place of the dry run’s',
  );
  const failed = readFileSync(join(dir, 'karten.failed.csv'), 'utf8');
  assert.match(failed, /;Änne;Groß;w;31\.02\.1980;/);

  writeFileSync(join(dir, 'karten.failed.csv'), failed.replace('31.02.', '28.02.'));
  const mended = await run([...GERMAN, '--yes', `patient=${join(dir, 'karten.failed.csv')}`]);
  assert.equal(mended.code, 0, mended.output);
  assert.equal(await count('patient'), 3);
  const again = await run(args);
  assert.match(again.output, / 2 there already, by their external ids\n/);
  assert.equal(await count('patient'), 3);
  assert.deepEqual(readdirSync(dir).sort(), ['karten.csv', 'karten.failed-2.csv', 'karten.failed.csv']);
  assert.deepEqual(await network.service.query(`SELECT first_name, dob FROM patient ORDER BY seq`), [
    { first_name: 'Jörg', dob: '1984-02-29' },
    { first_name: 'Ole', dob: '1961-12-01' },
    { first_name: 'Änne', dob: '1980-02-28' },
  ]);
});

test('An admin is asked for a password, and before each import', async () => {
  const dir = temporaryDirectory();
  const write = (name, text) => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const departments = write('departments.csv', 'id,code,name\nd1,CARD,Cardiology\n');
  const doctors = write('doctors.csv', 'id,fname,lname,email,license_number\n7,Ada,Quist,ada@clinic.example,L1\n');
  const visits = write(
    'visits.csv',
    'appointment id,pid,provider id,facility id,start,duration\nv1,1,7,d1,2030-01-07 10:30,30\n',
  );
  const files = [`department=${departments}`, `doctor=${doctors}`, `appointment=${visits}`];
  const made = await run([...SOURCE, ...files], { answers: [admin.email, PASSWORD, 'y', 'y', 'n'] });
  assert.equal(made.code, 1, made.output);
  assert.ok(!made.output.includes(PASSWORD));
  assert.deepEqual([await count('department'), await count('doctor'), await count('appointment')], [1, 1, 0]);
  const [last] = await imports();
  assert.equal(last.entity, 'doctor', 'what is not wanted is removed, with its file');

  const visit = await run([...SOURCE, '--yes', files[2]]);
  assert.equal(visit.code, 0, visit.output);
  const tried = await run([...SOURCE, '--dry-run', files[2]]);
  assert.equal(tried.code, 0, tried.output);
  assert.match(tried.output, / 1 there already/);
  assert.equal(await count('appointment'), 1);
});

test('What is wrong with the command line is 2, what the service refuses 1, and says why', async () => {
  const dir = temporaryDirectory();
  const path = writeCards(dir, cards);
  for (const [args, message] of [
    [[path], /--source is missing/],
    [SOURCE, /No file is named/],
    [[...SOURCE, path], /say what its rows become/],
    [[...SOURCE, 'patient=nowhere.csv'], /nowhere\.csv is no file/],
    [[...SOURCE, '--entity', 'nurse', path], /--entity is one of/],
    [[...SOURCE, '--mapping', path, `patient=${path}`], /is no JSON/],
    [[...SOURCE, '--sauce', 'x'], /Unknown option/],
  ]) {
    const { code, output } = await run(args);
    assert.equal(code, 2, output);
    assert.match(output, message);
  }
  assert.equal((await run(['--help'])).code, 0);
  const before = (await imports()).length;
  for (const [args, message, answers] of [
    [[...SOURCE, `patient=${path}`], /refused: .*utf-8/],
    [[...SOURCE, '--locale', 'none!', `patient=${path}`], /refused: .*locale/],
    [[...SOURCE, `patient=${path}`], /refused: .*(mail|password)/i, [admin.email, 'something else']],
    [[...SOURCE, `patient=${path}`], /Nobody answers/, [admin.email]],
  ]) {
    const { code, output } = await run(args, { answers });
    assert.equal(code, 1, output);
    assert.match(output, message);
  }
  assert.equal((await imports()).length, before, 'nothing is left of it');
});

test('It waits for a service that is killed, and Ctrl-C leaves the rest to the service', async () => {
  const dir = temporaryDirectory();
  const lines = Array.from({ length: 600 }, (_, n) => `k${n},Kim${n},Berg${n},other`);
  const path = join(dir, 'many.csv');
  writeFileSync(path, ['external_id,first_name,last_name,gender', ...lines].join('\n'));
  const args = ['--source', 'urn:many', '--yes', `patient=${path}`];
  let killed;
  const killAndStart = async () => {
    await sleep(WITHIN_THE_RUN);
    await network.service.crash();
    network.service = await startService({ data });
    // Locally a queue is lost with its process: as where half a minute has passed, who asks has it go on.
    await network.service.query('UPDATE import_job SET progressed_at = 0');
  };
  const first = await run(args, {
    whenPrinted: (_, output) => {
      if (/Import:\n/.test(output)) killed ??= killAndStart();
    },
  });
  await killed;
  assert.ok(killed, first.output);
  assert.equal(first.code, 0, first.output);
  assert.match(first.output, / 600 created\n$/);

  let isTold = false;
  const other = await run(['--source', 'urn:others', ...args.slice(2), '--on-duplicate', 'create'], {
    whenPrinted: (child, output) => {
      if (!isTold && /Import:\n/.test(output)) isTold = child.kill('SIGINT');
    },
  });
  assert.equal(other.code, 130, other.output);
  const [, id] = /goes on with import (\S+):/.exec(other.output);
  const signal = AbortSignal.timeout(120_000);
  const state = async () => (await admin.call('GET', `/imports/${id}`)).body;
  while ((await state()).state === 'running') signal.throwIfAborted();
  assert.deepEqual([(await state()).state, (await state()).created], ['done', 600]);
  assert.equal(await count("patient WHERE first_name LIKE 'Kim%'"), 1200);
});
