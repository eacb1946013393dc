// Prism as a validating proxy: says in a header of each answer what of it, or of its request, breaks the document.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTool } from '../../scripts/third-party.mjs';

const STARTED_WITHIN = 30_000;

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Runs `work` with the address of a proxy in front of the service. */
export async function withPrism(document, upstream, work) {
  const port = await freePort();
  const args = ['proxy', document, upstream, '--host', '127.0.0.1', '--port', String(port)];
  const proxy = startTool('@stoplight/prism-cli', 'prism', args);
  try {
    let output = '';
    const started = new Promise((resolve, reject) => {
      for (const stream of [proxy.stdout, proxy.stderr]) {
        stream.on('data', (text) => {
          output += text;
          if (output.includes('Prism is listening')) resolve();
        });
      }
      proxy.on('exit', () => reject(new Error(`Prism has ended:\n${output}`)));
    });
    const late = sleep(STARTED_WITHIN, undefined, { ref: false }).then(() => {
      throw new Error(`Prism does not start:\n${output}`);
    });
    await Promise.race([started, late]);
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    proxy.kill();
  }
}

/** Answers to requests that are wrong on purpose: the proxy may see it, too, and what is 422 it must see. */
const WRONG = [400, 401, 422];

/** What Prism has against the answers, and against requests that were meant to be right. */
export function violations(answers) {
  return answers.flatMap(({ method, path, status, headers }) => {
    const name = `${method} ${path} ${status}`;
    const found = JSON.parse(headers.get('sl-violations') ?? '[]');
    const [ofRequest, ofAnswer] = [true, false].map((is) =>
      found.filter((each) => is === (each.location[0] === 'request')),
    );
    if (status === 422 && ofRequest.length === 0) return [`error ${name}: the document allows the request`];
    return [...ofAnswer, ...(WRONG.includes(status) ? [] : ofRequest)].map(
      ({ severity, location, message }) => `${severity} ${name} ${location.join('.')}: ${message}`,
    );
  });
}
