// Bills of several pages, as Chromium prints them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterOf, counterSuite } from './lib/counter.mjs';
import { BLUE, GREEN, mark, markedPages, RED } from './lib/paper.mjs';
import { openAs } from './lib/portal.mjs';

const suite = counterSuite();

/** What is looked for on paper, each in a colour of its own. */
const MARKS = {
  line: ['tr:has(+ .totals) td:first-child', RED],
  totals: ['.sums', BLUE],
  head: ['table:has(.totals) th:first-child', GREEN],
};

test('Totals are below the last line of a bill and on its page, and the head is on every page', async (t) => {
  const { nina, bill, pay } = await counterOf(suite);
  const items = Array.from({ length: 60 }, (_, i) => ({ name: `Service ${i + 1}`, unit_price: 10, tax_percent: 19 }));
  const { id } = await bill({ status: 'ISSUED', items });
  await pay(id, 5);
  const page = await openAs(suite, t, nina, `#/invoices/${id}`);
  await page.getByText('Service 60').waitFor();
  await mark(page, MARKS);
  for (let lines = items.length; lines > 14; lines--) {
    const pages = await markedPages(page, MARKS);
    const said = `${lines} lines: ${JSON.stringify(pages)}`;
    const of = (name) => pages.flatMap((painted) => painted[name]);
    assert.deepEqual([of('totals').length, of('line').length], [1, 1], said);
    const last = pages.find(({ totals }) => totals.length > 0);
    const distance = last.totals[0][0] - last.line[0]?.[1];
    assert.ok(distance > 4 && distance < 40, said);
    const withLines = pages.slice(0, pages.indexOf(last) + 1);
    assert.ok(
      withLines.every(({ head }) => head.length === 1),
      said,
    );
    await page.evaluate(() => document.querySelector('.sheet .records tbody tr:last-child').remove());
  }
});
