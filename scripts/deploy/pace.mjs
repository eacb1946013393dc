// Cloudflare's API takes 1,200 calls in five minutes from a user, over all tokens and the dashboard; whoever makes more is refused
// everything for five minutes. So all calls of the fleet, wrangler's too, go through here.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW = 300_000;
/** Some are left to whoever works meanwhile. */
const LIMIT = 1_000;
/** How often a call that was refused all the same (429) is made again. */
const AGAIN = 3;

export class Pace {
  #recent = [];
  #closedUntil = 0;
  total = 0;

  constructor({ limit = LIMIT, now = Date.now, wait = sleep } = {}) {
    Object.assign(this, { limit, now, wait });
  }

  /** Milliseconds until `calls` may be made at once. */
  until(calls) {
    const now = this.now();
    this.#recent = this.#recent.filter((at) => at > now - WINDOW);
    const over = Math.min(this.#recent.length, this.#recent.length + calls - this.limit);
    return Math.max(over > 0 ? this.#recent[over - 1] + WINDOW : now, this.#closedUntil) - now;
  }

  /** Waits until `calls` may be made at once. */
  async room(calls) {
    for (let ms = this.until(calls); ms > 0; ms = this.until(calls)) await this.wait(ms);
  }

  /** Waits for the turn of a call, and counts it. */
  async turn() {
    await this.room(1);
    this.#recent.push(this.now());
    this.total++;
  }

  /** Cloudflare has refused a call. */
  close(ms) {
    this.#closedUntil = this.now() + ms;
  }
}

/** Of a connection, or of a body that is packed; `fetch` sets its own. */
const OWN = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']);
const without = (headers) => [...headers].filter(([name]) => !OWN.has(name));

/** Passes calls on in their turn. It keeps and prints nothing of them: they carry tokens and secrets. @returns its address */
export async function paced(pace, base) {
  const server = createServer(async (incoming, response) => {
    const { method, url } = incoming;
    const headers = without(Object.entries(incoming.headers));
    const body = ['GET', 'HEAD'].includes(method) ? undefined : Buffer.concat(await Array.fromAsync(incoming));
    try {
      for (let tries = 0; ; tries++) {
        await pace.turn();
        const answer = await fetch(base + url, { method, headers, body, redirect: 'manual' });
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.status === 429 && tries < AGAIN) {
          pace.close(1_000 * (Number(answer.headers.get('retry-after')) || WINDOW / 1_000));
          continue;
        }
        response.writeHead(answer.status, Object.fromEntries(without(answer.headers))).end(bytes);
        return;
      }
    } catch {
      response.destroy(); // as if the API were not reached
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${server.address().port}`;
}
