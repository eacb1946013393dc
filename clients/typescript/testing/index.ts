// The service itself for the tests of a portal: its built Worker in Miniflare. scripts/testing.mjs puts Worker, options and
// database into this package.
import './node-version.ts';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';

const WORKER = join(import.meta.dirname, 'worker');
/** Migrated, and with an account for each role. */
const DATABASE = join(import.meta.dirname, 'data');

/** Of `admin@hospital.test`, `staff@…`, `doctor@…`, `billing@…` and `none@hospital.test`, each with the role of its name. */
export const TEST_PASSWORD = 'correct horse 9!';

export interface TestHospitalOptions {
  /** Settings of the service, as `{ TIME_ZONE: 'Europe/Stockholm', DOUBLE_BOOKING: 'reject' }`; by default UTC and USD */
  vars?: Readonly<Record<string, string>>;
}

export interface TestHospital {
  /** For `createHospital({ baseUrl: url })`, and for a browser */
  readonly url: string;
  /** Makes everything as it was after the start, at the same address: also whoever was logged in has to log in again. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A hospital of its own, empty but for its accounts, on a port of this machine.
 * @throws Error with what the service says of itself where it cannot work, as with a time zone that there is not
 */
export async function startHospital({ vars = {} }: TestHospitalOptions = {}): Promise<TestHospital> {
  const home = mkdtempSync(join(tmpdir(), 'hospital-'));
  const clean = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', clean);
  const { bindings, ...worker } = JSON.parse(readFileSync(join(WORKER, 'worker.json'), 'utf8'));

  /** With a copy of the database that nobody has used. @param port 0 is any */
  function optionsOf(port: number) {
    const data = mkdtempSync(join(home, 'data-'));
    cpSync(DATABASE, data, { recursive: true });
    return convertV4MiniflareOptions({
      workers: [
        {
          ...worker,
          rootPath: WORKER,
          modules: [{ type: 'ESModule', path: 'index.js' }],
          bindings: { ...bindings, ...vars },
          unsafeDirectSockets: [{ host: '127.0.0.1', port }],
        },
      ],
      host: '127.0.0.1',
      port: 0,
      resourcePersistencePath: data,
      cf: false, // would be fetched from the network
      telemetry: { enabled: false },
      logRequests: false,
      log: new Log(LogLevel.ERROR),
      handleStructuredLogs: ({ level, message }) => level === 'error' && console.error(message),
    });
  }

  const miniflare = new Miniflare(optionsOf(0));
  const { origin: url, port } = await miniflare.unsafeGetDirectURL(worker.name);
  const hospital: TestHospital = {
    url,
    reset: () => miniflare.setOptions(optionsOf(Number(port))),
    async stop() {
      await miniflare.dispose();
      clean();
      process.off('exit', clean);
    },
  };
  const ready = await fetch(`${url}/health/ready`);
  const said = await ready.text();
  if (ready.ok) return hospital;
  await hospital.stop();
  throw new Error(`The hospital does not start: ${said}`);
}
