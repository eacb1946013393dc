// A receiver of webhooks in Node, which judges what it is sent by standardwebhooks.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** standardwebhooks takes nothing whose time is not that of the clock, which some suites move. */
function verified(secret, text, headers) {
  const { now } = Date;
  const sent = Number(headers['webhook-timestamp']) * 1000;
  Date.now = () => sent;
  try {
    return new Webhook(secret).verify(text, headers);
  } finally {
    Date.now = now;
  }
}

/** `answer` may be changed: a status; null: it hangs. What it has taken is `events`, the newest last; what it has not, `refused`. */
export async function startReceiver(secret) {
  const receiver = { secret, answer: 204, events: [], refused: [], asked: 0 };
  const open = new Set();
  const server = createServer(async (incoming, response) => {
    const text = Buffer.concat(await Array.fromAsync(incoming)).toString();
    receiver.asked++;
    try {
      const body = verified(receiver.secret, text, incoming.headers);
      const id = incoming.headers['webhook-id'];
      if (receiver.answer === null) return open.add(response);
      if (receiver.answer < 300) receiver.events.push({ id, text, body, headers: incoming.headers, at: Date.now() });
      response.writeHead(receiver.answer).end();
    } catch (error) {
      receiver.refused.push(`${error.message}: ${text}`);
      response.writeHead(400).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${server.address().port}/hook`;
  receiver.stop = () => {
    for (const response of open) response.destroy();
    server.close();
    server.closeAllConnections();
  };
  return receiver;
}

/** Settings with which a receiver on this machine may be named. */
export const LOOPBACK = { ENVIRONMENT: 'development', WEBHOOK_LOOPBACK: 'yes' };

/**
 * Serves the Worker with a clock that `GET /tick?ahead=milliseconds` moves while the minute's tick runs, and answers once it has.
 * After `GET /arm?step=n&at=url` the n-th call of the database, a queue, the platform's mail or a receiver from then on asks that url, and
 * waits. Each mail that the platform has taken is posted to the setting `MAILS_AT`.
 */
export const TICKING = `
import worker from './worker.js';

const now = Date.now.bind(Date);
let ahead = 0;
Date.now = () => now() + ahead;

let left = -1;
let control;
const { fetch } = globalThis;
async function step() {
  if (left < 0) return;
  left--;
  if (left === 0) await fetch(control);
}
const stepping = (target, names, then = (result) => result) =>
  new Proxy(target, {
    get(object, name) {
      const method = object[name];
      if (typeof method !== 'function') return method;
      if (!names.includes(name)) return (...given) => then(method.apply(object, given), name);
      return async (...given) => {
        await step();
        return method.apply(object, given.map((one) => (Array.isArray(one) ? one.map((each) => real.get(each) ?? each) : one)));
      };
    },
  });
const real = new WeakMap();
function statement(it) {
  const stepped = stepping(it, ['all', 'run', 'first'], (result, name) => (name === 'bind' ? statement(result) : result));
  real.set(stepped, it);
  return stepped;
}
const session = (it) => stepping(it, ['batch'], (result, name) => (name === 'prepare' ? statement(result) : result));
const known = new WeakMap();
function stepped(env) {
  const before = known.get(env);
  if (before) return before;
  const made = {
    ...env,
    DB: stepping(env.DB, [], (result, name) => (name === 'withSession' ? session(result) : result)),
    WEBHOOK_QUEUE: stepping(env.WEBHOOK_QUEUE, ['send', 'sendBatch']),
    MESSAGE_QUEUE: stepping(env.MESSAGE_QUEUE, ['send', 'sendBatch']),
    EMAIL: {
      async send(mail) {
        await step();
        const sent = await env.EMAIL.send(mail);
        if (env.MAILS_AT) await fetch(env.MAILS_AT, { method: 'POST', body: JSON.stringify({ to: mail.to, subject: mail.subject }) });
        return sent;
      },
    },
  };
  known.set(env, made);
  return made;
}
globalThis.fetch = async (...given) => {
  await step();
  return fetch(...given);
};

export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/arm') {
      left = Number(searchParams.get('step'));
      control = searchParams.get('at');
      return new Response('');
    }
    if (pathname !== '/tick') return worker.fetch(request, stepped(env), ctx);
    ahead = Number(searchParams.get('ahead'));
    const waiting = [];
    try {
      worker.scheduled({ cron: '* * * * *', scheduledTime: Date.now() }, stepped(env), { waitUntil: (work) => waiting.push(work) });
      await Promise.all(waiting);
    } finally {
      ahead = 0;
    }
    return new Response('');
  },
  queue: (batch, env, ctx) => worker.queue(batch, stepped(env), ctx),
};
`;

export async function tick({ url }, ahead = 0) {
  const answer = await fetch(`${url}/tick?ahead=${ahead}`);
  await answer.text();
  if (!answer.ok) throw new Error(`The tick: ${answer.status}`);
}

/** @returns the webhook's id and row number, and its receiver, which has the secret */
export async function register(service, admin, types) {
  const receiver = await startReceiver();
  const { status, bytes, body } = await admin.call('POST', '/webhooks/', { json: { url: receiver.url, types } });
  if (status !== 201) throw new Error(`Registering: ${status} ${bytes}`);
  receiver.secret = body.secret;
  const [{ seq }] = await service.query('SELECT seq FROM webhook WHERE id = ?', body.id);
  return Object.assign(receiver, { id: body.id, seq });
}
