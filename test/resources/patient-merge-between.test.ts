import { describe, expect, it } from 'vitest';
import { type CallOptions, call, ok, type Result } from '../support/client';
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

/** How many of what is moved the patient and the other record have then, and what each is read with. */
type Shares = [[number, number], [number, number]];

interface Interposed {
  write: Write;
  status: number;
  shares: Shares;
}
type Write = (pair: Pair) => Promise<unknown>;

const on = (write: Write, status: number, ...shares: Shares): Interposed => ({ write, status, shares });

const MERGED: Shares = [
  [4, 200],
  [0, 410],
];
const APART: Shares = [
  [0, 200],
  [4, 200],
];

const renamed: Write = ({ id }) => ok('PATCH', `/patient/${id}`, { json: { first_name: 'Eva' } });
const otherChanged: Write = ({ from }) => ok('PATCH', `/patient/${from}`, { json: { dob: '1990-01-01' } });
const removed: Write = ({ id }) => ok('DELETE', `/patient/${id}`);
const mergedAway: Write = ({ id, third }) => merge(third, id);
const disabled: Write = ({ actor }) => rows('UPDATE user SET disabled_at = 1 WHERE id = ?', actor.id);

/** What the request is answered, and where the records are, if the write comes between. */
async function requireOutcome(
  pair: Pair,
  { write, status, shares }: Interposed,
  request: (options: CallOptions) => Promise<Result>,
) {
  const answer = await request({ as: pair.actor, env: { DB: interposed(() => write(pair)) } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect([await shareOf(pair.id), await shareOf(pair.from)]).toEqual(shares);
}

describe('Between the reads of a merge and its batch', () => {
  const cases: Record<string, Interposed> = {
    'the patient is changed': on(renamed, 200, ...MERGED),
    'the other record is changed': on(otherChanged, 200, ...MERGED),
    'an appointment is made for the other record': on(
      ({ from }) => make.appointment({ patient_id: from }),
      200,
      [5, 200],
      [0, 410],
    ),
    'a file is uploaded for the other record': on(({ from }) => makePng(from), 200, [5, 200], [0, 410]),
    'the patient is deleted': on(removed, 404, [0, 404], [4, 200]),
    'the other record is deleted': on(({ from }) => ok('DELETE', `/patient/${from}`), 404, [0, 200], [4, 404]),
    'the patient is merged into a third one': on(mergedAway, 410, [0, 410], [4, 200]),
    'the other record is merged into a third one': on(({ from, third }) => merge(third, from), 410, [0, 200], [0, 410]),
    'somebody else merges the two': on(({ id, from }) => merge(id, from), 200, ...MERGED),
    'the account is disabled': on(disabled, 401, ...APART),
  };

  it.each(Object.entries(cases))('%s', async (_, one) => {
    const pair = await newPair();
    const { id, from } = pair;
    await requireOutcome(pair, one, (options) => merge(id, from, {}, options));
    expect(await count('patient_merge WHERE patient_id = ?', id)).toBe(one.status === 200 ? 1 : 0);
    if (one.status === 200) expect((await full(id)).merged).toHaveLength(1);
  });

  it('what is written then is kept', async () => {
    const pair = await newPair();
    const both = async () => {
      await renamed(pair);
      await otherChanged(pair);
    };
    await merge(pair.id, pair.from, {}, { env: { DB: interposed(both) } });
    expect(await full(pair.id)).toMatchObject({ first_name: 'Eva', dob: '1990-01-01' });
  });
});

describe('Between the reads of an undo and its batch', () => {
  const cases: Record<string, Interposed> = {
    'the patient is changed': on(renamed, 200, ...APART),
    'a field that the merge filled is changed': on(
      ({ id }) => ok('PATCH', `/patient/${id}`, { json: { dob: '1990-01-01' } }),
      409,
      ...MERGED,
    ),
    'a bill that moved is paid': on(({ bill }) => pay(bill.id, 1), 409, ...MERGED),
    'an appointment that moved is billed': on(
      ({ id, visit }) => make.invoice({ patient_id: id, appointment_id: visit.id }),
      409,
      [5, 200],
      [0, 410],
    ),
    'the patient is deleted': on(removed, 409, [4, 404], [0, 410]),
    'the patient is merged into a third one': on(mergedAway, 409, [0, 410], [0, 410]),
    'somebody else undoes it': on(({ id, from }) => unmerge(id, from), 200, ...APART),
    'the account is disabled': on(disabled, 401, ...MERGED),
  };

  it.each(Object.entries(cases))('%s', async (_, one) => {
    const pair = await newPair();
    const { id, from } = pair;
    await merge(id, from);
    await requireOutcome(pair, one, (options) => unmerge(id, from, options));
    const undone = await count('patient_merge WHERE merged_id = ? AND undone_at IS NOT NULL', from);
    expect(undone).toBe(one.status === 200 ? 1 : 0);
    if (one.status === 200) expect((await full(id)).merged).toBeUndefined();
  });
});

it('After all of these nothing contradicts itself', async () => {
  expect(await contradictions(ask)).toEqual([]);
});
