// `npm run rollback` and `npm run secret`, run against a stand-in for Cloudflare: lib/deployment.mjs says what that shows and what not.
// One hospital's bad days, each from where the one before has ended.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startDeployment } from './lib/deployment.mjs';

const WORKER = 'hospital-service';

let it;
/** Tags of what is deployed, the older one first. */
let [old, bad] = [];

before(async () => {
  it = await startDeployment();
  old = it.commit('As it was');
  await it.succeeds('deploy.mjs');
});
after(() => it?.stop());

const worker = () => it.made.workers[WORKER];
const tagOf = ({ annotations }) => annotations?.['workers/tag'];
const idOf = (tag) => worker().versions.find((version) => tagOf(version) === tag).id;
const previous = () => it.secret(WORKER, 'JWT_SECRET_PREVIOUS');

test('a deployment says of which code it is, also where something was not committed', async () => {
  assert.equal(tagOf(worker().serving), old);
  assert.equal(worker().serving.annotations['workers/message'], 'As it was');
  assert.ok(`${old}.dirty`.length <= 25, 'Cloudflare may keep no longer tag');
});

describe('a key has leaked, and was replaced', () => {
  let leaked;

  before(async () => {
    leaked = it.secret(WORKER);
    const { sqlite } = it.database('hospital');
    sqlite.exec(
      "PRAGMA foreign_keys = OFF; INSERT INTO password_token (user_id, token_hash, expires_at) VALUES ('u', 'h', 1)",
    );
    assert.match(await it.succeeds('secret.mjs', 'rotate', '--leaked'), /The one before has ended\.\n$/);
    assert.equal(sqlite.prepare('SELECT count(*) AS n FROM password_token').get().n, 0);
    it.write('README.md', 'A change');
    bad = it.commit('A change');
    await it.succeeds('deploy.mjs');
    assert.equal(tagOf(worker().serving), bad);
  });

  test('Cloudflare itself would go back to it, and Wrangler asks nobody', async () => {
    const { code, output } = await it.shell(`npx wrangler rollback ${idOf(old)}`);
    assert.equal(code, 0, output);
    assert.match(output, /secrets have changed/);
    assert.equal(it.secret(WORKER), leaked);
    const warning = /serves is from before a change of a secret.*npm run secret -- rotate\n/;
    assert.match(await it.succeeds('rollback.mjs'), warning);
    const { code: again } = await it.shell(`npx wrangler rollback ${idOf(bad)}`);
    assert.equal(again, 0);
  });

  test('the list says what serves, of which code versions are, and how each can be gone back to', async () => {
    const rows = (await it.succeeds('rollback.mjs')).split('\n').filter((line) => / \d\d:\d\d /.test(line));
    assert.equal(rows.length, 3);
    const parts = [
      new RegExp(`^\\* +${idOf(bad).slice(0, 8)} .* ${bad.replace('+', '\\+')} +\\d{4}_\\w+$`),
      new RegExp(` ${old.replace('+', '\\+')} +\\d{4}_\\w+ +at once$`),
      new RegExp(`^ +${idOf(old).slice(0, 8)} .* builds its code, as a secret has changed since$`),
    ];
    for (const [at, part] of parts.entries()) assert.match(rows[at], part);
  });

  test('so the old code is deployed again with the new key', async () => {
    const replaced = it.secret(WORKER);
    const output = await it.succeeds('rollback.mjs', idOf(old).slice(0, 8));
    assert.match(output, /A secret has changed since \w{8}: its code is deployed anew/);
    assert.equal(tagOf(worker().serving), old);
    assert.equal(it.secret(WORKER), replaced);
    assert.notEqual(replaced, leaked);
    assert.equal(worker().latest.id, worker().serving.id);
  });
});

describe('without a change of a secret in between', () => {
  test('going back is Cloudflare’s own, and makes no version', async () => {
    const { length } = worker().versions;
    await it.succeeds('rollback.mjs', idOf(bad).slice(0, 8));
    assert.equal(tagOf(worker().serving), bad);
    assert.equal(worker().versions.length, length);
    await it.refused(/serves already/, ['rollback.mjs', idOf(bad)]);
    await it.refused(/No version begins with zz/, ['rollback.mjs', 'zz']);
  });

  test('afterwards Wrangler can change no secret, and `secret` can', async () => {
    const { code, output } = await it.shell('echo stopped | npx wrangler secret put JWT_SECRET_PREVIOUS');
    assert.equal(code, 1);
    assert.match(output, /isn't currently deployed/);

    const key = it.secret(WORKER);
    assert.match(await it.succeeds('secret.mjs', 'stop'), /what serves is deployed again first/);
    assert.equal(tagOf(worker().serving), undefined, 'a change of a secret has no tag of its own');
    assert.match(await it.succeeds('rollback.mjs'), new RegExp(`\\n\\* .* ${bad.replace('+', '\\+')} `));
    assert.equal(previous(), 'stopped');
    assert.equal(it.secret(WORKER), key);
  });
});

describe('the service is stopped', () => {
  test('it stays so with older code, and with another key', async () => {
    await it.refused(/Usage/, ['rollback.mjs', '--rotate']);
    const key = it.secret(WORKER);
    const output = await it.succeeds('rollback.mjs', idOf(old).slice(0, 8), '--rotate');
    assert.match(output, /Back at [\s\S]*JWT_SECRET is another one[\s\S]*still stopped/);
    assert.match(await it.succeeds('rollback.mjs'), new RegExp(`\\n\\* .* ${old.replace('+', '\\+')} `));
    assert.notEqual(it.secret(WORKER), key);
    assert.equal(previous(), 'stopped');
    await it.refused(/`start`/, ['secret.mjs', 'forget']);
  });

  test('until it is started', async () => {
    await it.succeeds('secret.mjs', 'start');
    assert.deepEqual(
      worker().secrets.map(({ name }) => name),
      ['JWT_SECRET'],
    );
  });
});

test('the key before holds where it is given, until it is forgotten', async () => {
  const key = it.secret(WORKER);
  it.write('key', 'short');
  await it.refused(/key has no JWT_SECRET/, ['secret.mjs', 'rotate', '--previous-from', 'key']);
  await it.refused(/exclude each other/, ['secret.mjs', 'rotate', '--leaked', '--previous-from', 'key']);
  assert.equal(it.secret(WORKER), key);
  it.write('key', `${key}\n`);
  await it.succeeds('secret.mjs', 'rotate', '--previous-from', 'key');
  assert.notEqual(it.secret(WORKER), key);
  assert.equal(previous(), key);
  await it.succeeds('secret.mjs', 'forget');
  assert.equal(previous(), undefined);
});

describe('what cannot be gone back to is refused, and nothing changes', () => {
  const first = () => worker().versions.at(-1);
  const goBack = () => ['rollback.mjs', first().id];

  test('code that was not committed, that is not here, or that nobody knows, past a change of a secret', async () => {
    const { annotations } = first();
    for (const [tag, reason] of [
      [`${old}.dirty`, /Not rolled back: a secret has changed since, .* changes that were not committed/],
      ['1.1.0+0123456789', /this clone lacks its commit 0123456789/],
      ['1.1.0', /its version does not tell the commit/],
    ]) {
      first().annotations = { 'workers/tag': tag };
      const serving = worker().serving.id;
      await it.refused(reason, goBack());
      assert.equal(worker().serving.id, serving);
    }
    first().annotations = annotations;
  });

  test('code of before the baseline', async () => {
    const { annotations, created_on } = first();
    Object.assign(first(), { annotations: {}, created_on: '2026-11-01T10:00:00Z' });
    await it.refused(/the database no longer has the tables that its code needs/, goBack());
    Object.assign(first(), { annotations, created_on });
  });
});
