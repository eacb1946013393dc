import { describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { databaseThrough } from '../support/fakes';
import { makePng } from '../support/files';
import { ask } from '../support/full-text';
import { contradictions } from '../support/invariants';
import { merge, pairOf, unmerge } from '../support/merges';
import { withoutPauses } from '../support/pauses';
import { pay } from '../support/payments';
import { count, rows } from '../support/rows';
import { insertUser } from '../support/users';

withoutPauses();

type Pair = Awaited<ReturnType<typeof pairOf>> & { third: string; actor: { id: string; role: 'staff' } };
const full = (id: string) => ok('GET', `/patient/${id}?view=full`);

/** A database in which `write` takes place once the two records were read, before anything is written. */
function interposed(write: () => Promise<unknown>): D1Database {
  let batches = 0;
  return databaseThrough(async (method, run) => {
    if (method === 'batch' && ++batches === 2) await write();
    return run();
  });
}

/** How many of the four records that are moved each of the two has, and whether it is there. */
async function shareOf(id: string): Promise<[number, number]> {
  const shares = await Promise.all([
    count('appointment WHERE patient_id = ?', id),
    count('invoice WHERE patient_id = ?', id),
    count('file WHERE entity_id = ?', id),
  ]);
  return [shares.reduce<number>((sum, n) => sum + (n ?? 0), 0), (await call('GET', `/patient/${id}`)).status];
}

async function newPair(): Promise<Pair> {
  const { id } = await insertUser('staff');
  return { ...(await pairOf({ dob: null })), third: (await make.patient()).id, actor: { id, role: 'staff' } };
}

interface Interposed {
  write: (pair: Pair) => Promise<unknown>;
  status: number;
  /** of the patient and the other record */
  shares: [[number, number], [number, number]];
}

const MERGED: Interposed['shares'] = [
  [4, 200],
  [0, 410],
];
const APART: Interposed['shares'] = [
  [0, 200],
  [4, 200],
];

describe('Between the reads of a merge and its batch', () => {
  const cases: Record<string, Interposed> = {
    'the patient is changed': {
      write: ({ id }) => ok('PATCH', `/patient/${id}`, { json: { first_name: 'Eva' } }),
      ...{ status: 200, shares: MERGED },
    },
    'the other record is changed': {
      write: ({ from }) => ok('PATCH', `/patient/${from}`, { json: { dob: '1990-01-01' } }),
      ...{ status: 200, shares: MERGED },
    },
    'an appointment is made for the other record': {
      write: ({ from }) => make.appointment({ patient_id: from }),
      ...{
        status: 200,
        shares: [
          [5, 200],
          [0, 410],
        ],
      },
    },
    'a file is uploaded for the other record': {
      write: ({ from }) => makePng(from),
      ...{
        status: 200,
        shares: [
          [5, 200],
          [0, 410],
        ],
      },
    },
    'the patient is deleted': {
      write: ({ id }) => ok('DELETE', `/patient/${id}`),
      ...{
        status: 404,
        shares: [
          [0, 404],
          [4, 200],
        ],
      },
    },
    'the other record is deleted': {
      write: ({ from }) => ok('DELETE', `/patient/${from}`),
      ...{
        status: 404,
        shares: [
          [0, 200],
          [4, 404],
        ],
      },
    },
    'the patient is merged into a third one': {
      write: ({ id, third }) => merge(third, id),
      ...{
        status: 410,
        shares: [
          [0, 410],
          [4, 200],
        ],
      },
    },
    'the other record is merged into a third one': {
      write: ({ from, third }) => merge(third, from),
      ...{
        status: 410,
        shares: [
          [0, 200],
          [0, 410],
        ],
      },
    },
    'somebody else merges the two': {
      write: ({ id, from }) => merge(id, from),
      ...{ status: 200, shares: MERGED },
    },
    'the account is disabled': {
      write: ({ actor }) => rows('UPDATE user SET disabled_at = 1 WHERE id = ?', actor.id),
      ...{ status: 401, shares: APART },
    },
  };

  it.each(Object.entries(cases))('%s', async (_, { write, status, shares }) => {
    const pair = await newPair();
    const { id, from, actor } = pair;
    const answer = await merge(id, from, {}, { as: actor, env: { DB: interposed(() => write(pair)) } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect([await shareOf(id), await shareOf(from)]).toEqual(shares);
    expect(await count('patient_merge WHERE patient_id = ?', id)).toBe(status === 200 ? 1 : 0);
    if (status === 200) expect((await full(id)).merged).toHaveLength(1);
  });

  it('what is written then is kept', async () => {
    const pair = await newPair();
    const both = async () => {
      await cases['the patient is changed']?.write(pair);
      await cases['the other record is changed']?.write(pair);
    };
    await merge(pair.id, pair.from, {}, { env: { DB: interposed(both) } });
    expect(await full(pair.id)).toMatchObject({ first_name: 'Eva', dob: '1990-01-01' });
  });
});

describe('Between the reads of an undo and its batch', () => {
  const cases: Record<string, Interposed> = {
    'the patient is changed': {
      write: ({ id }) => ok('PATCH', `/patient/${id}`, { json: { first_name: 'Eva' } }),
      ...{ status: 200, shares: APART },
    },
    'a field that the merge filled is changed': {
      write: ({ id }) => ok('PATCH', `/patient/${id}`, { json: { dob: '1990-01-01' } }),
      ...{ status: 409, shares: MERGED },
    },
    'a bill that moved is paid': { write: ({ bill }) => pay(bill.id, 1), status: 409, shares: MERGED },
    'an appointment that moved is billed': {
      write: ({ id, visit }) => make.invoice({ patient_id: id, appointment_id: visit.id }),
      ...{
        status: 409,
        shares: [
          [5, 200],
          [0, 410],
        ],
      },
    },
    'the patient is deleted': {
      write: ({ id }) => ok('DELETE', `/patient/${id}`),
      ...{
        status: 409,
        shares: [
          [4, 404],
          [0, 410],
        ],
      },
    },
    'the patient is merged into a third one': {
      write: ({ id, third }) => merge(third, id),
      ...{
        status: 409,
        shares: [
          [0, 410],
          [0, 410],
        ],
      },
    },
    'somebody else undoes it': {
      write: ({ id, from }) => unmerge(id, from),
      ...{ status: 200, shares: APART },
    },
    'the account is disabled': {
      write: ({ actor }) => rows('UPDATE user SET disabled_at = 1 WHERE id = ?', actor.id),
      ...{ status: 401, shares: MERGED },
    },
  };

  it.each(Object.entries(cases))('%s', async (_, { write, status, shares }) => {
    const pair = await newPair();
    const { id, from, actor } = pair;
    await merge(id, from);
    const answer = await unmerge(id, from, { as: actor, env: { DB: interposed(() => write(pair)) } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect([await shareOf(id), await shareOf(from)]).toEqual(shares);
    const undone = await count('patient_merge WHERE merged_id = ? AND undone_at IS NOT NULL', from);
    expect(undone).toBe(status === 200 ? 1 : 0);
    if (status === 200) expect((await full(id)).merged).toBeUndefined();
  });
});

it('After all of these nothing contradicts itself', async () => {
  expect(await contradictions(ask)).toEqual([]);
});
