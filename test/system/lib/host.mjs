// The process of one service: Miniflare and its workerd, in a process group that can be killed at once. See service.mjs.

import { inspector } from '../../../scripts/inspector.mjs';
import { serve } from '../../../scripts/local-worker.mjs';
import { freePort } from '../../../scripts/ports.mjs';

const { module, ...options } = JSON.parse(process.argv[2]);
const inspectorPort = await freePort();
const worker = await serve(module, { ...options, inspectorPort });
let devtools;

/** What a test may ask besides HTTP: the database and the bucket as they are. */
const ASKED = {
  query: async ({ sql, values = [] }) => {
    const d1 = await worker.d1();
    return (
      await d1
        .prepare(sql)
        .bind(...values)
        .all()
    ).results;
  },
  queries: async ({ statements }) => {
    const d1 = await worker.d1();
    return (await d1.batch(statements.map((sql) => d1.prepare(sql)))).map(({ results }) => results);
  },
  heap: async () => {
    devtools ??= await inspector(inspectorPort);
    await devtools.call('HeapProfiler.collectGarbage');
    return (await devtools.call('Runtime.getHeapUsage')).usedSize;
  },
  objects: async () => {
    const bucket = await worker.bucket();
    const found = [];
    let page;
    do {
      page = await bucket.list(page && { cursor: page.cursor });
      found.push(...page.objects.map(({ key, size }) => ({ key, size })));
    } while (page.truncated);
    return found;
  },
};

process.on('message', async ({ id, what, ...given }) => {
  const answer = await ASKED[what](given).then(
    (result) => ({ result }),
    (error) => ({ error: error.message }),
  );
  process.send({ id, ...answer });
});
process.on('SIGTERM', async () => {
  await worker.stop();
  process.exit(0);
});
process.send({ url: worker.url });
