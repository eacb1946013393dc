// What the first view of the pages costs on a line that is slow: counted, as times are those of a machine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstView } from './lib/first-view.mjs';
import { browserSuite, PATIENCE } from './lib/suite.mjs';

const suite = browserSuite();

/**
 * At most so many requests, and KiB as they are sent, by gzip and with headers. Of those of /docs Swagger UI has 480 and the
 * document 92, of those of the portal what reads telephone numbers 1.3. Ask whether a page needs it, before you raise one.
 */
const BUDGETS = { '/portal/': { requests: 4, kib: 55 }, '/docs': { requests: 7, kib: 590 } };

const contextOf = async (t) => {
  const context = await suite.browser.newContext({ baseURL: suite.service.url, locale: 'en-GB' });
  context.setDefaultTimeout(PATIENCE);
  t.after(() => context.close());
  return context;
};

for (const [page, budget] of Object.entries(BUDGETS)) {
  test(`${page} keeps to its budget, and asks for nothing but itself when it is opened again`, async (t) => {
    const context = await contextOf(t);
    const requests = await firstView(context, page);
    const kib = requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
    const shown = requests.map(({ path, bytes }) => `${path} ${bytes}`).join('\n');
    assert.ok(requests.length <= budget.requests && kib <= budget.kib, `${kib.toFixed(1)} KiB:\n${shown}`);
    assert.ok(kib > 40, `what is sent is counted:\n${shown}`);

    const again = await firstView(context, page);
    assert.deepEqual(
      again.map(({ path }) => path),
      [page],
    );
    assert.ok(again[0].bytes < 900, 'it is the one that the browser has');
  });
}

test('/docs has something to read, and asks for the document, before Swagger UI has come', async (t) => {
  const context = await contextOf(t);
  const { promise: released, resolve: release } = Promise.withResolvers();
  await context.route('**/docs/assets/**', async (route) => {
    await released;
    await route.continue();
  });
  const page = await context.newPage();
  const asked = page.waitForRequest('**/openapi.json');
  await page.goto('/docs', { waitUntil: 'commit' });
  await asked;
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1);
  const link = page.getByRole('link', { name: '/openapi.json', exact: true });
  assert.equal(await link.isVisible(), true);
  release();
  await page.locator('.opblock').first().waitFor();
  assert.equal(await page.getByText('is loading').count(), 0);
});
