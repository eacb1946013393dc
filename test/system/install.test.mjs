// A fresh clone before anything is installed: what it says where it cannot go on, and what it writes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { keepPrivate, root } from '../../scripts/lib.mjs';
import { freePort } from '../../scripts/ports.mjs';
import { temporaryDirectory } from './lib/service.mjs';

const NOT_CLONED = /(^|\/)(node_modules|\.git|\.wrangler|\.dev\.vars|\.setup\.lock|dist|backups|openapi\.json)$/;

/** A copy without what git does not have. */
function freshClone() {
  const clone = join(temporaryDirectory(), 'clone');
  cpSync(root, clone, { recursive: true, filter: (path) => !NOT_CLONED.test(relative(root, path)) });
  return clone;
}

const run = (clone, command, env = {}) =>
  spawnSync(command, { cwd: clone, shell: true, encoding: 'utf8', env: { ...process.env, ...env }, timeout: 300_000 });

/** Nobody listens on port 9, and nothing is in the cache. */
const withoutNetwork = (clone) => ({
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_cache: join(clone, 'cache'),
  npm_config_fetch_retries: '0',
});

for (const command of ['node scripts/start.mjs', 'npm run --silent lint', 'npm run --silent generate']) {
  test(`${command}, without a network, ends with one line that says what is missing`, async () => {
    const clone = freshClone();
    const env = { ...withoutNetwork(clone), PORT: String(await freePort()) };
    const { status, stdout, stderr } = run(clone, command, env);
    assert.equal(status, 1);
    assert.equal(stdout, 'Installing dependencies (npm ci) …\n');
    assert.match(stderr, /^(npm warn .*\n)*The dependencies could not be downloaded: .*network.*\n$/);
  });
}

test('A log says how many of the packages are there', () => {
  const clone = freshClone();
  const { packages } = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8'));
  const wanted = Object.entries(packages).filter(
    ([path, { dev, link, optional, devOptional }]) =>
      path.includes('node_modules/') && !dev && !link && !optional && !devOptional,
  );
  // What npm does, but for the bytes of the packages.
  const npm = join(clone, 'bin', 'npm');
  const homes = wanted.map(([path]) => `mkdir -p ${path} && touch ${path}/package.json`);
  mkdirSync(dirname(npm));
  writeFileSync(npm, `#!/bin/sh\n${homes.join('\n')}\n`, { mode: 0o755 });
  const PATH = `${dirname(npm)}${delimiter}${process.env.PATH}`;
  const { status, stdout } = run(clone, 'node scripts/install.mjs ci --omit=dev', { PATH });
  assert.equal(status, 0);
  const [first, ...others] = stdout.trim().split('\n');
  assert.equal(first, 'Installing dependencies (npm ci) …');
  assert.match(others.at(-1), new RegExp(`: ${wanted.length} of ${wanted.length} packages, \\d+ s$`));
});

test('What else npm complains of is shown', () => {
  const clone = freshClone();
  const { status, stderr } = run(clone, 'rm package-lock.json && node scripts/setup.mjs');
  assert.equal(status, 1);
  assert.match(stderr, /package-lock\.json[\s\S]*npm ci failed\.\n$/);
});

test('What wrangler builds with says what to do, where `npx wrangler dev` comes before the installation', () => {
  const [, command] = /^\[build\]\ncommand = "(.+)"$/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8'));
  const { status, stderr } = run(freshClone(), command);
  assert.equal(status, 1);
  assert.match(stderr, /^The dependencies are not installed\. Run `npm start`.*\n$/);
});

test('A command that needs packages says that they are not installed', () => {
  const clone = freshClone();
  const { scripts } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  const names = Object.keys(scripts).filter((name) => scripts[name].includes('installed.mjs'));
  assert.ok(names.includes('backup') && names.includes('check:openapi'));
  for (const name of names) {
    const { status, stdout, stderr } = run(clone, `npm run --silent ${name}`);
    assert.equal(status, 1, name);
    assert.equal(stdout, '', name);
    assert.match(stderr, /^(npm warn .*\n)*The dependencies are not installed: run `npm ci`\.\n$/, name);
  }
});

test('npm start refuses arguments, which it would not obey', () => {
  const { status, stderr } = run(freshClone(), 'node scripts/start.mjs --port 9000');
  assert.equal(status, 1);
  assert.match(stderr, /^npm start takes no arguments: PORT, .*\n$/);
});

test('A route whose documentation lacks something is named in one line', () => {
  const clone = freshClone();
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  const routes = join(clone, 'src', 'resources', 'department', 'routes.ts');
  writeFileSync(routes, readFileSync(routes, 'utf8').replace("'listDepartments'", "'listWards'"));
  const { status, stderr } = run(clone, 'node scripts/setup.mjs --local');
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^The OpenAPI document cannot be made of the routes: listWards has no example: add one to .*\n$/,
  );
});

test('Local variables are those of the example, with a secret of their own', () => {
  const secretOf = (clone) => {
    assert.equal(run(clone, 'node scripts/setup.mjs --local').status, 0);
    const path = join(clone, '.dev.vars');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const [secret, ...others] = readFileSync(path, 'utf8').match(/^.+$/gm);
    assert.deepEqual(others, [
      'SIGNUP_ROLE=staff',
      'CORS_ORIGINS=*',
      'ENVIRONMENT=development',
      'WEBHOOK_LOOPBACK=yes',
      'HOSPITAL_NAME=Harbour Clinic',
      'HOSPITAL_ADDRESS="7 Quay Street\\nPort Town\\n+44 20 7946 0123"',
    ]);
    assert.match(secret, /^JWT_SECRET=[\w-]{43}$/);
    return secret;
  };
  const clone = freshClone();
  const secret = secretOf(clone);
  chmodSync(join(clone, '.dev.vars'), 0o644); // as a copy of the example has it
  assert.equal(secretOf(clone), secret, 'a second run changes nothing else');
  assert.notEqual(secretOf(freshClone()), secret);
});

test('A disk that keeps no modes is no fault', { skip: !existsSync('/proc/self/fdinfo') }, () => {
  assert.throws(() => chmodSync('/proc/self/fdinfo', 0o700), { code: 'EPERM' });
  keepPrivate('/proc/self/fdinfo', 0o700);
});

/** On the Node of this machine, as npm has just put another one in front. */
const onOwnNode = (clone, command) => {
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  const PATH = process.env.PATH.split(delimiter)
    .filter((dir) => !dir.includes('node_modules'))
    .join(delimiter);
  return run(clone, command, { PATH });
};

test('What wants Node 22 runs on the one among the dependencies, by npm and by npx', () => {
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies.wrangler;
  const { stdout, stderr } = onOwnNode(freshClone(), 'npx --no-install wrangler --version');
  assert.equal(stdout.trim(), version, stderr);
  const login = onOwnNode(freshClone(), 'npm run --silent login -- --help');
  assert.match(login.stdout, /^wrangler login\n/m, login.stderr);
});

test('Where npm warns of an old Node, the installation says that it will do', () => {
  const { stdout } = onOwnNode(freshClone(), 'node --version && npm run --silent prepare');
  const [, major] = /^v(\d+)/.exec(stdout);
  assert.equal(stdout.includes(`\nNode ${major} will do: `), Number(major) < 22, stdout);
});

test('The example asks who deploys by a button for nothing but the secret, and proposes none', () => {
  const lines = readFileSync(join(root, '.dev.vars.example'), 'utf8').match(/^[^#\n].*$/gm);
  assert.deepEqual(lines, ['JWT_SECRET=']);
});
