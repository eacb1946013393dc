// workerd is killed again and again amid an import's dry run and its run. In the end the database is what it is where nobody kills it,
// but for ids and times, and so is the report. SEED=n repeats the choices of a run, ROWS=n and KILLS=n make it longer.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contradictions } from '../support/invariants.ts';
import { logIn } from './lib/accounts.mjs';
import { CARDS, cardsOf } from './lib/cards.mjs';
import { randomOf, seed } from './lib/random.mjs';
import { emptyData, startService } from './lib/service.mjs';

const ROWS = Number(process.env.ROWS ?? 800);
const KILLS = Number(process.env.KILLS ?? 10);
/** Milliseconds of a chunk or less: a kill comes at any moment of one. */
const WITHIN = 300;
/** Milliseconds that a run may take in all. */
const PATIENCE = 500_000;

/** What belongs to the logins of a service, to what was read of it, and the import itself, which has the address of the service. */
const NOT_IMPORTED = /^(user|login_|refresh_token|access|deployment|import_job)/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\b20\d\d-\d\d-\d\dT[\d:.]+Z|\b1[7-9]\d{11}\b/g;

/** Its rows without what no two runs have in common. @returns a hash for each table */
async function contentOf({ query }) {
  const patients = await query('SELECT id, reg_number FROM patient');
  const numbers = new Map(patients.map(({ id, reg_number }) => [id, reg_number]));
  const plain = (row) =>
    JSON.stringify(row)
      .replace(UUID, (id) => numbers.get(id) ?? '<id>')
      .replace(TIME, '<time>');
  const tables = await query(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
     AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  );
  const content = {};
  for (const { name } of tables) {
    if (NOT_IMPORTED.test(name)) continue;
    const rows = (await query(`SELECT * FROM ${name}`)).map(plain).sort();
    content[name] = `${rows.length} rows, ${createHash('sha256').update(rows.join('\n')).digest('hex')}`;
  }
  return content;
}

/** Imports a file, and kills the service so many times. @returns what there is then */
async function imported({ file, random, kills }) {
  const data = await emptyData();
  let service = await startService({ data });
  const { token } = await logIn(service, 'admin');
  const call = async (method, path, { json, body } = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) };
    const answer = await fetch(service.url + path, { method, headers, body: json ? JSON.stringify(json) : body });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return answer;
  };
  const { id } = await (await call('POST', '/imports/', { json: CARDS })).json();
  await call('PUT', `/imports/${id}/file`, { body: file });
  const { suggested_mapping: mapping } = await (await call('GET', `/imports/${id}/preview`)).json();
  await call('PATCH', `/imports/${id}`, { json: { mapping } });
  const job = async () => (await service.query('SELECT state, "offset", size FROM import_job'))[0];
  let killed = 0;

  const run = async (dry_run, times) => {
    const signal = AbortSignal.timeout(PATIENCE);
    const began = performance.now();
    await call('POST', `/imports/${id}/run`, { json: { dry_run } });
    for (let n = 0; ; ) {
      const { state, offset, size } = await job();
      if (state !== 'checking' && state !== 'running') break;
      signal.throwIfAborted();
      if (n < times && offset >= (size * n) / times) {
        n++;
        await sleep(random.between(0, WITHIN));
        await service.crash();
        service = await startService({ data });
        killed++;
        // Locally a queue is lost with its process: as where half a minute has passed, who asks has it go on.
        await service.query('UPDATE import_job SET progressed_at = 0');
        await call('GET', `/imports/${id}`);
      } else await sleep(50);
    }
    const answer = await (await call('GET', `/imports/${id}`)).json();
    const report = async (result) => (await call('GET', `/imports/${id}/rows?result=${result}&format=csv`)).text();
    return {
      state: answer.state,
      counts: Object.fromEntries(
        ['rows', 'created', 'failed', 'duplicate', 'known'].map((name) => [name, answer[name]]),
      ),
      report: { failed: await report('failed'), duplicate: await report('duplicate') },
      seconds: (performance.now() - began) / 1000,
    };
  };
  const inDryRun = Math.floor(kills / 4);
  const dry = await run(true, inDryRun);
  const made = await run(false, kills - inDryRun);
  const content = await contentOf(service);
  assert.deepEqual(await contradictions(service.queries), []);
  await service.stop();
  return { dry, made, content, killed };
}

/** Who somebody is likely: in a dry run that may be a row of the file. */
const OTHER = /(?<=Likely the same person as )(PAT-\d+|row \d+ of this file)/g;

function assertSame(one, other, what) {
  assert.deepEqual(one.counts, other.counts, what);
  for (const result of ['failed', 'duplicate']) {
    const [lines, others] = [one, other].map(({ report }) => report[result].replaceAll(OTHER, '').split('\r\n'));
    assert.equal(
      lines.find((line, n) => line !== others[n]),
      undefined,
      what,
    );
    assert.equal(lines.length, others.length, what);
  }
}

test('An import that is killed again and again makes what it makes undisturbed', { timeout: 1_200_000 }, async () => {
  console.log(`crash-imports: SEED=${seed}`);
  const { file, counts } = cardsOf(ROWS, randomOf(seed));
  const undisturbed = await imported({ file, random: randomOf(seed), kills: 0 });
  assert.deepEqual([undisturbed.dry.state, undisturbed.made.state], ['checked', 'done']);
  assert.deepEqual(undisturbed.made.counts, counts);
  assertSame(undisturbed.dry, undisturbed.made, 'the verdict of the dry run');

  const killed = await imported({ file, random: randomOf(seed), kills: KILLS });
  assert.ok(killed.killed >= KILLS * 0.8, `only ${killed.killed} kills came before the end`);
  assertSame(killed.dry, undisturbed.dry, 'the dry run');
  assertSame(killed.made, undisturbed.made, 'the report');
  assert.match(undisturbed.content.patient, new RegExp(`^${counts.created} rows`));
  assert.deepEqual(killed.content, undisturbed.content);
  const seconds = ({ dry, made }) => `${dry.seconds.toFixed(0)} + ${made.seconds.toFixed(0)} s`;
  console.log(
    `crash-imports: ${ROWS} rows, ${counts.created} created; undisturbed ${seconds(undisturbed)}, killed ${killed.killed} times ${seconds(killed)}`,
  );
});
