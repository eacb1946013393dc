// Bills of several pages, as Chromium prints them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { counterOf, counterSuite } from './lib/counter.mjs';
import { openAs } from './lib/portal.mjs';

const suite = counterSuite();

/** What is looked for on paper, each in a colour of its own, as CSS and PDF write it. */
const MARKS = {
  line: { css: '#f00', rg: '1 0 0' },
  totals: { css: '#00f', rg: '0 0 1' },
  head: { css: '#0f0', rg: '0 1 0' },
};

/** The upper and lower edges of what has a colour, of each page from above. */
const pagesOf = (pdf) =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g)]
    .map(([, bytes]) => contentOf(Buffer.from(bytes, 'latin1')))
    .filter((content) => / re\nf\n/.test(content))
    .map((content) => Object.fromEntries(Object.entries(MARKS).map(([name, { rg }]) => [name, edgesOf(content, rg)])));

/** Of a stream that is no content of a page nothing. */
function contentOf(bytes) {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

function edgesOf(content, rg) {
  const painted = content.matchAll(new RegExp(`${rg} rg\\n(?:/\\S+ gs\\n)?\\S+ (\\S+) \\S+ (\\S+) re`, 'g'));
  return [...painted].map(([, top, height]) => [Number(top), Number(top) + Number(height)]);
}

test('Totals are below the last line of a bill and on its page, and the head is on every page', async (t) => {
  const { nina, bill, pay } = await counterOf(suite);
  const items = Array.from({ length: 60 }, (_, i) => ({ name: `Service ${i + 1}`, unit_price: 10, tax_percent: 19 }));
  const { id } = await bill({ status: 'ISSUED', items });
  await pay(id, 5);
  const page = await openAs(suite, t, nina, `#/invoices/${id}`);
  await page.getByText('Service 60').waitFor();
  await page.evaluate(({ line, totals, head }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `tr:has(+ .totals) td:first-child { background: ${line.css} } .sums { background: ${totals.css} } ` +
        `table:has(.totals) th:first-child { background: ${head.css} }`,
    );
    document.adoptedStyleSheets = [sheet];
  }, MARKS);
  for (let lines = items.length; lines > 14; lines--) {
    const pages = pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
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
