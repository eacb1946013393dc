// `npm start` as a process of its own, and requests that go out exactly as they are written.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../scripts/lib.mjs';
import { freePort } from '../../../scripts/ports.mjs';

const STARTED_WITHIN = 120_000;
const STOPPED_WITHIN = 15_000;
/** Told again after that, it does not wait for the access log. */
const TOLD_AGAIN_AFTER = 1_200;

/**
 * @param options `host`: address to listen on, all by default; `prepare`: puts something into the data directory beforehand; `cwd`: another
 * clone
 */
export async function npmStart({ host = '0.0.0.0', prepare = () => {}, cwd = root } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'hospital-start-'));
  const data = join(dir, 'data');
  const port = await freePort('0.0.0.0');
  prepare(data);
  const npm = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PORT: String(port), HOST: host, PERSIST_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  const signal = (name) => {
    try {
      process.kill(-npm.pid, name);
    } catch {
      // already gone
    }
  };
  const service = {
    port,
    url: `http://127.0.0.1:${port}`,
    data,
    /** all that it printed */
    output: '',
    /** Tells it to stop, once. @returns its exit code, undefined if it goes on */
    end: async () => {
      signal('SIGTERM');
      return Promise.race([ended, sleep(STOPPED_WITHIN, undefined, { ref: false })]);
    },
    stop: async () => {
      for (const wait of [TOLD_AGAIN_AFTER, STOPPED_WITHIN]) {
        signal('SIGTERM');
        await Promise.race([ended, sleep(wait, undefined, { ref: false })]);
      }
      signal('SIGKILL');
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (text) => {
      service.output += text;
    });
  }
  const deadline = Date.now() + STARTED_WITHIN;
  while (!service.output.includes('Ctrl-C')) {
    assert.ok(npm.exitCode === null && Date.now() < deadline, `npm start did not start:\n${service.output}`);
    await sleep(200);
  }
  return service;
}

/** Sends a request whose path and headers are not normalised. */
export const sendTo =
  (port) =>
  (method, path, { address = '127.0.0.1', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const asked = request({ host: address, port, method, path, headers, agent: false }, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) });
        });
      });
      asked.on('error', reject).end(body);
    });
