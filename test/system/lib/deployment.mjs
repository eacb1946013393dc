// A copy of the project whose commands talk to a stand-in for Cloudflare (cloudflare.mjs) by the real wrangler. So suites show
// what is asked for, in which order and under which names, and that migrations run; not that Cloudflare does what it was asked.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../../../scripts/lib.mjs';
import { fakeCloudflare } from './cloudflare.mjs';

const COPIED = [
  'scripts',
  'src',
  'openapi',
  'drizzle',
  'environments',
  'public',
  'clients',
  'examples',
  'portal',
  '.dev.vars.example',
  '.gitignore',
  'wrangler.toml',
  'package.json',
  'package-lock.json',
];
/** Another test's `npm start` may be writing it right now. */
const PORTAL = join(root, 'public', 'portal');
const isCopied = (path) => path !== PORTAL && basename(path) !== 'node_modules';
/** Installed packages, where npm has put them: a workspace has those of its own that differ from the root's. */
const LINKED = ['node_modules', 'clients/typescript/node_modules', 'portal/node_modules', 'tsconfig.json'];

const OF_NOBODY = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Ops'],
      [`GIT_${who}_EMAIL`, 'ops@clinic.example'],
    ]),
  ),
};

export async function startDeployment() {
  const { url, made, unknown, close } = await fakeCloudflare();
  const dir = mkdtempSync(join(tmpdir(), 'hospital-deploy-'));
  const options = { recursive: true, preserveTimestamps: true, filter: isCopied };
  for (const path of COPIED) cpSync(join(root, path), join(dir, path), options);
  for (const path of LINKED) if (existsSync(join(root, path))) symlinkSync(join(root, path), join(dir, path));
  // The folders of the copy are new: without this the document would be written again.
  utimesSync(join(dir, 'public', 'openapi.json'), new Date(), new Date());
  const env = {
    ...process.env,
    CLOUDFLARE_API_BASE_URL: url,
    CLOUDFLARE_API_TOKEN: 'of-a-test',
    WRANGLER_CACHE_DIR: join(dir, 'cache'), // wrangler keeps the account there
    XDG_CONFIG_HOME: join(dir, 'config'), // and the login here
    NODE_COMPILE_CACHE: join(dir, 'compiled'), // a quarter of what each start of it takes
    CI: 'true',
  };

  const command = (script, args, vars) => run(process.execPath, [join(dir, 'scripts', script), ...args], vars);

  /** Runs a program in the copy. @returns its exit code and all that it printed */
  async function run(program, args, vars = {}) {
    const options = { cwd: dir, env: { ...env, ...vars }, stdio: ['ignore', 'pipe', 'pipe'], timeout: 400_000 };
    const child = spawn(program, args, options);
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

  const git = (...args) => execFileSync('git', args, { cwd: dir, env: { ...env, ...OF_NOBODY }, encoding: 'utf8' });

  /** Makes the copy a repository, if it is none, and commits what it has. @returns the tag of what is deployed from there */
  function commit(subject) {
    if (!existsSync(join(dir, '.git'))) {
      git('init', '--quiet');
      writeFileSync(join(dir, '.git', 'info', 'exclude'), 'node_modules\ncache\nconfig\ncompiled\n');
    }
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', subject);
    const { version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
    return `${version}+${git('rev-parse', 'HEAD').slice(0, 10)}`;
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
    env,
    command,
    path: (...parts) => join(dir, ...parts),
    read: (path) => readFileSync(join(dir, path), 'utf8'),
    write: (path, content) => writeFileSync(join(dir, path), content),
    database: (name) => made.databases.find((it) => it.name === name),
    /** What a Worker has bound, by name. */
    bindings: (worker) => Object.fromEntries(made.workers[worker].bindings.map(({ name, ...rest }) => [name, rest])),
    secret: (worker, secret = 'JWT_SECRET') => made.workers[worker].secrets.find(({ name }) => name === secret)?.text,
    commit,
    /** A line of a shell, as a person types it in the copy. */
    shell: (line) => run('bash', ['-c', line]),
    async succeeds(script, ...args) {
      const { code, output } = await command(script, args);
      assert.equal(code, 0, output);
      return output;
    },
    /** @param vars variables that differ for this command */
    async refused(reason, [script, ...args], vars) {
      const before = names();
      const { code, output } = await command(script, args, vars);
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
