// The first view of the pages that the service brings, on slow lines: what is sent, and how long people wait.
import { parseArgs } from 'node:util';
import { findChromium } from '../scripts/chromium.mjs';
import { withTemporary } from '../scripts/local-worker.mjs';
import { launchChromium } from '../test/browser/lib/suite.mjs';
import { npmStart } from '../test/system/lib/npm-start.mjs';
import { firstView, LINES, PAGES } from './lib/first-view.mjs';
import { circumstances, median, table, writeSection } from './lib/results.mjs';

const kibOf = (bytes) => (bytes / 1024).toFixed(1);
const sentBy = ({ requests }) => requests.reduce((sum, { bytes }) => sum + bytes, 0);

/** Views of a page by the state of the browser's cache, several of each. */
async function measure(browser, baseURL, page, line) {
  const views = { empty: [], filled: [] };
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ baseURL, locale: 'en-GB' });
    for (const cache of Object.keys(views)) views[cache].push(await firstView(context, page, line));
    await context.close();
  }
  return views;
}

const row = (page, line, cache, views) => [
  page,
  line,
  cache,
  views[0].requests.length,
  kibOf(sentBy(views[0])),
  median(views.map(({ painted }) => painted)).toFixed(2),
  median(views.map(({ usable }) => usable)).toFixed(2),
];

/** @returns rows of the table of views, and of that of requests */
async function run(dir) {
  const service = await npmStart({ host: '127.0.0.1' });
  const browser = await launchChromium(dir);
  try {
    const [rows, requests] = [[], []];
    for (const page of Object.keys(PAGES)) {
      for (const [line, conditions] of Object.entries(LINES)) {
        const views = await measure(browser, service.url, page, conditions);
        for (const [cache, seen] of Object.entries(views)) rows.push(row(page, line, cache, seen));
        if (line !== Object.keys(LINES)[0]) continue;
        for (const { path, bytes } of views.empty[0].requests) requests.push([page, path, kibOf(bytes)]);
      }
    }
    return { rows, requests };
  } finally {
    await browser.close();
    await service.stop();
  }
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, 'no-results': { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100) {
  console.error('--rounds: how often each page is opened, from 1 to 100');
  process.exit(1);
}
if (!findChromium()) {
  console.error('There is no Chromium: install it, or name it: CHROMIUM=/path/to/chrome');
  process.exit(1);
}
const { rows, requests } = await withTemporary(run);
const result = [
  table(['page', 'line', 'cache', 'requests', 'KiB', 'painted after s', 'usable after s'], rows),
  table(['page', 'file', 'KiB'], requests),
].join('\n\n');
console.log(result);
if (!values['no-results']) {
  const how = `Medians of ${rounds} views; the bytes by gzip and with headers, as \`npm start\` sends them.`;
  writeSection('paint', ['## First paint', circumstances(), how, result].join('\n\n'));
}
