// What a page asks the service for, and how deep: those of one level are sent without an answer of the same level. Answers are held
// back until the page has nothing else to do, so that levels are counted, on a machine of any speed.

/** A page that waits has done what it could: drawn, run its effects, and what these have put off. */
const rest = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => requestIdleCallback(resolve), 30));
  });
const RESTS = 2;

/**
 * @param go leads to the page
 * @returns for each level its requests: `GET /patient/`
 */
export async function levelsOf(page, go) {
  const { origin } = new URL(page.url());
  const isOfService = (url) => url.origin === origin && !url.pathname.startsWith('/portal/');
  /** Also those for the portal's code, which are not held back. */
  const open = new Set();
  const held = [];
  let sent = 0;
  const note = (request) => {
    open.add(request);
    sent++;
  };
  const forget = (request) => open.delete(request);
  const hold = (route) => held.push(route);
  page.on('request', note).on('requestfinished', forget).on('requestfailed', forget);
  await page.route(isOfService, hold);

  async function settle() {
    const isBusy = () => open.size > held.length;
    for (let isSettled = false; !isSettled; ) {
      const [before, wasBusy] = [sent, isBusy()];
      for (let i = 0; i < RESTS; i++) await page.evaluate(rest);
      isSettled = sent === before && !wasBusy && !isBusy();
    }
  }

  const levels = [];
  try {
    await go();
    for (await settle(); held.length > 0; await settle()) {
      const level = held.splice(0);
      levels.push(level.map((route) => nameOf(route.request())));
      // What the page wants no longer is answered by nobody.
      for (const route of level) if (open.has(route.request())) await route.continue();
    }
  } finally {
    await page.unroute(isOfService, hold);
    page.off('request', note).off('requestfinished', forget).off('requestfailed', forget);
  }
  return levels;
}

const nameOf = (request) => `${request.method()} ${new URL(request.url()).pathname}`;
