import { expect } from 'vitest';
import { accessOf } from './access';
import type { Body, CallOptions, Result } from './client';
import { fhir } from './fhir/client';

const BASE = '/fhir/r4';
/** How our resources name us. */
export const URL = `http://localhost${BASE}`;

export const read = (type: string, id: string, options?: CallOptions) => fhir('GET', `/${type}/${id}`, options);

/** As a version that was written once. */
export const meta = { versionId: '1', lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) };

/** A search in which every parameter has to be known. */
export async function search(type: string, query: string, options: CallOptions = {}): Promise<Result> {
  const headers = { prefer: 'handling=strict', ...options.headers };
  const result = await fhir('GET', `/${type}?${query}`, { ...options, headers });
  if (result.status !== 200) expect.fail(`${type}?${query}: ${result.status} ${JSON.stringify(result.body)}`);
  return result;
}

export const resourcesIn = ({ body }: Result, mode = 'match'): Body[] =>
  (body.entry ?? []).filter((entry: Body) => entry.search.mode === mode).map(({ resource }: Body) => resource);

/** What a search finds. */
export const matches = async (type: string, query: string): Promise<Body[]> => resourcesIn(await search(type, query));

/** Ids of all pages, by following `next` as a client does. */
export async function idsOfPages(type: string, query: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let at: string | undefined = query; at !== undefined; ) {
    const page: Result = await search(type, at);
    pages.push(resourcesIn(page).map(({ id }) => id));
    at = page.body.link
      .find(({ relation }: Body) => relation === 'next')
      ?.url.split('?')
      .at(-1);
  }
  return pages;
}

/** What every type promises of whoever may not read it, and of what is not there. */
export async function expectGuarded(type: string, id: string): Promise<void> {
  for (const path of [`${type}/${id}`, `${type}?_id=${id}`]) {
    const stranger = await fhir('GET', `/${path}`, { as: null });
    expect(stranger.status, path).toBe(401);
    expect(stranger.body.issue[0], path).toMatchObject({ severity: 'error', code: 'login' });
    const nobody = await fhir('GET', `/${path}`, { as: 'none' });
    expect(nobody.status, path).toBe(403);
    expect(nobody.body.issue[0], path).toMatchObject({ severity: 'error', code: 'forbidden' });
  }
  const missing = await read(type, crypto.randomUUID());
  expect(missing.status).toBe(404);
  expect(missing.body.issue[0]).toMatchObject({ severity: 'error', code: 'not-found' });
}

export async function expectGone(type: string, id: string): Promise<void> {
  const { status, body } = await read(type, id);
  expect(status).toBe(410);
  expect(body.issue[0]).toMatchObject({ severity: 'error', code: 'deleted' });
  expect(await matches(type, `_id=${id}`)).toEqual([]);
}

/** Of types that show a patient: what of a read and of a search is in the access log. */
export async function expectLooks(
  type: string,
  id: string,
  query: string,
  look: { entity: string; entity_id: string; patient_id: string },
): Promise<void> {
  expect(accessOf(await read(type, id))).toMatchObject([{ action: 'read', ...look }]);
  const { entity, patient_id } = look;
  expect(accessOf(await search(type, query))).toMatchObject([{ entity, patient_id }]);
}
