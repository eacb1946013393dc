// `npm run deploy`, run against a stand-in for Cloudflare: lib/deployment.mjs says what that shows and what not.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { jurisdictionOf, moved, withSetting } from '../../scripts/deploy/settings.mjs';
import { migrations } from '../../scripts/storage/migrate.mjs';
import { startDeployment } from './lib/deployment.mjs';

const ALL = {
  databases: ['hospital'],
  buckets: ['hospital-files'],
  queues: [
    'hospital-access',
    'hospital-access-dead',
    'hospital-export',
    'hospital-export-dead',
    'hospital-import',
    'hospital-import-dead',
    'hospital-webhook',
    'hospital-message',
  ],
  workers: ['hospital-service'],
};
const NONE = { databases: [], buckets: [], queues: [], workers: [] };

let it;

before(async () => {
  it = await startDeployment();
});
after(() => it?.stop());

describe('before anything is made', () => {
  test('flags that are unknown or make no sense are refused', async () => {
    await it.refused(/Unknown option '--stage'[\s\S]*--env NAME/, ['deploy.mjs', '--stage']);
    await it.refused(/--jurisdiction is one of eu, us, fedramp/, ['deploy.mjs', '--jurisdiction', 'mars']);
    await it.refused(/exclude each other/, ['deploy.mjs', '--jurisdiction', 'eu', '--location', 'weur']);
    await it.refused(/environments\/stagging\.toml/, ['deploy.mjs', '--env', 'stagging']);
    await it.refused(/queues of dead letters/, ['deploy.mjs', '--env', 'dead-2']);
    await it.refused(/Usage: npm run admin/, ['admin.mjs', 'ada@clinic.example', '--env', 'staging']);
    await it.refused(/--env NAME and --database NAME are for --remote/, ['verify.mjs', '--env', 'staging']);
  });

  test('--help names every flag', async () => {
    const output = await it.succeeds('deploy.mjs', '--help');
    const flags = [
      'env',
      'jurisdiction',
      'location',
      'placement',
      'replication',
      'built',
      'portal',
      'no-portal',
      'allow-unsafe',
      'dry-run',
    ];
    for (const flag of flags) assert.match(output, new RegExp(`--${flag} `));
  });

  test('--dry-run says what would be, and changes nothing', async () => {
    const written = it.read('wrangler.toml');
    const output = await it.succeeds('deploy.mjs', '--dry-run', '--env', 'staging', '--placement', 'smart');
    assert.match(output, /Worker +hospital-service-staging\n +Database +hospital-staging/);
    assert.match(output, /mode = "smart" is written under \[placement\]/);
    assert.equal(it.read('wrangler.toml'), written);
    assert.deepEqual(it.names(), NONE);
  });

  test('other databases and buckets may stand before those of the service', async () => {
    const written = it.read('wrangler.toml');
    const others = `[[d1_databases]]
binding = "STATISTICS"
database_name = "statistics"

[[r2_buckets]]
binding = "SCANS"
bucket_name = "scans"

`;
    it.write('wrangler.toml', written.replace('[[d1_databases]]', `${others}[[d1_databases]]`));
    const output = await it.succeeds('deploy.mjs', '--dry-run');
    assert.match(output, /Database +hospital\n +Bucket +hospital-files\n/);
    it.write('wrangler.toml', written);
  });

  test('settings that the service would refuse are named, from the environment’s own file, too', async () => {
    const toml = it.read('wrangler.toml');
    const wrong = toml
      .replace('TIME_ZONE = "UTC"', 'TIME_ZONE = "Europe/Stokholm"')
      .replace('SIGNUP = "open"', 'SIGN_UP = "invited"\nJWT_SECRET = "in-a-file-that-is-committed-to-git"');
    const reason =
      /TIME_ZONE must be an IANA time zone\n +JWT_SECRET is a secret: .*\n +SIGN_UP is not a variable of the service\nNothing/;
    it.write('wrangler.toml', wrong);
    await it.refused(reason, ['deploy.mjs']);
    await it.refused(reason, ['deploy.mjs', '--dry-run']);
    await it.refused(reason, ['deploy.mjs', '--dry-run', '--env', 'staging']);
    it.write('wrangler.toml', toml);

    it.write('wrangler.toml', toml.replace('WEBHOOK_LOOPBACK = ""', 'WEBHOOK_LOOPBACK = "yes"'));
    await it.refused(/\n {2}WEBHOOK_LOOPBACK is only for ENVIRONMENT=development\n/, ['deploy.mjs']);
    it.write('wrangler.toml', toml);

    const mailing = toml.replace('MAIL_FROM = ""', 'MAIL_FROM = "no-reply@clinic.example"');
    it.write('wrangler.toml', mailing);
    await it.refused(/\n {2}MAIL_FROM needs BASE_URL, /, ['deploy.mjs']);
    const withAddress = mailing.replace('BASE_URL = ""', 'BASE_URL = "https://portal.clinic.example"');
    it.write('wrangler.toml', withAddress.replace('name = "EMAIL"', 'name = "OTHER"'));
    await it.refused(/\n {2}MAIL_FROM needs the binding EMAIL under \[\[send_email\]\]\n/, ['deploy.mjs']);
    it.write('wrangler.toml', withAddress);
    await it.succeeds('deploy.mjs', '--dry-run');
    it.write('wrangler.toml', toml);

    const staging = it.read('environments/staging.toml');
    it.write('environments/staging.toml', '[vars]\nCORS_ORIGINS = "https://staging.portal.example/"\n');
    await it.refused(/\n {2}CORS_ORIGINS must be origins/, ['deploy.mjs', '--env', 'staging']);
    it.write('environments/staging.toml', staging);
  });

  test('settings of a laptop are refused, by name and file, in environments, too; unless --allow-unsafe', async () => {
    const [toml, staging] = [it.read('wrangler.toml'), it.read('environments/staging.toml')];
    const laptop = toml
      .replace('SIGNUP_ROLE = "none"', 'SIGNUP_ROLE = "doctor"')
      .replace('ENVIRONMENT = "production"', 'ENVIRONMENT = "development"');
    it.write('wrangler.toml', laptop);
    it.write('environments/staging.toml', '[vars]\nCORS_ORIGINS = "https://portal.example, *"\n');
    const two =
      /unsafe in a deployment:\n {2}SIGNUP_ROLE = "doctor" in wrangler\.toml: .*"none".*\n {2}ENVIRONMENT .*\nNothing was/;
    const three =
      /:\n {2}SIGNUP_ROLE .*\n {2}CORS_ORIGINS = ".*\*" in environments\/staging\.toml: .*\n {2}ENVIRONMENT /;
    await it.refused(two, ['deploy.mjs']);
    await it.refused(three, ['deploy.mjs', '--env', 'staging']);
    const output = await it.succeeds('deploy.mjs', '--dry-run', '--env', 'staging', '--allow-unsafe');
    assert.match(output, three);
    assert.match(output, /Worker +hospital-service-staging/);

    // Where nobody can sign up, nobody is given the role.
    it.write(
      'wrangler.toml',
      toml.replace('SIGNUP = "open"\n', 'SIGNUP = "invited"\n').replace(/^(SIGNUP_ROLE = ).*$/m, '$1"doctor"'),
    );
    assert.doesNotMatch(await it.succeeds('deploy.mjs', '--dry-run'), /unsafe/);
    it.write('wrangler.toml', toml);
    it.write('environments/staging.toml', staging);
  });

  test('what does not build is not deployed', async () => {
    const toml = it.read('wrangler.toml');
    it.write('wrangler.toml', toml.replace('src/index.ts', 'src/missing.ts'));
    await it.refused(/It does not build/, ['deploy.mjs']);
    it.write('wrangler.toml', toml);
  });

  test('who is not logged in is told how to', async () => {
    await it.refused(/^Not logged in to Cloudflare: run `npm run login`/m, ['deploy.mjs'], {
      CLOUDFLARE_API_TOKEN: '',
    });
  });
});

describe('production', () => {
  let secret;
  const hasPortal = () => it.made.workers['hospital-service'].files.includes('/portal/index.html');

  test('the first time everything is made, where it was asked for', async () => {
    rmSync(it.path('public', 'portal'), { recursive: true, force: true });
    mkdirSync(it.path('public', 'portal'));
    it.write('public/portal/earlier.js', 'as `npm start` leaves it');
    const before = it.read('wrangler.toml');
    const flags = ['--jurisdiction', 'eu', '--placement', 'smart', '--replication', 'auto'];
    const output = await it.succeeds('deploy.mjs', ...flags);
    assert.match(output, /npm run admin -- EMAIL --remote\n/);
    assert.equal(output.match(/Executed \d+ commands in [\d.]+ms/g).length, migrations().length, 'how long each took');
    assert.deepEqual(it.names(), ALL);

    const { jurisdiction, read_replication, sqlite, uuid } = it.database('hospital');
    assert.equal(jurisdiction, 'eu');
    assert.deepEqual(read_replication, { mode: 'auto' });
    assert.equal(sqlite.prepare('SELECT count(*) AS n FROM d1_migrations').get().n, migrations().length);
    assert.equal(sqlite.prepare('SELECT count(*) AS n FROM patient').get().n, 0);
    const [access, dead] = it.made.queues;
    assert.deepEqual([it.made.buckets[0].jurisdiction, access.jurisdiction, dead.jurisdiction], ['eu', 'eu', 'eu']);
    assert.equal(dead.settings.message_retention_period, 1_209_600);
    assert.equal(access.consumers[0].script_name, 'hospital-service');

    const { settings, files } = it.made.workers['hospital-service'];
    assert.equal(settings.placement.mode, 'smart');
    const { DB, FILES } = it.bindings('hospital-service');
    assert.equal(DB.id, uuid);
    assert.equal(FILES.jurisdiction, 'eu');
    secret = it.secret('hospital-service');
    assert.ok(secret.length >= 43);
    assert.ok(files.includes('/docs.html'));
    assert.ok(hasPortal() && !files.includes('/portal/earlier.js'));
    assert.ok(
      files.some((path) => /^\/portal\/assets\/.+\.js$/.test(path)),
      'built by this deployment',
    );
    assert.deepEqual(it.bindings('hospital-service').CF_VERSION_METADATA, { type: 'version_metadata' });

    const written = it
      .read('wrangler.toml')
      .replace('jurisdiction = "eu"\n', '')
      .replace('\n[placement]\nmode = "smart"\n', '');
    assert.equal(written, before, 'nothing else of wrangler.toml changes');
  });

  test('again: nothing is made twice, the secret and the settings stay', async () => {
    const written = it.read('wrangler.toml');
    await it.succeeds('deploy.mjs', '--placement', 'smart');
    assert.equal(it.read('wrangler.toml'), written);
    assert.deepEqual(it.names(), ALL);
    assert.equal(it.secret('hospital-service'), secret);
    assert.deepEqual(it.database('hospital').read_replication, { mode: 'auto' });
    assert.equal(it.made.queues[0].consumers.length, 1);
    assert.ok(hasPortal());
  });

  test('the portal stays until a flag takes it away, and then away', async () => {
    const toml = it.read('wrangler.toml');
    const without = toml.replace('PORTAL = "serve"', 'PORTAL = "none"');
    it.write('wrangler.toml', toml.replace(/^PORTAL = .*\n/m, ''));
    assert.match(await it.succeeds('deploy.mjs', '--dry-run'), /Portal +under \/portal\/\n/);

    it.write('wrangler.toml', without);
    await it.refused(/service has the portal.* in wrangler\.toml\..*--no-portal/, ['deploy.mjs']);
    const { bindings } = it.made.workers['hospital-service'];
    bindings.splice(
      bindings.findIndex(({ name }) => name === 'PORTAL'),
      1,
    );
    await it.refused(/service may have the portal/, ['deploy.mjs']);

    it.write('wrangler.toml', toml);
    await it.succeeds('deploy.mjs', '--no-portal');
    assert.ok(!it.made.workers['hospital-service'].files.some((path) => path.includes('portal')));
    assert.equal(it.bindings('hospital-service').PORTAL.text, 'none');
    assert.equal(it.read('wrangler.toml'), without);
    assert.match(await it.succeeds('deploy.mjs', '--dry-run'), /Portal +none\n/);
    const again = await it.succeeds('deploy.mjs', '--dry-run', '--portal');
    assert.match(again, /Portal +under \/portal\/\n[\s\S]*PORTAL = "serve" is written under \[vars\]/);
    await it.refused(/exclude each other/, ['deploy.mjs', '--portal', '--no-portal']);
  });

  test('a database of another line of versions is left alone', async () => {
    const { sqlite } = it.database('hospital');
    const rename = (from, to) => sqlite.prepare('UPDATE d1_migrations SET name = ? WHERE name = ?').run(to, from);
    const [first] = migrations();
    rename(first, '0018_other.sql');
    const reason =
      /: the database is of another line of versions: it lacks the migration 0021_baseline\.sql, .*commit 359b617 /;
    await it.refused(reason, ['deploy.mjs']);
    await it.refused(reason, ['migrate.mjs']);
    assert.equal(sqlite.prepare('SELECT count(*) AS n FROM d1_migrations').get().n, migrations().length);
    rename('0018_other.sql', first);
  });

  test('a database does not move to another jurisdiction', async () => {
    const written = it.read('wrangler.toml');
    const reason = /hospital exists in the jurisdiction eu, and that cannot be changed to us/;
    await it.refused(reason, ['deploy.mjs', '--jurisdiction', 'us']);
    assert.equal(it.read('wrangler.toml'), written);
  });
});

test('where a database is decides where it stays', () => {
  const [there, nowhere] = [
    { name: 'hospital', jurisdiction: 'eu' },
    { name: 'hospital', jurisdiction: null },
  ];
  assert.equal(moved(there, 'eu'), undefined);
  assert.equal(moved(nowhere, undefined), undefined);
  assert.match(moved(there, undefined), /cannot be changed: write jurisdiction = "eu" under \[\[r2_buckets\]\]/);
  assert.match(moved(nowhere, 'eu'), /exists without a jurisdiction, and that cannot be changed to eu/);
});

test('a setting is written where a person would write it', () => {
  const placement = { table: '[placement]', key: 'mode', value: 'smart' };
  const cases = [
    ['', '[placement]\nmode = "smart"\n'],
    ['a = 1\n', 'a = 1\n\n[placement]\nmode = "smart"\n'],
    ['[placement] # why\n mode= "off" # for now\n', '[placement] # why\n mode= "smart" # for now\n'],
    [
      '[placement]\n\n# of vars\n[vars]\nmode = "x"\n',
      '[placement]\nmode = "smart"\n\n# of vars\n[vars]\nmode = "x"\n',
    ],
  ];
  for (const [before, after] of cases) {
    assert.equal(withSetting(before, placement), after);
    assert.equal(withSetting(after, placement), after);
  }
});

test('a jurisdiction is written to the bucket of the service, wherever another one stands', () => {
  const other = '[[r2_buckets]]\nbinding = "SCANS"\njurisdiction = "us" # theirs\n';
  const files = '[[r2_buckets]]\nbucket_name = "f"\nbinding = "FILES" # ours\n';
  const setting = { table: '[[r2_buckets]]', binding: 'FILES', key: 'jurisdiction', value: 'eu' };
  const written = `${files}jurisdiction = "eu"\n`;
  assert.equal(withSetting(`${other}\n${files}`, setting), `${other}\n${written}`);
  assert.equal(withSetting(`${files}\n${other}`, setting), `${written}\n${other}`);
  const added = '[[r2_buckets]]\nbinding = "FILES"\njurisdiction = "eu"\n';
  assert.equal(withSetting(other, setting), `${other}\n${added}`, 'as environments/NAME.toml has it');
  const buckets = [
    { binding: 'SCANS', jurisdiction: 'us' },
    { binding: 'FILES', jurisdiction: 'eu' },
  ];
  assert.equal(jurisdictionOf({ r2_buckets: buckets }), 'eu');
});
