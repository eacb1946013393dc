import { EMAIL, PASSWORD } from './bodies.mjs';

/** Requests one service and tells what each cost: what `Server-Timing` says in development, bytes and milliseconds. */
export function clientOf(url, authorization) {
  return async function request(method, path, json, { headers = {}, body, signal, token = authorization } = {}) {
    const sent = { ...(token ? { authorization: token } : {}), ...headers };
    const options = { method, redirect: 'error', signal, headers: sent };
    if (json !== undefined) {
      options.body = JSON.stringify(json);
      options.headers['content-type'] = 'application/json';
    } else if (body !== undefined) options.body = body;
    const start = performance.now();
    const answer = await fetch(url + path, options);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const ms = performance.now() - start;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${bytes.subarray(0, 500)}`);
    return { ms, bytes: bytes.length, headers: answer.headers, json: () => JSON.parse(bytes), cost: costOf(answer) };
  };
}

/** Logs in at one service, by default with the account that every hospital has. */
export async function logIn(url, email = EMAIL) {
  const answer = await clientOf(url)('POST', '/auth/login', { email, password: PASSWORD });
  const { access_token, refresh_token } = answer.json();
  return { authorization: `Bearer ${access_token}`, refresh_token };
}

/** `trips;desc="1", …` as an object. */
export function costOf({ headers }) {
  const told = headers.get('server-timing') ?? '';
  return Object.fromEntries([...told.matchAll(/(\w+);desc="(\d+)"/g)].map(([, name, n]) => [name, Number(n)]));
}
