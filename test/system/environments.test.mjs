// `npm run deploy -- --env NAME` and the other commands for an environment, run against a stand-in for Cloudflare:
// lib/deployment.mjs says what that shows and what not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { environment, firstNumber } from '../../scripts/environment.mjs';
import { startDeployment } from './lib/deployment.mjs';

const production = environment().config;

let it;

before(async () => {
  it = await startDeployment();
  it.write(
    'environments/staging.toml',
    '[vars]\nSIGNUP = "invited"\nCORS_ORIGINS = "https://staging.portal.example"\n',
  );
  // Production's address and database must not become those of staging.
  const toml = it.read('wrangler.toml');
  it.write(
    'wrangler.toml',
    toml
      .replace('BASE_URL = ""', 'BASE_URL = "https://api.clinic.example"')
      .replace('MAIL_FROM = ""', 'MAIL_FROM = "no-reply@clinic.example"')
      .replace('database_name = "hospital"', 'database_name = "hospital"\ndatabase_id = "of-production"')
      .replace(
        /^main = .*$/m,
        '$&\nroutes = [{ pattern = "api.clinic.example", custom_domain = true }]\nworkers_dev = false',
      ),
  );
});
after(() => it?.stop());

test('it has everything under names of its own', async () => {
  const output = await it.succeeds('deploy.mjs', '--env', 'staging', '--location', 'weur', '--placement', 'smart');
  // As it takes no signups, the command makes the account as well.
  assert.match(output, /npm run admin -- EMAIL --remote --env staging --create\n/);
  assert.match(output, /hospital-service-staging\.clinic\.workers\.dev/);
  assert.doesNotMatch(output, /api\.clinic\.example/);
  assert.deepEqual(it.names(), {
    databases: ['hospital-staging'],
    buckets: ['hospital-files-staging'],
    queues: [
      'hospital-access',
      'hospital-access-dead',
      'hospital-export',
      'hospital-export-dead',
      'hospital-import',
      'hospital-import-dead',
      'hospital-webhook',
      'hospital-message',
    ].map((name) => `${name}-staging`),
    workers: ['hospital-service-staging'],
  });
  assert.equal(it.database('hospital-staging').primary_location_hint, 'weur');
  assert.equal(it.made.buckets[0].locationHint, 'weur');
  const [consumer] = it.made.queues[0].consumers;
  assert.equal(consumer.dead_letter_queue, 'hospital-access-dead-staging');
  assert.equal(consumer.settings.max_wait_time_ms, 60_000, 'looks wait as long as in production');
  assert.equal(it.made.workers['hospital-service-staging'].settings.placement.mode, 'smart');
  assert.match(
    it.read('environments/staging.toml'),
    /staging\.portal\.example"\n\n\[rate_limits\]\nnumber = "\d+"\n\n\[placement\]\nmode = "smart"\n$/,
  );
  assert.doesNotMatch(it.read('wrangler.toml'), /placement/);
});

test('its Worker is bound to these, with its own settings and limits', () => {
  const own = it.bindings('hospital-service-staging');
  assert.equal(own.DB.id, it.database('hospital-staging').uuid);
  assert.equal(own.FILES.bucket_name, 'hospital-files-staging');
  assert.equal(own.ACCESS_QUEUE.queue_name, 'hospital-access-staging');
  assert.equal(own.CORS_ORIGINS.text, 'https://staging.portal.example');
  assert.equal(own.BASE_URL.text, '');
  assert.equal(own.MAIL_FROM.text, '');
  assert.equal(own.TIME_ZONE.text, production.vars.TIME_ZONE);
  const limits = numbersOf('staging');
  const shared = production.ratelimits.filter(({ namespace_id }) => limits.includes(namespace_id));
  assert.equal(limits.length, production.ratelimits.length);
  assert.deepEqual(shared, []);
});

/** Of the limits of an environment's Worker. */
const numbersOf = (name) =>
  Object.values(it.bindings(`hospital-service-${name}`)).flatMap(({ type, namespace_id }) =>
    type === 'ratelimit' ? [namespace_id] : [],
  );

test('an environment that was deployed before it kept a number keeps the one that it had', () => {
  assert.deepEqual(
    numbersOf('staging'),
    production.ratelimits.map(({ namespace_id }) => `${firstNumber('staging')}${namespace_id}`),
  );
});

test('no two environments count together, and one with the number of another is not deployed', async () => {
  const same = Array.from({ length: 100_000 }, (_, i) => `ward-${i}`).find(
    (name) => firstNumber(name) === firstNumber('staging'),
  );
  const path = `environments/${same}.toml`;
  it.write(path, '');
  assert.match(
    await it.succeeds('deploy.mjs', '--dry-run', '--env', same),
    /number = "\d+" is written under \[rate_limits\]/,
  );
  await it.succeeds('deploy.mjs', '--env', same);
  const numbers = [...numbersOf('staging'), ...numbersOf(same)];
  assert.equal(new Set(numbers).size, 2 * production.ratelimits.length);
  assert.doesNotMatch(await it.succeeds('deploy.mjs', '--dry-run', '--env', same), /is written under/);

  for (const [number, reason] of [
    [
      firstNumber('staging'),
      /ward-\d+ would count together with those of staging: .* write number = "\d+" under \[rate_limits\]/,
    ],
    ['north', /number under \[rate_limits\] is from 1 to 9999/],
  ]) {
    it.write(path, `[rate_limits]\nnumber = "${number}"\n`);
    await it.refused(reason, ['deploy.mjs', '--env', same]);
    await it.refused(reason, ['deploy.mjs', '--dry-run', '--env', same]);
  }
});

test('wrangler’s own [limits] reach it from both files, and a number that stands there is taken, with what to write', async () => {
  it.write('wrangler.toml', `${it.read('wrangler.toml')}\n[limits]\ncpu_ms = 60_000\n`);
  it.write('environments/north.toml', '[limits]\nsubrequests = 2_000\nnumber = "77"\n');
  const output = await it.succeeds('deploy.mjs', '--env', 'north');
  assert.match(output, /north\.toml: write number = "77" under \[rate_limits\] instead of \[limits\]/);
  const { limits } = it.made.workers['hospital-service-north'].settings;
  assert.deepEqual(limits, { cpu_ms: 60_000, subrequests: 2_000 });
  assert.deepEqual(
    numbersOf('north'),
    production.ratelimits.map(({ namespace_id }) => `77${namespace_id}`),
  );
  assert.equal(it.read('environments/north.toml'), '[limits]\nsubrequests = 2_000\nnumber = "77"\n');

  it.write('environments/north.toml', '[rate_limits]\nnumber = "77"\n');
  assert.doesNotMatch(await it.succeeds('deploy.mjs', '--dry-run', '--env', 'north'), /limits\]/);
  assert.deepEqual(JSON.parse(it.read('wrangler.north.json')).limits, { cpu_ms: 60_000 });
});

test('it is what --env means to the other commands', async () => {
  assert.match(await it.succeeds('migrate.mjs', '--env', 'staging'), /No migrations to apply/);
  const { sqlite } = it.database('hospital-staging');
  sqlite.exec(
    `INSERT INTO user (id, version, email, email_key, full_name, username, username_key, password_hash, type, created_at, updated_at)
     VALUES ('u1', 1, 'ada@clinic.example', 'ada@clinic.example', 'Ada', 'ada', 'ada', 'x', 'none', 1, 1)`,
  );
  const output = await it.succeeds('admin.mjs', 'ada@clinic.example', '--remote', '--env', 'staging');
  assert.match(output, /ada@clinic\.example is now an admin/);
  assert.equal(sqlite.prepare('SELECT type FROM user').get().type, 'admin');

  const made = await it.succeeds('admin.mjs', 'eve@clinic.example', '--create', '--remote', '--env', 'staging');
  assert.match(made, /eve@clinic\.example was made, an admin \(remote database\)/);
  assert.equal(sqlite.prepare('SELECT count(*) AS n FROM password_token').get().n, 1);
});
