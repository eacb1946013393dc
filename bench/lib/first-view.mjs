// The first view of a page in Chromium: what it loads, and after how long there is something to see and to use.
import { setTimeout as sleep } from 'node:timers/promises';

/** What people come for, by page. */
export const PAGES = { '/portal/': '[name="email"]', '/docs': '.opblock' };

/** Lines as Chromium emulates them: it delays each answer, then lets so many bytes through. Handshakes it does not delay. */
export const LINES = {
  '400 kbit/s, 400 ms': { kilobits: 400, latency: 400 },
  '4 Mbit/s, 80 ms': { kilobits: 4000, latency: 80 },
};

const throughput = (kilobits) => (kilobits * 1000) / 8;

/** Notes what a page asks the service for: neither data: urls nor what its cache has. */
function watchRequests(cdp) {
  const sent = new Map();
  const forget = ({ requestId }) => sent.delete(requestId);
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) sent.set(requestId, { path: new URL(request.url).pathname });
  });
  cdp.on('Network.requestServedFromCache', forget);
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) forget({ requestId });
    else if (sent.has(requestId)) sent.get(requestId).status = response.status;
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (sent.has(requestId)) sent.get(requestId).bytes = encodedDataLength;
  });
  return sent;
}

/** Waits for what comes late, such as an icon. */
async function quiet(sent) {
  const state = () => JSON.stringify([...sent.values()]);
  for (let before = ''; before !== state(); await sleep(1000)) before = state();
  const open = [...sent.values()].filter(({ bytes }) => bytes === undefined);
  if (open.length > 0) throw new Error(`No end of ${open.map(({ path }) => path).join()}`);
}

/**
 * Opens a page of `PAGES` in a context, whose cache it shares with earlier views.
 * @param line of `LINES`; as fast as the machine is without it
 * @returns `requests` (`path`, `status`, and `bytes` as they were sent, headers included), `painted` and `usable` in seconds
 */
export async function firstView(context, path, line) {
  const page = await context.newPage();
  try {
    const cdp = await context.newCDPSession(page);
    const sent = watchRequests(cdp);
    await cdp.send('Network.enable');
    if (line) {
      const bytes = throughput(line.kilobits);
      const slow = { offline: false, latency: line.latency, downloadThroughput: bytes, uploadThroughput: bytes };
      await cdp.send('Network.emulateNetworkConditions', slow);
    }
    await page.goto(path, { waitUntil: 'commit', timeout: 120_000 });
    const shown = (selector) => document.querySelector(selector)?.getClientRects().length && performance.now();
    const usable = await page.waitForFunction(shown, PAGES[path], { polling: 'raf', timeout: 120_000 });
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    await quiet(sent);
    const [first, last] = await Promise.all([painted.jsonValue(), usable.jsonValue()]);
    return { requests: [...sent.values()], painted: first / 1000, usable: last / 1000 };
  } finally {
    await page.close();
  }
}
