// A copy of the project whose commands talk to a stand-in for Cloudflare (cloudflare.mjs) by the real wrangler. So suites show
// what is asked for, in which order and under which names, and that migrations run; not that Cloudflare does what it was asked.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/lib.mjs';
import { fakeCloudflare } from './cloudflare.mjs';

const COPIED = [
  'scripts',
  'src',
  'drizzle',
  'environments',
  'public',
  'clients',
  'wrangler.toml',
  'package.json',
  'package-lock.json',
];
/** Others may be writing these right now. */
const LEFT_OUT = ['public/portal', 'clients/typescript/node_modules', 'clients/typescript/dist'].map((path) =>
  join(root, path),
);

export async function startDeployment() {
  const { url, made, unknown, close } = await fakeCloudflare();
  const dir = mkdtempSync(join(tmpdir(), 'hospital-deploy-'));
  const options = { recursive: true, preserveTimestamps: true, filter: (path) => !LEFT_OUT.includes(path) };
  for (const path of COPIED) cpSync(join(root, path), join(dir, path), options);
  for (const path of ['node_modules', 'tsconfig.json']) symlinkSync(join(root, path), join(dir, path));
  const env = {
    ...process.env,
    CLOUDFLARE_API_BASE_URL: url,
    CLOUDFLARE_API_TOKEN: 'of-a-test',
    WRANGLER_CACHE_DIR: join(dir, 'cache'), // wrangler keeps the account there
    CI: 'true',
  };

  /** Runs a script of the copy. @returns its exit code and all that it printed */
  async function command(script, ...args) {
    const options = { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 200_000 };
    const child = spawn(process.execPath, [join(dir, 'scripts', script), ...args], options);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text;
      });
    }
    const code = await new Promise((resolve) => child.once('close', resolve));
    assert.deepEqual(unknown, [], output);
    return { code, output };
  }

  const names = () => ({
    databases: made.databases.map(({ name }) => name),
    buckets: made.buckets.map(({ name }) => name),
    queues: made.queues.map(({ queue_name }) => queue_name),
    workers: Object.keys(made.workers),
  });

  return {
    made,
    names,
    path: (...parts) => join(dir, ...parts),
    read: (path) => readFileSync(join(dir, path), 'utf8'),
    write: (path, content) => writeFileSync(join(dir, path), content),
    database: (name) => made.databases.find((it) => it.name === name),
    /** What a Worker has bound, by name. */
    bindings: (worker) => Object.fromEntries(made.workers[worker].bindings.map(({ name, ...rest }) => [name, rest])),
    secret: (worker) => made.workers[worker].secrets.find(({ name }) => name === 'JWT_SECRET').text,
    async succeeds(script, ...args) {
      const { code, output } = await command(script, ...args);
      assert.equal(code, 0, output);
      return output;
    },
    async refused(reason, script, ...args) {
      const before = names();
      const { code, output } = await command(script, ...args);
      assert.equal(code, 1, output);
      assert.match(output, reason);
      assert.deepEqual(names(), before, 'something was made');
    },
    stop() {
      close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
