import type { Repeatable } from './exchange.ts';

/** By password, secret or one-time token: these carry no access token, and their 401 does not mean that it has ended. */
export const BY_PASSWORD = /^\/auth\/(signup|login|refresh|logout|token|password-token|forgot)$/;

/**
 * Creates take an `Idempotency-Key`: all POSTs but merges of patients, what is done to notes, the cancelling of a series, what is sent
 * to a webhook, what became of a message, the start of an import, and a link of a mail; and of those under /auth the invitation, a
 * calendar feed, and those that answer a program's secret.
 */
export const takesKey = (method: string, path: string) =>
  method === 'POST' &&
  (path.startsWith('/auth/')
    ? /^\/auth\/(users|feeds|clients(\/[^/]+\/secret)?)$/.test(path)
    : !/^\/unsubscribe\/|(merge|sign|over|cancel|test|resend|status|run)$/.test(path));

export function repeatableOf(method: string, path: string): Repeatable {
  if (method === 'GET' || takesKey(method, path)) return 'freely';
  return path.startsWith('/auth/') ? 'never' : 'harmlessly';
}

/** An `Idempotency-Key`. `crypto.randomUUID` is missing where a page is not served securely. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(5)).join('-');
