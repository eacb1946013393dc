// The commands of docs/operations.md, as somebody types them in a bad night: those that act on Cloudflare run against a stand-in for
// it. lib/deployment.mjs says what that shows and what not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../../scripts/lib.mjs';
import { startDeployment } from './lib/deployment.mjs';

/** What is not run here, and why. Whatever is none of these is run, and has to succeed. */
const ELSEWHERE = [
  [/^curl /, 'asks a service, of which there is none here: test/http/ and test/operations/ do'],
  [
    /^npm run (verify|audit:verify|backup|restore|reconcile) .*--remote\b/,
    'asks for bindings, which run on Cloudflare itself: the suites backup, verify and time-travel run it on local data',
  ],
  [/^npx wrangler r2 object get /, 'reads bytes, which the stand-in for Cloudflare does not keep'],
  [/^lokitool /, 'is a program of Grafana: test/docs/operations.test.ts reads the rules'],
  [/^PERSIST_DIR=\S+ /, 'acts on local data: the suites backup and start do so'],
];

/** What an operator fills in, when it is needed. */
const FILLED_IN = {
  FILE: () => 'previous-key',
  VERSION: () => it.made.workers['hospital-service'].versions.at(-1).id.slice(0, 8),
};

const page = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
const blocks = [...page.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)].map(([, , block], at) => ({
  name: `block ${at + 1}`,
  commands: block
    .split('\n')
    .flatMap((line) => line.replace(/ +#.*$/, '').split(' && '))
    .map((command) => command.trim())
    .filter(Boolean),
}));
const reasonFor = (command) => ELSEWHERE.find(([pattern]) => pattern.test(command))?.[1];

let it;
let key;

before(async () => {
  it = await startDeployment();
  it.write('previous-key', 'x'.repeat(32));
  it.commit('As it was');
  await it.succeeds('deploy.mjs');
  key = it.secret('hospital-service');
  const { queues } = it.made;
  queues.find(({ queue_name }) => queue_name === 'hospital-access-dead').backlog = [Date.now()];
});
after(() => it?.stop());

test('the page has blocks of commands, and each reason for not running one is needed', () => {
  assert.ok(blocks.length > 15);
  const commands = blocks.flatMap(({ commands }) => commands);
  assert.ok(commands.filter((command) => !reasonFor(command)).length > 15);
  for (const [pattern, reason] of ELSEWHERE)
    assert.ok(
      commands.some((command) => pattern.test(command)),
      reason,
    );
});

for (const { name, commands } of blocks) {
  const here = commands.filter((command) => !reasonFor(command));
  test(`${name}: ${here.join('; ').slice(0, 100)}`, { skip: here.length === 0 && reasonFor(commands[0]) }, async () => {
    for (const command of here) await type(command);
  });
}

async function type(command) {
  const makesDatabase = command.startsWith('npx wrangler d1 create');
  if (makesDatabase) it.made.databases.length = 0; // that block is for one that is gone
  if (command.startsWith('npm run admin') && command.endsWith('--token')) await makeItsAccount();
  const filled = Object.entries(FILLED_IN).reduce(
    (text, [name, value]) => text.replace(new RegExp(`\\b${name}$`), value),
    command,
  );
  const { code, output } = await it.shell(filled);
  assert.equal(code, 0, `${filled}\n${output}`);
  if (makesDatabase) {
    const [id] = /(?<=database_id"?[ :=]+")[\w-]+/.exec(output);
    const toml = it.read('wrangler.toml');
    it.write('wrangler.toml', toml.replace(/^database_name = .*$/m, `$&\ndatabase_id = "${id}"`));
  }
}

const makeItsAccount = () => it.succeeds('admin.mjs', 'admin@clinic.example', '--remote', '--create');

test('after all of it the service is on, with another key, and its queues deliver', () => {
  const { secrets } = it.made.workers['hospital-service'];
  assert.deepEqual(
    secrets.map(({ name }) => name),
    ['JWT_SECRET'],
  );
  assert.notEqual(secrets[0].text, key);
  for (const { queue_name, settings } of it.made.queues) assert.ok(!settings?.delivery_paused, queue_name);
});
