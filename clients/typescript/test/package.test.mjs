// The package as others get it: its size, its types, what its README shows, and that it needs nothing of this repository.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { root, toolEnv } from '../../../scripts/lib.mjs';
import { temporaryDirectory } from '../../../test/system/lib/service.mjs';
import { bundle } from './lib/bundle.mjs';
import { lostLinksOf } from './lib/pages.mjs';

const home = join(root, 'clients', 'typescript');
/** Helpers and constants, which a portal's bundler leaves out where they are not used, are 2.7 KiB of it. */
const BUDGET = 10 * 1024;
/** Of the package as it is downloaded: most of it is the Worker and the database of `testing`, which no portal ships. */
const PACKED = 505 * 1024;
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

function compile(...args) {
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
}

test(`All of it, minified, with its dependency, has at most ${BUDGET} bytes by gzip`, (t) => {
  const size = gzipSync(bundle(), { level: 9 }).length;
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= BUDGET, `${size} bytes`);
});

test('What should compile does, and what should not does not', () => compile('-p', home));

test('The type checks would notice if anything were allowed', () => {
  const dir = temporaryDirectory();
  const types = join(home, 'test', 'types');
  const checks = readdirSync(types).map((name) => {
    const text = readFileSync(join(types, name), 'utf8');
    writeFileSync(join(dir, name), text.replaceAll(/\/\/ @ts-expect-error.*/g, '//'));
    return text;
  });
  writeConfig(dir, { paths: { 'hospital-service-client': [join(home, 'src', 'index.ts')] } });
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', dir], { encoding: 'utf8' });
  const lines = new Set(stdout.match(/^.*(sent|answered)\.ts\(\d+/gm));
  assert.ok(lines.size >= checks.join('').match(/@ts-expect-error/g).length, stdout);
});

/** @returns the README's TypeScript, as one module */
const shown = () =>
  [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)]
    .map(([, code]) => code)
    .join('\n');

function writeConfig(dir, options = {}) {
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'NodeNext', lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] },
    ...{ strict: true, noEmit: true, types: [], skipLibCheck: false, allowImportingTsExtensions: true, ...options },
  };
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'empty', type: 'module', private: true }));
}

test('Packed and installed into an empty project it compiles, all of its README too, and runs', (t) => {
  const dir = temporaryDirectory();
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', dir], {
    cwd: home,
    env: toolEnv,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, files, size }] = JSON.parse(packed.slice(packed.indexOf('[')));
  const names = files.map(({ path }) => path).filter((path) => !/^(testing\/)?dist\//.test(path));
  assert.deepEqual(names.sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= PACKED, `${size} bytes`);

  const project = join(dir, 'project');
  mkdirSync(project);
  writeConfig(project);
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', join(dir, filename)];
  execFileSync('npm', install, { cwd: project, env: toolEnv, stdio: 'ignore' });
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(installed, ['hospital-service-client', 'openapi-fetch', 'openapi-typescript-helpers']);

  const unpacked = join(project, 'node_modules', 'hospital-service-client');
  assert.deepEqual(lostLinksOf(unpacked), []);
  const { version } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  assert.ok(readFileSync(join(unpacked, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}]`));

  writeFileSync(join(project, 'shown.ts'), shown());
  compile('-p', project);
  // As a portal would install the optional peer: 170 MB.
  symlinkSync(join(root, 'node_modules', 'miniflare'), join(project, 'node_modules', 'miniflare'));
  writeFileSync(
    join(project, 'run.js'),
    `import { createHospital } from 'hospital-service-client';
    import { startHospital, TEST_PASSWORD as password } from 'hospital-service-client/testing';
    const started = await startHospital();
    const opened = createHospital({ baseUrl: started.url });
    await opened.login({ email: 'staff@hospital.test', password });
    console.log((await opened.GET('/patient/')).status);
    await started.stop();
    const fetch = async (request) => Response.json({ url: request.url });
    const { data } = await createHospital({ baseUrl: 'http://hospital', fetch }).GET('/patient/{id}', { params: { path: { id: 'å' } } });
    console.log(data.url);`,
  );
  const ran = execFileSync(process.execPath, ['run.js'], { cwd: project, encoding: 'utf8' });
  assert.equal(ran, '200\nhttp://hospital/patient/%C3%A5\n');
});
