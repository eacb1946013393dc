// What a page may not do in any test: log an error, throw one, ask another origin for anything, or the service by a parameter
// that it does not take.

/** What a browser loads without a network; its own viewer of PDFs has the last two. */
const INSIDE = new Set(['about:', 'data:', 'blob:', 'chrome:', 'chrome-extension:']);

/**
 * Blocks requests to other origins, and notes them as well as errors.
 * @param expected patterns of messages that are no fault here, such as the browser's own line about a 401
 * @returns the faults so far, which go on being added
 */
export async function watch(page, origin, expected = []) {
  const faults = [];
  const fault = (text) => {
    if (!expected.some((pattern) => pattern.test(text))) faults.push(text);
  };
  const isOutside = (url) => !INSIDE.has(url.protocol) && url.origin !== origin;
  await page.route(isOutside, (route) => {
    fault(`Request to another origin: ${route.request().url()}`);
    return route.abort();
  });
  await page.routeWebSocket(/./, (socket) => {
    fault(`WebSocket: ${socket.url()}`);
    socket.close();
  });
  page.on('response', (response) => {
    const ignored = response.headers()['x-ignored-parameters'];
    if (ignored) fault(`Parameters in vain: ${ignored} (${response.url()})`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') fault(`Console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => fault(`Uncaught: ${error.stack ?? error}`));
  return faults;
}
