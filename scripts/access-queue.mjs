// Whether the queue of the access log is empty. Locally it is in wrangler's memory only: what it holds when wrangler ends is lost.
// It cannot be asked, but the lines say enough: each request has one, and so has each batch that was delivered.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './lib.mjs';
import { BATCH_SECONDS } from './local-config.mjs';

const BATCH = Number(/^max_batch_size = (\d+)$/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8'))[1]);
/** Milliseconds after which a message is delivered, with some for the delivery. */
const DELIVERED_WITHIN = BATCH_SECONDS * 1000 + 1500;
/** A message follows the line of its request. */
const SENT_WITHIN = 500;

/** The line of a request of which some are recorded: one with a token, or a login, which may fail. */
const MAY_BE_RECORDED = /^\{"level":"\w+","event":"request",.*("role":"|"route":"\/auth\/)/;

export function watchQueue() {
  let last = 0;
  let waiting = false;
  return {
    /** @param line of the service */
    seeLine(line) {
      if (!MAY_BE_RECORDED.test(line)) return;
      last = Date.now();
      waiting = true;
    },
    /** @param line of wrangler: `QUEUE hospital-access 3/3 (12ms)` */
    seeDelivery(line) {
      const [, acked, all] = /^QUEUE \S+ (\d+)\/(\d+)/.exec(line) ?? [];
      if (acked && acked === all && Number(all) < BATCH && Date.now() - last > SENT_WITHIN) waiting = false;
    },
    isWaiting: () => waiting && Date.now() < last + DELIVERED_WITHIN,
    /** Until all that was sent has been delivered, at most until it must have been, whatever comes meanwhile. */
    async empty() {
      const end = Date.now() + DELIVERED_WITHIN;
      while (this.isWaiting() && Date.now() < end) await sleep(50);
    },
  };
}
