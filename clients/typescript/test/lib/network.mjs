// A network between client and service that fails as it is told to, and that may also be the host of a page.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Serves what `upstream` serves, on a port of its own.
 * @param pages bodies by path, with their media types, which are answered here: `{ '/page': ['text/html', '…'] }`
 */
export async function startNetwork(upstream, pages = {}) {
  /** every request that arrived here, in order, with the status of its answer once the service has given it */
  const seen = [];
  let faults = [];

  async function relay(incoming, outgoing) {
    const { method, url, headers } = incoming;
    const page = pages[url];
    if (page) return outgoing.writeHead(200, { 'content-type': page[0] }).end(page[1]);
    const arrived = { method, url, headers };
    seen.push(arrived);
    const at = faults.findIndex(({ on }) => `${method} ${url}`.startsWith(on));
    const { fault, on: _, ...told } = at < 0 ? {} : faults.splice(at, 1)[0];
    if (fault === 'refuse') return incoming.socket.destroy();
    if (fault === 'hang') return;
    if (fault === 'answer')
      return outgoing.writeHead(told.status, told.headers).end(told.body ?? '{"detail":"Told to"}');
    if (fault === 'delay') await sleep(told.ms);
    if (fault === 'hold') await told.until;
    const { hostname, port } = new URL(upstream);
    const onward = incoming.pipe(request({ hostname, port, method, path: url, headers }));
    onward.on('error', () => incoming.socket.destroy());
    incoming.on('close', () => incoming.complete || onward.destroy());
    const [answer] = await once(onward, 'response');
    arrived.status = answer.statusCode;
    const chunks = await answer.toArray();
    if (fault === 'lose') return incoming.socket.destroy();
    const body = Buffer.concat(chunks);
    outgoing.writeHead(answer.statusCode, answer.rawHeaders);
    if (fault !== 'cut' && fault !== 'stall') return outgoing.end(body);
    outgoing.write(body.subarray(0, body.length / 2), () => fault === 'stall' || incoming.socket.destroy());
  }

  const server = createServer((incoming, outgoing) => {
    relay(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const count = (on) => seen.filter(({ method, url }) => `${method} ${url}`.startsWith(on)).length;
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    seen,
    /** Requests of a method to the paths that begin so. */
    count,
    /** Waits for the first of them, or for so many. */
    async arrival(on, n = 1) {
      for (let waits = 0; count(on) < n; waits++) {
        if (waits === 1000) throw new Error(`No ${on} has arrived`);
        await sleep(10);
      }
    },
    /**
     * What happens to the next requests that begin so (`POST /patient/`), one each: `refuse` (it never arrives), `lose` (its
     * answer does not), `cut` (half of it does), `answer` (with `status` and `headers`, without the service), `delay` (`ms`);
     * the connection falls silent and stays open: `hang` (nobody reads it), `stall` (after half of the answer).
     */
    fail(on, ...told) {
      faults.push(...told.map((one) => ({ on, ...(typeof one === 'string' ? { fault: one } : one) })));
    },
    /** Keeps the next request that begins so until the returned function is called. */
    hold(on) {
      const { promise, resolve } = Promise.withResolvers();
      faults.push({ on, fault: 'hold', until: promise });
      return resolve;
    },
    reset() {
      seen.length = 0;
      faults = [];
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
