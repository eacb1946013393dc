// Builtin modules only: `npm start` runs before anything is installed.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** @returns the code of the error with which one cannot listen there, undefined if one can */
export const listenError = (port, host) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code }) => resolve(code));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

/** Below 32768, from where on systems give ports to whoever asks for any: until this one is used, nobody gets it by chance. */
export async function freePort(host = '127.0.0.1') {
  const port = randomInt(20_000, 32_000);
  return (await listenError(port, host)) ? freePort(host) : port;
}
