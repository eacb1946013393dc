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

/** The line of a request of which some are recorded: one with a token, or a login, which may fail. */
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
    /** @param line as `QUEUE hospital-access 3/3 (12ms)`, of wrangler */
    seeDelivery(line) {
      const [, acked, all] = /^QUEUE \S+ (\d+)\/(\d+)/.exec(line) ?? [];
      if (acked && acked === all && Number(all) < BATCH && Date.now() - last > SENT_WITHIN) waiting = false;
    },
    isWaiting: () => waiting && Date.now() < last + DELIVERED_WITHIN,
    /** Waits for all that was sent, but not for what comes meanwhile: at most until it must have been delivered. */
    async empty() {
      const end = Date.now() + DELIVERED_WITHIN;
      while (this.isWaiting() && Date.now() < end) await sleep(50);
    },
  };
}
