// `npm start`: everything from a fresh clone to a running service.
// PORT, HOST and PERSIST_DIR change where it listens and where its data lives.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { watchQueue } from './access-queue.mjs';
import { fail, localData, modernNode, persistDir, root, toolEnv, wranglerArgs } from './lib.mjs';
import { localConfig } from './local-config.mjs';
import { createMailbox, mailVars } from './mails.mjs';
import { answerMails } from './mails-page.mjs';
import { buildPortal } from './portal.mjs';
import { freePort, listenError } from './ports.mjs';
import { createGate } from './public-proxy.mjs';
import { setup } from './setup.mjs';
import { isReady, isWorthShowing } from './wrangler-talk.mjs';

if (process.argv.length > 2)
  fail('npm start takes no arguments: PORT, HOST and PERSIST_DIR in the environment change what it does.');
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 8787);
if (!Number.isInteger(port) || port < 1 || port > 65535) fail('PORT must be a number from 1 to 65535.');
const visibleHost = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
const url = `http://${visibleHost}:${port}`;
const vars = mailVars(/^(localhost$|127\.|::1$)/.test(host) ? url : undefined);
const mails = vars ? `${url}/mails/` : 'none, as others here could not follow their links: set BASE_URL in .dev.vars';

const GREETING = `
Portal:           ${url}/portal/
Hospital service: ${url}
API reference:    ${url}/docs
Mails:            ${mails}
Data:             ${persistDir}

Next, create an account in the portal, or so:

  curl ${url}/auth/signup -H 'content-type: application/json' \\
    -d '{"email":"ada@example.com","password":"correct-horse-9!","full_name":"Ada Example"}'

Ctrl-C stops the service.
`;

await checkPort();
setup();
const portal = buildPortal();
migrate();
// Without this portal the service still serves those of others.
await portal.catch(({ message }) => console.error(message));
console.log('Starting the service …');
// Earlier versions left traces with searches for patients' names.
rmSync(join(localData(), 'observability'), { recursive: true, force: true });
/** when it was told to stop */
let stopping;
const queue = watchQueue();
let inner;
const mailbox = createMailbox();
const gate = createGate(
  () => inner,
  (path, response) => answerMails(mailbox, path, response),
);
/** As in wrangler.toml: wrangler itself runs no cron. */
const EACH_MINUTE = '/cdn-cgi/local/scheduled?cron=*+*+*+*+*';
setInterval(tick, 60_000).unref();
while (!stopping) await serve();

/** A predecessor that was just told to stop gets three seconds to let go of the port. */
async function checkPort() {
  for (let left = 15; ; left--) {
    const code = await listenError(port, host);
    if (!code) return;
    if (code !== 'EADDRINUSE') fail(`Cannot listen on ${host}, port ${port} (${code}). Set HOST and PORT.`);
    if (left === 0) {
      fail(`Port ${port} on ${host} is in use. Choose another: PORT=${port === 65535 ? 8787 : port + 1} npm start`);
    }
    await sleep(200);
  }
}

function migrate() {
  const { status, stdout, stderr } = spawnSync(
    modernNode(),
    ['--no-warnings', join(root, 'scripts', 'migrate-local.mjs')],
    { cwd: root, env: toolEnv, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (status !== 0) fail(`${stdout}${stderr}`.trim());
  process.stdout.write(stdout);
}

async function open() {
  if (gate.listening) return;
  gate.once('error', ({ code }) => fail(`Cannot listen on ${host}, port ${port} (${code}).`)).listen(port, host);
  await once(gate, 'listening');
  console.log(GREETING);
}

/** Ends when wrangler is told to stop, or does not bring back a runtime that died. */
async function serve() {
  inner = await freePort();
  const dev = spawn(
    modernNode(),
    [
      `--import=${join(root, 'scripts', 'lifeline.mjs')}`,
      ...wranglerArgs([
        'dev',
        '-c',
        localConfig(),
        '--ip',
        '127.0.0.1',
        '--port',
        String(inner),
        // Any free one: wrangler itself looks for one from 9229 on, and two that start at once find the same.
        '--inspector-port',
        '0',
        '--persist-to',
        persistDir,
        ...Object.entries(vars ?? {}).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
      ]),
      '--show-interactive-dev-session=false',
    ],
    // Its own process group: Ctrl-C reaches only this process, which stops the others in order.
    { cwd: root, env: toolEnv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true },
  );

  const killGroup = () => {
    try {
      process.kill(-dev.pid, 'SIGKILL');
    } catch {
      // already gone
    }
  };
  const end = async () => {
    dev.kill('SIGTERM');
    await sleep(5000, undefined, { ref: false });
    killGroup();
  };
  const stop = async () => {
    // npm passes on a Ctrl-C that the terminal has sent to both.
    if (stopping) return Date.now() - stopping > 1000 && end();
    stopping = Date.now();
    gate.close();
    if (queue.isWaiting()) {
      console.log('Stopping, once the access log is written, which takes some seconds. Ctrl-C again stops at once.');
      await queue.empty();
    }
    await end();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal).on(signal, stop);
  // npm, when killed outright, passes no signal on, but leaves us to another parent.
  const npm = process.ppid;
  const watch = process.env.npm_lifecycle_event && setInterval(() => process.ppid === npm || stop(), 500).unref();

  let dead = false;
  const ended = new Promise((resolve) => {
    dev.on('exit', (code) => {
      clearInterval(watch);
      killGroup();
      if (dead && !stopping) return resolve();
      if (!stopping) process.stderr.write(quiet.splice(0).join(''));
      process.exit(stopping ? 0 : code || 1);
    });
  });

  /** wrangler may call a runtime ready again that answers nothing. */
  let reviving = false;
  async function revive() {
    if (reviving) return;
    reviving = true;
    for (let left = 3; left > 0 && !stopping; left--) {
      await sleep(1000);
      if (await answers()) {
        reviving = false;
        return;
      }
    }
    if (stopping) return;
    console.error('The runtime died and did not come back: starting it again.');
    dead = true;
    killGroup();
  }

  // wrangler's start-up talk is shown only when something goes wrong.
  const quiet = [];
  let ready = false;
  let isStarted = false;
  for (const [from, to] of [
    [dev.stdout, process.stdout],
    [dev.stderr, process.stderr],
  ]) {
    createInterface({ input: from }).on('line', (line) => {
      if (ready && line.includes('runtime crashed')) revive();
      if (ready) return show(line, to);
      if (isReady(stripVTControlCharacters(line))) isStarted = true;
      quiet.push(`${line}\n`);
      if (line.includes('ERROR')) process.stderr.write(quiet.splice(0).join(''));
    });
  }

  // It may answer before wrangler has said all that it says of its start: our addresses come last.
  while (!isStarted || !(await answers())) await sleep(200);
  ready = true;
  await open();
  await ended;
}

function show(line, to) {
  const plain = stripVTControlCharacters(line);
  const at = plain.indexOf('{"level":');
  if (at >= 0) {
    const own = plain.slice(at);
    queue.seeLine(own);
    return to.write(`${own}\n`);
  }
  queue.seeDelivery(plain);
  const mail = mailbox.seeLine(plain);
  if (mail !== undefined) return mail && to.write(`${mail}\n`);
  if (isWorthShowing(plain)) to.write(`${line}\n`);
}

/** Sends what is due to webhooks. Where the runtime has just died, the next one does. */
async function tick() {
  if (!gate.listening) return;
  const answer = await fetch(`http://127.0.0.1:${inner}${EACH_MINUTE}`).catch(() => undefined);
  await answer?.arrayBuffer();
}

async function answers() {
  try {
    const answer = await fetch(`http://127.0.0.1:${inner}/health`, { signal: AbortSignal.timeout(3000) });
    await answer.arrayBuffer();
    return answer.status < 500;
  } catch {
    return false;
  }
}
