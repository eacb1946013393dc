// Builds Workers as a deployment would: the module, and beside it what wrangler.toml binds.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import { root, toolEnv, wrangler } from './lib.mjs';
import { bindingsFile } from './local-worker.mjs';

/** Leaves nothing outside the temporary directory. @returns what wrangler printed */
export function runWrangler(args) {
  const env = { ...toolEnv, TMPDIR: tmpdir(), WRANGLER_WRITE_LOGS: 'false' };
  const { status, stdout, stderr } = wrangler(args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });
  if (status !== 0) throw new Error(`wrangler ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

function build(dir, name, args) {
  runWrangler(['deploy', ...args, '--dry-run', '--outdir', dir]);
  const module = join(dir, `${name}.js`);
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml') });
  // Neither secrets nor a developer's own variables: `serve` gives its own.
  const without = { ...config, secrets: undefined };
  const { workerOptions } = unstable_getMiniflareWorkerOptions(without, undefined, { envFiles: [join(dir, 'none')] });
  const { modulesRules: _, rootPath: __, assets: ___, ...options } = workerOptions;
  writeFileSync(bindingsFile(module), JSON.stringify({ ...options, bindings: config.vars }));
  return module;
}

/** @returns the path of the one module */
export const buildService = (dir, { minify = true } = {}) => build(dir, 'index', minify ? [] : ['--no-minify']);

/** As vitest has it, for tests of everything else: a password takes well under a millisecond, not 150. */
const CHEAP_PASSWORDS = ['--alias', `./scrypt-cost:${join(root, 'test', 'support', 'scrypt-cost.ts')}`];

/** The service with cheap passwords. @returns the path of the one module */
export const buildForTests = (dir) => build(dir, 'index', CHEAP_PASSWORDS);

/** For another Worker with the same bindings. @returns the path of its one module, named like its source */
export const buildOther = (dir, source, name) => build(dir, name, [source]);
