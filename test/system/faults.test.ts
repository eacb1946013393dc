import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { logged } from '../support/fakes';
import { FAILURES, type Failure, faultyStorage, MOMENTS } from '../support/faulty';
import { makeFixtures } from '../support/fixtures';
import { input } from '../support/input';
import { type Ask, contradictions, entities } from '../support/invariants';
import { account, PASSWORD } from '../support/logins';
import { operations } from '../support/openapi';
import { OPERATIONS } from '../support/operations';
import type { Fixtures } from '../support/operations/record';
import { withoutPauses } from '../support/pauses';
import { rows } from '../support/rows';

withoutPauses();

// Every call of D1 and R2 that a write makes fails in turn, before it took effect or so that only its answer is lost. The
// answer must say so, nothing may be half written, and the same request again must end where one without a fault ends.

type Request = CallOptions & { path: string };

const isKeyed = (name: string) =>
  operations.some((one) => one.name === name && one.operation.parameters?.some((p) => p.name === 'idempotency-key'));

const writes = Object.entries(OPERATIONS)
  .filter(([name]) => !name.startsWith('GET '))
  .flatMap(([name, { as = 'staff', env = {}, body, repeated, cases }]) =>
    Object.entries(cases).map(
      ([what, one]) => [`${name}: ${what}`, { name, as, env, body, repeated: one.repeated ?? repeated, one }] as const,
    ),
  );

type Write = (typeof writes)[number][1];

/** A form as the bytes that are sent, as a client repeats them. */
async function encoded(options: CallOptions): Promise<CallOptions> {
  if (!(options.body instanceof FormData)) return options;
  const form = new Response(options.body);
  const headers = { ...options.headers, 'content-type': form.headers.get('content-type') ?? '' };
  return { ...options, headers, body: await form.arrayBuffer() };
}

let shared: Pick<Fixtures, 'department' | 'doctor'>;
beforeAll(async () => {
  shared = { department: await make.department(), doctor: await make.doctor() };
  // There is one list for all cases, and one row of rules.
  await ok('PUT', '/calendar/closures', { json: input.closures() });
  await ok('PUT', '/messages/rules', { as: 'admin', json: input.messageRules() });
});

async function requestOf({ name, as, env, body, one }: Write): Promise<Request> {
  const fixtures = await makeFixtures({ ...shared, account: { email: (await account()).email, password: PASSWORD } });
  const given = (await one.request?.(fixtures)) ?? {};
  const { headers, ...options } = await encoded({ as, env, ...(body && { json: body() }), ...given });
  const key: Record<string, string> = isKeyed(name) ? { 'idempotency-key': crypto.randomUUID() } : {};
  return {
    path: name.split(' ')[1] ?? '',
    ...options,
    ...(given.path && { path: given.path }),
    headers: { ...key, ...headers },
  };
}

const send = (name: string, { path, ...options }: Request, bindings: CallOptions['env'] = {}): Promise<Result> =>
  call(name.split(' ')[0] ?? '', path, { ...options, env: { ...options.env, ...bindings } });

const ask: Ask = async (statements) => {
  const results = await env.DB.batch<Record<string, unknown>>(statements.map((sql) => env.DB.prepare(sql)));
  return results.map(({ results }) => results);
};

/** How many rows, and how many that are not deleted, each table of records has. */
async function counts(): Promise<Record<string, number>> {
  const columns = (await entities(ask)).flatMap(([table]) => [
    `(SELECT count(*) FROM "${table}") AS "${table}"`,
    `(SELECT count(*) FROM "${table}" WHERE deleted_at IS NULL) AS "live ${table}"`,
  ]);
  columns.push('(SELECT count(*) FROM payment) AS payment');
  const [found] = await rows<Record<string, number>>(`SELECT ${columns}`);
  return found ?? {};
}

/** What `work` adds to the counts. */
async function added(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await counts();
  await work();
  const after = Object.entries(await counts());
  return Object.fromEntries(after.map(([name, n]) => [name, n - (before[name] ?? 0)]));
}

async function expectWhole(): Promise<void> {
  expect(await contradictions(ask)).toEqual([]);
  const files = await rows<{ key: string }>(
    `SELECT coalesce(stored_under, entity_id) || '/' || id || extension AS key FROM file WHERE deleted_at IS NULL`,
  );
  const stored = new Set<string>();
  let page: R2Objects | undefined;
  do {
    page = await env.FILES.list({ cursor: page?.truncated ? page.cursor : undefined });
    for (const { key } of page.objects) stored.add(key);
  } while (page.truncated);
  expect(
    files.filter(({ key }) => !stored.has(key)),
    'files without bytes',
  ).toEqual([]);
}

/** What differs each time. */
const RENEWED = ['password_hash', 'disabled_at'];

/** Which fields the request changed. */
async function changedBy(request_id: string | null): Promise<string[]> {
  const found = await rows<{ changed: string }>('SELECT changed FROM audit WHERE request_id = ?', request_id);
  return found.flatMap(({ changed }) => JSON.parse(changed)).filter((field) => !RENEWED.includes(field));
}

let cases = 0;
let retried = 0;
afterAll(() =>
  console.log(`faults: ${cases} cases of ${writes.length} writes, ${retried} of them mended by the service itself`),
);

/** One fault, and the same request again. */
async function fail(
  write: Write,
  { nth, moment, failure, control }: { nth: number; moment: 'before' | 'after'; failure: Failure; control: Control },
): Promise<void> {
  const { name, repeated } = write;
  const request = await requestOf(write);
  const { bindings } = faultyStorage(nth, moment, failure);
  let status = 0;
  const total = await added(async () => {
    const log = await logged(async () => {
      const first = await send(name, request, bindings);
      status = first.status;
      if (status === 503) expect(first.headers.get('retry-after')).toMatch(/^\d+$/);
      if (status === 500) expect(first.body.request_id).toBe(first.headers.get('x-request-id'));
    });
    expect(log).not.toMatch(/D1_ERROR|storage\.example|select /i);
    expect([control.status, 500, 503]).toContain(status);
    await expectWhole();
    if (status === control.status) {
      retried++;
      return;
    }
    const again = await send(name, request);
    // Where only the answer was lost there may be nothing left to do.
    expect([control.status, moment === 'after' && repeated], JSON.stringify(again.body)).toContain(again.status);
  });
  // Without a key two creates are two, if the answer of the first was lost.
  const isOnce = moment === 'before' || isKeyed(name) || repeated || !name.startsWith('POST');
  if (isOnce) expect(total, 'rows added').toEqual(control.added);
  if (/^(PUT|PATCH)/.test(name)) {
    const { headers } = await send(name, request);
    expect(await changedBy(headers.get('x-request-id')), 'what another repetition changes').toEqual([]);
  }
}

interface Control {
  status: number;
  calls: number;
  added: Record<string, number>;
}

/** The same write without a fault. */
async function withoutFault(write: Write): Promise<Control> {
  const request = await requestOf(write);
  const { bindings, calls } = faultyStorage();
  let status = 0;
  const rowsAdded = await added(async () => {
    const answer = await send(write.name, request, bindings);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    status = answer.status;
  });
  return { status, calls: calls(), added: rowsAdded };
}

describe('Storage that fails during', () => {
  it.each(writes)('%s leaves nothing half done', async (_, write) => {
    const control = await withoutFault(write);
    expect(control.calls).toBeGreaterThan(0);
    for (let nth = 1; nth <= control.calls; nth++) {
      for (const moment of MOMENTS) {
        for (const [what, failure] of Object.entries(FAILURES)) {
          cases++;
          try {
            await fail(write, { nth, moment, failure, control });
          } catch (error) {
            const at = `Call ${nth} of ${control.calls} ${what}, ${moment} it took effect`;
            throw new Error(`${at}: ${(error as Error).message}`, { cause: error });
          }
        }
      }
    }
    // Once for all repetitions: a contradiction stays.
    await expectWhole();
  });
});
