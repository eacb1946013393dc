// Whether the queue of the access log is empty. Locally it is only in wrangler's memory, and lost when wrangler ends.
// It cannot be asked, but each request and each delivered batch has a line.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './lib.mjs';
import { BATCH_SECONDS } from './local-config.mjs';

const BATCH = Number(/^max_batch_size = (\d+)$/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8'))[1]);
/** Milliseconds after which a message is delivered, with some for the delivery. */
const DELIVERED_WITHIN = BATCH_SECONDS * 1000 + 1500;
/** Milliseconds by which a message may follow the line of its request. */
const SENT_WITHIN = 500;

/** Lines of requests that the access log may record: those with a token, and logins, which may fail. */
const MAY_BE_RECORDED = /^\{"level":"\w+","event":"request",.*("role":"|"route":"\/auth\/)/;

export function watchQueue() {
  let last = 0;
  let waiting = false;
  return {
    seeLine(line) {
      if (!MAY_BE_RECORDED.test(line)) return;
      last = Date.now();
      waiting = true;
    },
    /** @param line of wrangler, as `QUEUE hospital-access 3/3 (12ms)` */
    seeDelivery(line) {
      const [, acked, all] = /^QUEUE hospital-access (\d+)\/(\d+)/.exec(line) ?? [];
      if (acked && acked === all && Number(all) < BATCH && Date.now() - last > SENT_WITHIN) waiting = false;
    },
    isWaiting: () => waiting && Date.now() < last + DELIVERED_WITHIN,
    /** Waits until all that was sent must have been delivered, at most: what comes meanwhile is not waited for. */
    async empty() {
      const end = Date.now() + DELIVERED_WITHIN;
      while (this.isWaiting() && Date.now() < end) await sleep(50);
    },
  };
}
