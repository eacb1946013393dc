// What .dev.vars says, as `npm start` takes it: in a clone of its own, as the one of whoever runs this is theirs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { modernNode, root } from '../../scripts/lib.mjs';
import { sqliteFile } from '../../scripts/local-worker.mjs';
import '../../scripts/typescript.mjs';
import { npmStart, sendTo } from './lib/npm-start.mjs';
import { temporaryDirectory } from './lib/service.mjs';

const { signAccessToken } = await import('../../src/auth/tokens.ts');

const FORMER = 'the-secret-before-the-rotation-01';
const ID = '00000000-0000-4000-8000-000000000000';

const clone = join(temporaryDirectory(), 'clone');
const vars = join(clone, '.dev.vars');

before(() => {
  const left = /(^|\/)(node_modules|\.git|\.wrangler|\.dev\.vars|\.setup\.lock|dist)$/;
  const filter = (path) => !left.test(relative(root, path));
  cpSync(root, clone, { recursive: true, preserveTimestamps: true, filter });
  for (const path of ['node_modules', 'clients/typescript/node_modules', 'portal/node_modules'])
    symlinkSync(join(root, path), join(clone, path));
});

/** Runs a script of the clone on data of its own. */
function run(script, data) {
  const env = { ...process.env, PERSIST_DIR: data, TMPDIR: temporaryDirectory() };
  return spawnSync(modernNode(), ['--no-warnings', join(clone, 'scripts', script)], {
    cwd: clone,
    env,
    encoding: 'utf8',
  });
}

test('A time zone that is none is named with its file, and nothing else is said', () => {
  const data = join(temporaryDirectory(), 'data');
  writeFileSync(vars, 'TIME_ZONE="Mars/Base"\n');
  const { status, stdout, stderr } = run('migrate-local.mjs', data);
  assert.deepEqual(
    [status, stderr],
    [1, 'TIME_ZONE in .dev.vars must be an IANA time zone, as Europe/Stockholm.\n'],
    stdout,
  );
  writeFileSync(vars, '');
  const toml = readFileSync(join(clone, 'wrangler.toml'), 'utf8');
  writeFileSync(join(clone, 'wrangler.toml'), toml.replace(/^TIME_ZONE = .*$/m, 'TIME_ZONE = "Mars/Base"'));
  assert.equal(
    run('recompute-times.mjs', data).stderr,
    'TIME_ZONE in wrangler.toml must be an IANA time zone, as Europe/Stockholm.\n',
  );
  writeFileSync(join(clone, 'wrangler.toml'), toml);
});

test('A database of another line of versions is refused by one sentence', () => {
  const data = join(temporaryDirectory(), 'data');
  assert.equal(run('migrate-local.mjs', data).status, 0);
  const database = new DatabaseSync(sqliteFile(join(data, 'v3')));
  database.exec("UPDATE d1_migrations SET name = '0018_other.sql' WHERE id = 1");
  database.close();
  const { status, stdout, stderr } = run('migrate-local.mjs', data);
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(
    stderr,
    /^The database in .* could not be migrated: the database is of another line of versions: .*\.\n$/,
  );
});

test('npm start rotates the key and stops the service by JWT_SECRET_PREVIOUS', async () => {
  const settings = { JWT_SECRET: FORMER, ACCESS_TOKEN_MINUTES: 15 };
  const token = await signAccessToken(settings, { id: ID, role: 'staff' }, Date.now());
  /** @returns the status of a request with a token of the former key, and what the service says of its settings */
  async function startedWith(previous) {
    writeFileSync(vars, `JWT_SECRET=the-secret-that-now-signs-tokens-02\n${previous}`);
    const service = await npmStart({ cwd: clone });
    try {
      const send = sendTo(service.port);
      const { status } = await send('GET', '/settings/', { headers: { authorization: `Bearer ${token}` } });
      return [status, JSON.parse((await send('GET', '/health/ready')).bytes).checks.settings];
    } finally {
      await service.stop();
    }
  }
  assert.deepEqual(await startedWith(`JWT_SECRET_PREVIOUS=${FORMER}\n`), [200, 'ok']);
  assert.deepEqual(await startedWith('JWT_SECRET_PREVIOUS=stopped\n'), [503, 'failed']);
  assert.deepEqual(await startedWith(''), [401, 'ok']);
});
