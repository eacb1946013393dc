// The package as others get it: its size, its types, what its README shows, and that it needs nothing of this repository.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { root, toolEnv } from '../../../scripts/lib.mjs';
import { temporaryDirectory } from '../../../test/system/lib/service.mjs';
import { lostLinksOf } from '../../typescript/test/lib/pages.mjs';

const home = join(root, 'clients', 'query');
/** Of which what is live takes 450. */
const BUDGET = 2.25 * 1024;
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

function compile(...args) {
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
}

test(`All of it, minified, without its peers, has at most ${BUDGET} bytes by gzip, and imports nothing but the client`, (t) => {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [join(home, 'dist', 'index.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    external: ['hospital-service-client'],
    metafile: true,
    write: false,
    outdir: home,
  });
  const [output] = Object.values(metafile.outputs);
  assert.deepEqual([...new Set(output.imports.map(({ path }) => path))], ['hospital-service-client']);
  const size = gzipSync(outputFiles[0].contents, { level: 9 }).length;
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= BUDGET, `${size} bytes`);
});

test('What should compile does, and what should not does not', () => compile('-p', home));

test('Packed and installed into an empty project with React it compiles, all of its README too', () => {
  const dir = temporaryDirectory();
  const packages = ['typescript', 'query'].map((name) => {
    const options = {
      cwd: join(root, 'clients', name),
      env: toolEnv,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    };
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', dir], options);
    return join(dir, JSON.parse(packed.slice(packed.indexOf('[')))[0].filename);
  });
  const project = join(dir, 'project');
  mkdirSync(project);
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler', lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
    ...{ strict: true, noEmit: true, jsx: 'react-jsx', types: [], skipLibCheck: false },
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', type: 'module', private: true }));
  const wanted = [...packages, '@tanstack/react-query', 'react', '@types/react'];
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...flags, ...wanted], { cwd: project, env: toolEnv, stdio: 'ignore' });
  const installed = join(project, 'node_modules', 'hospital-service-query');
  assert.deepEqual(lostLinksOf(installed), []);
  assert.deepEqual(readdirSync(installed).sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
  const shown = readFileSync(join(home, 'README.md'), 'utf8').matchAll(/^```tsx\n(.*?)^```$/gms);
  const code = [...shown].map(([, code]) => code).join('\n');
  writeFileSync(
    join(project, 'shown.tsx'),
    `${code}\nexport { Day, Patients, Phone, Registration, Settings, Visits };\n`,
  );
  compile('-p', project);
});
