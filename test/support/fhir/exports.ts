/** Bulk exports, as a client asks for them. */
import { expect } from 'vitest';
import type { Actor } from '../../../src/context';
import { type Body, type CallOptions, call } from '../client';
import { insertUser } from '../users';

export const pathOf = (url: string) => url.slice('http://localhost'.length);
export const kickOff = (query: string, options: CallOptions = {}) =>
  call('GET', `/fhir/r4/$export${query}`, {
    as: 'admin',
    ...options,
    headers: { prefer: 'respond-async', ...options.headers },
  });

export const LENIENT = { prefer: 'respond-async, handling=lenient' };

/** @param parameter undefined: without a body */
export const byParameters = (query: string, parameter: readonly object[] | undefined, as: Actor | 'admin' = 'admin') =>
  call('POST', `/fhir/r4/$export${query}`, {
    as,
    headers: { prefer: 'respond-async', ...(parameter && { 'content-type': 'application/fhir+json' }) },
    ...(parameter && { json: { resourceType: 'Parameters', parameter } }),
  });

/** Begins an export. @returns the path of its status */
export async function begun(query: string, as: Actor, options: CallOptions = {}): Promise<string> {
  const { status, headers, body } = await kickOff(query, { as, ...options });
  expect([status, body.resourceType]).toEqual([202, 'OperationOutcome']);
  return pathOf(headers.get('content-location') ?? '');
}

export const jobIn = (path: string) => path.split('/').at(-1) ?? '';

/** Lines of files of a manifest by type. */
export async function linesOf(files: Body[], as: Actor) {
  const lines: Record<string, string[]> = {};
  for (const { type, url, count } of files) {
    const { status, bytes, headers } = await call('GET', pathOf(url), {
      as,
      headers: { accept: 'application/fhir+ndjson' },
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/fhir+ndjson']);
    const some = new TextDecoder().decode(bytes).split('\n');
    expect([some.length, some.at(-1)]).toEqual([count + 1, '']);
    lines[type] = [...(lines[type] ?? []), ...some.slice(0, -1)];
  }
  return lines;
}

export const idsIn = (lines: readonly string[] = []) => lines.map((line) => JSON.parse(line).id).sort();

/** Of an export that has ended. */
export async function manifest(path: string, as: Actor) {
  const { status, body } = await call('GET', path, { as });
  expect(status).toBe(200);
  return body;
}

/** An admin of its own, as an account has one export at a time. */
export const newAdmin = () => insertUser('admin');
