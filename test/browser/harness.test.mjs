// What the other suites rely on: a page that misbehaves is noticed, and asks nobody outside.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { watch } from './lib/page.mjs';
import { browserSuite } from './lib/suite.mjs';

const suite = browserSuite();

/** A page on the service's origin, with its own watch, and what it did. */
async function misbehaving(t, script, expected) {
  const context = await suite.browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.route(`${suite.service.url}/blank`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
  const faults = await watch(page, suite.service.url, expected);
  await page.goto(`${suite.service.url}/blank`);
  await page.evaluate(script);
  await page.waitForTimeout(200);
  return faults;
}

test('Errors of a page are faults, but for those that are expected', async (t) => {
  const script = `console.error('logged'); console.warn('only a warning'); setTimeout(() => { throw new Error('thrown') })`;
  const [logged, thrown, ...more] = await misbehaving(t, script);
  assert.match(logged, /^Console: logged /);
  assert.match(thrown, /^Uncaught: Error: thrown/);
  assert.deepEqual(more, []);
  assert.deepEqual(await misbehaving(t, script, [/logged/, /thrown/]), []);
  const [refused] = await misbehaving(t, `fetch('/auth/users/me')`);
  assert.match(refused, /status of 401/);
});

test('A parameter that the service does not take is a fault', async (t) => {
  const [told, ...more] = await misbehaving(t, `fetch('/health/?colour=red').then(() => {})`);
  assert.match(told, /^Parameters in vain: colour /);
  assert.deepEqual(more, []);
});

test('A request to another origin is a fault, and does not arrive', async (t) => {
  let asked = 0;
  const other = createServer((_, response) => {
    asked++;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address();
  for (const script of [
    `fetch('http://127.0.0.1:${port}/').catch(() => {})`,
    `document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:${port}/' }))`,
    `navigator.sendBeacon('http://127.0.0.1:${port}/', 'x')`,
    `new WebSocket('ws://127.0.0.1:${port}/'); undefined`,
  ]) {
    const faults = await misbehaving(t, script);
    assert.match(
      faults.join('\n'),
      new RegExp(`^(Request to another origin|WebSocket): \\w+://127.0.0.1:${port}/`),
      script,
    );
  }
  assert.equal(asked, 0);
});

test('Faults of a page that a suite has opened fail its test', async () => {
  const hooks = [];
  await suite.open({ after: (hook) => hooks.push(hook) }, '/nope');
  const [end] = hooks;
  await assert.rejects(end(), /Console: .*status of 404/);
});
