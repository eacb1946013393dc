// The README's configuration of Vite, run by Vite: a page of its development server stays signed in.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../../../scripts/chromium.mjs';
import { root } from '../../../scripts/lib.mjs';
import { launchChromium } from '../../../test/browser/lib/suite.mjs';
import { temporaryDirectory } from '../../../test/system/lib/service.mjs';
import { bundle } from './lib/bundle.mjs';
import { PASSWORD, startHospital } from './lib/hospital.mjs';

const skip = findChromium() ? false : 'there is no Chromium';
const { createServer } = await import(
  pathToFileURL(createRequire(join(root, 'portal', 'package.json')).resolve('vite'))
);
const { network, signUp } = await startHospital();
const home = temporaryDirectory();
const browser = skip ? undefined : await launchChromium(home);
after(async () => {
  await browser?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const README = readFileSync(join(root, 'clients', 'typescript', 'README.md'), 'utf8');
const [, shown] = /^```js\n(\/\/ vite\.config\.js.*?)^```$/ms.exec(README);
const PAGE = `<!doctype html><title>Portal</title><script type="module">
  import { browserSession, createHospital } from '/client.js';
  window.hospital = createHospital({ baseUrl: '/', session: browserSession() });
</script>`;

/** A project with that configuration, and its development server. @returns the address of the page */
async function serve(t, config) {
  const project = mkdtempSync(join(home, 'project-'));
  symlinkSync(join(root, 'portal', 'node_modules'), join(project, 'node_modules'));
  const files = { 'index.html': PAGE, 'client.js': bundle(), 'vite.config.mjs': config };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  const configFile = join(project, 'vite.config.mjs');
  const server = await createServer({
    root: project,
    configFile,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
  });
  t.after(() => server.close());
  await server.listen();
  return server.resolvedUrls.local[0];
}

/** Signs in. @returns whether the page is signed in, before and after a reload */
async function signInAndReload(t, url) {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  const credentials = { email: await signUp(), password: PASSWORD };
  await page.waitForFunction('window.hospital');
  await page.evaluate((sent) => hospital.login(sent), credentials);
  const before = await page.evaluate(async () => (await hospital.me()).user.email);
  assert.equal(before, credentials.email);
  network.reset();
  await page.reload();
  await page.waitForFunction('window.hospital');
  return page.evaluate(() => hospital.resume());
}

test('It keeps a login at a reload', { skip }, async (t) => {
  const url = await serve(t, shown.replace('http://127.0.0.1:8787', network.url));
  assert.equal(await signInAndReload(t, url), true);
  assert.equal(network.count('POST /auth/refresh'), 1);
});

test('A plain proxy would lose it, which is why there is more in it', { skip }, async (t) => {
  const plain = shown.replace(', headers: { origin: service }', '');
  assert.notEqual(plain, shown);
  const url = await serve(t, plain.replace('http://127.0.0.1:8787', network.url));
  assert.equal(await signInAndReload(t, url), false);
});

test('It passes on every path of the service, and none of a page', () => {
  const [, source] = /^const paths = '(.*)';$/m.exec(shown);
  const { paths } = JSON.parse(readFileSync(join(root, 'public', 'openapi.json'), 'utf8'));
  const all = Object.keys(paths);
  assert.ok(all.length > 40);
  assert.deepEqual(
    all.filter((path) => !new RegExp(source).test(path)),
    [],
  );
  assert.ok(new RegExp(source).test('/patient?search=a'));
  for (const path of ['/', '/patients', '/src/patient/page.ts', '/@vite/client'])
    assert.ok(!new RegExp(source).test(path), path);
});
