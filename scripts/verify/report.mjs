// Runs the checks of a live database and says what is wrong: by ids and numbers, never by what is in a record.
import { audit } from './audit.mjs';
import { chain } from './chain.mjs';
import { clients } from './clients.mjs';
import { counters } from './counters.mjs';
import { deployment } from './deployment.mjs';
import { files } from './files.mjs';
import { identifiers } from './identifiers.mjs';
import { merges } from './merges.mjs';
import { messages } from './messages.mjs';
import { numbers } from './numbers.mjs';
import { payments } from './payments.mjs';
import { schema } from './schema.mjs';
import { sessions } from './sessions.mjs';
import { terms } from './terms.mjs';
import { webhooks } from './webhooks.mjs';

/**
 * By name. Each is given the storage, a function to tell what is wrong, one text each, and `{ files, since }`: whether to look
 * into the bucket, and the day before which objects of the access log are not read. It returns what it has looked at. All only
 * read, a bounded number of rows per statement, while the service writes: what a statement compares, it reads in one
 * transaction, or it is read again before it is called wrong.
 */
export const CHECKS = {
  schema,
  deployment,
  numbers,
  counters,
  terms,
  identifiers,
  merges,
  payments,
  audit,
  chain,
  sessions,
  clients,
  webhooks,
  messages,
  files,
};

const SHOWN = 20;

/** @param options `files: false` leaves the bucket out; `since`, as above. @returns whether nothing is wrong */
export async function report(storage, { files = true, since, print = console.log } = {}) {
  let wrong = 0;
  for (const [name, check] of Object.entries(CHECKS)) {
    if (name === 'files' && !files) continue;
    const found = [];
    const seen = await check(storage, (text) => found.push(text), { files, since });
    print(`${found.length === 0 ? ' ✓' : ' ×'} ${name}: ${seen}${found.length ? `, ${found.length} wrong` : ''}`);
    for (const text of found.slice(0, SHOWN)) print(`     ${text}`);
    if (found.length > SHOWN) print(`     … and ${found.length - SHOWN} more`);
    wrong += found.length;
  }
  print(wrong === 0 ? 'Nothing is wrong.' : `${wrong} wrong.`);
  return wrong === 0;
}
