import { expect } from 'vitest';
import { accessOf, patientsIn } from './access';
import type { Body, CallOptions, Result } from './client';
import { fhir as asked } from './fhir/client';

const BASE = '/fhir/r4';

export const fhir = (path: string, options: CallOptions = {}): Promise<Result> =>
  asked('GET', `/${path}`, { ...options, headers: { prefer: 'handling=strict', ...options.headers } });

/** What a search finds, in its order. */
export async function searched(path: string, options: CallOptions = {}): Promise<Body[]> {
  const { status, body } = await fhir(path, options);
  if (status !== 200) expect.fail(`${path}: ${status} ${JSON.stringify(body)}`);
  return (body.entry ?? []).map(({ resource }: Body) => resource);
}

export const idsOf = async (path: string, options?: CallOptions): Promise<string[]> =>
  (await searched(path, options)).map(({ id }) => id);

/** All pages, by following `next` as a client does. */
export async function allPages(path: string, options: CallOptions = {}): Promise<Body[][]> {
  const found: Body[][] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const { status, body }: Result = await fhir(at, options);
    if (status !== 200) expect.fail(`${at}: ${status} ${JSON.stringify(body)}`);
    found.push((body.entry ?? []).map(({ resource }: Body) => resource));
    const next = body.link.find(({ relation }: Body) => relation === 'next')?.url;
    at = next?.slice(next.indexOf(`${BASE}/`) + BASE.length + 1);
  }
  return found;
}

/** What every type promises whoever may not read it, and of what is not there. */
export async function expectRefusals(path: string, { as }: Pick<CallOptions, 'as'> = {}): Promise<void> {
  const [type] = path.split(/[/?]/);
  expect((await fhir(path, { as: null })).status, 'no token').toBe(401);
  expect((await fhir(path, { as: 'none' })).status, 'the role none').toBe(403);
  for (const id of [crypto.randomUUID(), 'x', `${crypto.randomUUID()}.1`]) {
    const { status, body } = await fhir(`${type}/${id}`, as ? { as } : {});
    expect([status, body.issue[0].code], `${type}/${id}`).toEqual([404, 'not-found']);
  }
}

/** Looks of a call: kind of record, action, record, and the patients that they name. */
export const looksOf = (answer: Result) =>
  accessOf(answer).map((look) => [look.entity, look.action, look.entity_id, patientsIn(look)]);
