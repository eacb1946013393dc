// What every type promises.
import { expect } from 'vitest';
import { accessOf, patientsIn } from '../access';
import type { CallOptions, Result } from '../client';
import { found, get, issueOf } from './client';

/** Of whoever may not read it, and of what is not there. @param path of a record or a search */
export async function expectRefusals(path: string, options: Pick<CallOptions, 'as'> = {}): Promise<void> {
  const [type] = path.split(/[/?]/);
  expect(issueOf(await get(path, { as: null })), 'no token').toEqual([401, 'login']);
  expect(issueOf(await get(path, { as: 'none' })), 'the role none').toEqual([403, 'forbidden']);
  for (const id of [crypto.randomUUID(), 'x', `${crypto.randomUUID()}.1`]) {
    expect(issueOf(await get(`${type}/${id}`, options)), `${type}/${id}`).toEqual([404, 'not-found']);
  }
}

export async function expectGone(type: string, id: string): Promise<void> {
  expect(issueOf(await get(`${type}/${id}`))).toEqual([410, 'deleted']);
  expect(await found(`${type}?_id=${id}`)).toEqual([]);
}

/** Of a read and of a search. */
export async function expectLooks(
  type: string,
  id: string,
  query: string,
  look: { entity: string; entity_id: string; patient_id: string },
): Promise<void> {
  expect(accessOf(await get(`${type}/${id}`))).toMatchObject([{ action: 'read', ...look }]);
  const { entity, patient_id } = look;
  expect(accessOf(await get(`${type}?${query}`))).toMatchObject([{ entity, patient_id }]);
}

/** Looks of a call: kind of record, action, record, and the patients that they name. */
export const looksOf = (answer: Result) =>
  accessOf(answer).map((look) => [look.entity, look.action, look.entity_id, patientsIn(look)]);
