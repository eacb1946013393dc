// The same client in workerd, and in the machine's own Node, which is the oldest that it is for where CI says so.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { bundle } from './lib/bundle.mjs';
import { PASSWORD, startHospital } from './lib/hospital.mjs';
import { keyPair } from './lib/keys.mjs';

const { network, signUp, register } = await startHospital();
const DONE = { found: true, uploaded: true, status: 204 };

/** What the hour is given: of a person, and of a program that signs by a key. */
async function visitors() {
  const { jwks, key } = keyPair('ec', { namedCurve: 'P-384' });
  const { client_id } = await register({ scope: 'system/*.cruds', jwks });
  const baseUrl = network.url;
  return [
    { baseUrl, email: await signUp(), password: PASSWORD },
    { baseUrl, program: { client_id, key } },
  ].map((given) => JSON.stringify(given));
}

test('In a Worker it logs in, or is let in as a program, creates, uploads, lists and logs out', async () => {
  const contents = Buffer.from(bundle("export { default } from './lib/hour.mjs'")).toString();
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          name: 'portal',
          modules: [{ type: 'ESModule', path: 'hour.mjs', contents }],
          compatibilityDate: '2026-10-15',
        },
      ],
      cf: false,
      telemetry: { enabled: false },
    }),
  );
  try {
    for (const body of await visitors()) {
      const answer = await worker.dispatchFetch('http://portal/', { method: 'POST', body });
      assert.deepEqual(await answer.json(), DONE);
    }
  } finally {
    await worker.dispose();
  }
});

test('In the Node of this machine it does the same', async (t) => {
  const PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((dir) => !dir.includes('node_modules'))
    .join(delimiter);
  // Not synchronously: this process is the network.
  const node = (...args) => promisify(execFile)('node', args, { env: { PATH } });
  t.diagnostic((await node('--version')).stdout.trim());
  const hour = join(import.meta.dirname, 'lib', 'hour.mjs');
  for (const given of await visitors()) {
    const { stdout, stderr } = await node(hour, given);
    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), DONE);
  }
});
