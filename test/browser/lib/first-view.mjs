// The first view of a page in Chromium: what it loads.
import { setTimeout as sleep } from 'node:timers/promises';

/** What people come for, by page. */
const PAGES = { '/portal/': '[name="email"]', '/docs': '.opblock' };

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
 * Opens a page in a context, whose cache it shares with earlier views.
 * @returns what it asked for: `path`, `status`, and `bytes` as they were sent, headers included
 */
export async function firstView(context, path) {
  const page = await context.newPage();
  try {
    const cdp = await context.newCDPSession(page);
    const sent = watchRequests(cdp);
    await cdp.send('Network.enable');
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator(PAGES[path]).first().waitFor();
    await quiet(sent);
    return [...sent.values()];
  } finally {
    await page.close();
  }
}
