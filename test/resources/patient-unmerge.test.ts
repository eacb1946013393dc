import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { type Body, call, duplicate, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { makePng } from '../support/files';
import { input, unique } from '../support/input';
import { merge, pairOf, unmerge } from '../support/merges';
import { pay } from '../support/payments';
import { rows, trail } from '../support/rows';

const full = (id: string) => ok('GET', `/patient/${id}?view=full`);
const patch = (id: string, json: object) => ok('PATCH', `/patient/${id}`, { json });

/** All that belongs to a patient, as it is read. */
async function recordOf(id: string) {
  const [patient, files, { data: invoices }, appointments] = await Promise.all([
    full(id),
    ok('GET', `/static/?entity_id=${id}`),
    ok('GET', `/invoice/?patient_id=${id}`),
    ok('GET', `/calendar/appointments/?patient_id=${id}`),
  ]);
  const untimed = (all: Body[]) => all.map(({ updated_at: _, ...one }) => one);
  return { patient, files, invoices: untimed(invoices), appointments: untimed(appointments) };
}

describe('POST /patient/{id}/unmerge', () => {
  it('makes both what they were', async () => {
    const national_id = unique('ID1');
    const { id, from } = await pairOf(
      { national_id: null, dob: null, past_surgeries: [], allergies: null },
      { national_id, allergies: [{ substance: 'Penicillin', reaction: null, severity: null, noted_date: null }] },
    );
    await makePng(id);
    const before = [await recordOf(id), await recordOf(from)];
    const merged = await merge(id, from, { take: ['last_name'] });
    expect((await full(id)).national_id).toBe(national_id);
    const { status, body, headers, cost } = await unmerge(id, from);
    const { undo_until: _, ...same } = merged.body;
    expect([status, body, headers.get('etag'), cost.trips]).toEqual([200, same, '"3"', 2]);
    expect([await recordOf(id), await recordOf(from)]).toEqual(before);
    expect((await trail(id)).slice(-2).map((row) => row.split(' ')[0])).toEqual(['merge', 'unmerge']);
    expect((await trail(from)).at(-1)).toBe('unmerge 3 deleted_at,merged_into');
    const search = encodeURIComponent(before[1]?.patient.reg_number);
    expect((await ok('GET', `/patient/?search=${search}`)).map((one: Body) => one.id)).toEqual([from]);
    await pay((await make.invoice({ patient_id: from, status: 'ISSUED' })).id, 1);
  });

  it('is answered again where it was done, and may be followed by another merge', async () => {
    const { id, from } = await pairOf({ dob: null });
    await merge(id, from);
    const [first, again] = [await unmerge(id, from), await unmerge(id, from)];
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([200, first.body, '"3"']);
    expect((await merge(id, from)).body).toMatchObject({ moved: { appointments: 1, invoices: 1, files: 2, notes: 0 } });
    expect((await unmerge(id, from)).status).toBe(200);
    expect(await recordOf(from)).toMatchObject({ invoices: [{ patient_id: from }], appointments: [{}] });
  });

  it('keeps what has come to the patient since, and changes of fields that the merge left alone', async () => {
    const { id, from } = await pairOf();
    await merge(id, from);
    const visit = await make.appointment({ patient_id: id });
    await patch(id, { first_name: 'Eva' });
    expect((await unmerge(id, from)).status).toBe(200);
    expect((await full(id)).first_name).toBe('Eva');
    expect((await recordOf(id)).appointments.map((one) => one.id)).toEqual([visit.id]);
    expect((await recordOf(from)).appointments).toHaveLength(1);
  });

  it('undoes merges in the reverse order, also of a record that had been merged into', async () => {
    const [one, two] = [await pairOf(), await pairOf()];
    const before = [await recordOf(one.id), await recordOf(one.from)];
    await merge(one.id, one.from);
    await merge(two.id, one.id);
    expect((await full(two.id)).merged.map((each: Body) => each.id)).toEqual([one.id, one.from]);
    expect((await call('GET', `/patient/${one.from}`)).body.merged_into).toBe(one.id);
    expect((await unmerge(one.id, one.from)).status).toBe(410);
    expect((await unmerge(two.id, one.from)).body).toMatchObject({ code: 'merged', merged_into: one.id });
    expect((await ok('GET', `/invoice/${one.bill.id}`)).issued_to.id).toBe(one.from);
    expect((await unmerge(two.id, one.id)).status).toBe(200);
    expect((await ok('GET', `/invoice/${one.bill.id}`)).issued_to.id).toBe(one.from);
    expect((await unmerge(one.id, one.from)).status).toBe(200);
    expect([await recordOf(one.id), await recordOf(one.from)]).toEqual(before);
    expect((await full(two.id)).merged).toBeUndefined();
  });

  /** Records of which each was merged into the next one, the first with an appointment, a bill and a file. */
  async function chainOf(length: number, between: (pair: Awaited<ReturnType<typeof pairOf>>) => Promise<unknown>) {
    const pair = await pairOf();
    const ids = [pair.from, pair.id];
    while (ids.length <= length) ids.push((await make.patient()).id);
    const before = await Promise.all(ids.map(recordOf));
    for (let n = 1; n < ids.length; n++) {
      await merge(ids[n] as string, ids[n - 1] as string);
      if (n === 1) await between(pair);
    }
    const undo = (n: number) => unmerge(ids[n] as string, ids[n - 1] as string);
    return { ...pair, ids, before, undo };
  }
  const nothing = () => Promise.resolve();

  it.each([3, 4])('undoes a chain of %i merges from its end, and one that is made again', async (length) => {
    const { ids, before, undo } = await chainOf(length, nothing);
    for (let n = length; n > 1; n--) expect((await undo(n)).status, `${n}`).toBe(200);
    for (const n of [2, 3]) await merge(ids[n] as string, ids[n - 1] as string);
    for (const n of [3, 2, 1]) expect((await undo(n)).status, `${n}`).toBe(200);
    expect(await Promise.all(ids.map(recordOf))).toEqual(before);
  });

  it('refuses in a chain what was changed between two merges, and only that', async () => {
    const { bill, undo } = await chainOf(3, ({ bill }) => pay(bill.id, 1));
    for (const n of [3, 2]) expect((await undo(n)).status, `${n}`).toBe(200);
    const { status, body } = await undo(1);
    const detail = `Since the merge these have changed: invoice ${bill.id}`;
    expect([status, body]).toEqual([409, { detail, code: 'changed_since' }]);
  });

  it('refuses in a chain what was changed between two undos', async () => {
    const { visit, undo } = await chainOf(3, nothing);
    expect((await undo(3)).status).toBe(200);
    await ok('PATCH', `/calendar/appointments/${visit.id}`, { json: { type: 'IPD' } });
    const { status, body } = await undo(2);
    const detail = `Since the merge these have changed: appointment ${visit.id}`;
    expect([status, body]).toEqual([409, { detail, code: 'changed_since' }]);
  });

  it('keeps those who were merged into the patient besides', async () => {
    const { id, from } = await pairOf({ last_name: unique('A') });
    const other = await make.patient({ last_name: unique('B') });
    await merge(id, from);
    await merge(id, other.id);
    expect((await unmerge(id, from)).status).toBe(200);
    expect((await full(id)).merged.map((each: Body) => each.id)).toEqual([other.id]);
    expect((await ok('GET', `/patient/?search=${other.last_name}`)).map((one: Body) => one.id)).toEqual([id]);
  });
});

describe('A merge is not undone once', () => {
  type Pair = Awaited<ReturnType<typeof pairOf>>;
  const changes: Record<string, [change: (pair: Pair) => Promise<unknown>, named: (pair: Pair) => string]> = {
    'an appointment that moved was changed': [
      ({ visit }) => ok('PATCH', `/calendar/appointments/${visit.id}`, { json: { type: 'IPD' } }),
      ({ visit }) => `appointment ${visit.id}`,
    ],
    'a bill that moved was paid': [({ bill }) => pay(bill.id, 1), ({ bill }) => `invoice ${bill.id}`],
    'a file that moved was deleted': [
      ({ scan }) => ok('DELETE', `/static/delete_file/${scan.id}`),
      ({ scan }) => `file ${scan.id}`,
    ],
    'an appointment that moved was billed': [
      async (pair) => {
        pair.bill = await make.invoice({ patient_id: pair.id, appointment_id: pair.visit.id });
      },
      ({ bill }) => `invoice ${bill.id}`,
    ],
    'a field that it filled was changed': [({ id }) => patch(id, { dob: '1990-01-01' }), () => 'dob'],
  };

  it.each(Object.entries(changes))('%s: 409 names it, and nothing changes', async (_, [change, named]) => {
    const pair = await pairOf({ dob: null });
    await merge(pair.id, pair.from);
    await change(pair);
    const before = await recordOf(pair.id);
    const { status, body } = await unmerge(pair.id, pair.from);
    const detail = `Since the merge these have changed: ${named(pair)}`;
    expect([status, body]).toEqual([409, { detail, code: 'changed_since' }]);
    expect(await recordOf(pair.id)).toEqual(before);
    expect((await call('GET', `/patient/${pair.from}`)).status).toBe(410);
  });

  it('30 days have passed', async () => {
    const { id, from } = await pairOf();
    await merge(id, from);
    const age = (ms: number) =>
      rows('UPDATE patient_merge SET created_at = created_at - ? WHERE merged_id = ?', ms, from);
    await age(30 * 86_400_000);
    const { status, body } = await unmerge(id, from);
    expect([status, body]).toEqual([400, refusal('too_late')]);
    await age(-60_000);
    expect((await unmerge(id, from)).status).toBe(200);
  });

  it('more than five things have changed: it names five', async () => {
    const { id, from } = await pairOf();
    for (let n = 0; n < 6; n++) await make.invoice({ patient_id: from, status: 'ISSUED' });
    await merge(id, from);
    const { data } = await ok('GET', `/invoice/?patient_id=${id}`);
    for (const bill of data) await pay(bill.id, 1);
    const { body } = await unmerge(id, from);
    expect(body.detail).toMatch(
      /^Since the merge these have changed: (invoice [0-9a-f-]{36}, ){4}invoice [0-9a-f-]{36} and others$/,
    );
  });
});

describe('A national id that the patient was given since', () => {
  let pair: Awaited<ReturnType<typeof pairOf>>;
  beforeAll(async () => {
    const national_id = unique('ID2');
    pair = await pairOf({ national_id: unique('ID3') }, { national_id });
    await merge(pair.id, pair.from);
    await patch(pair.id, { national_id });
  });

  it('keeps the other record from coming back', async () => {
    const refused = await unmerge(pair.id, pair.from);
    expect([refused.status, refused.body]).toEqual([400, duplicate('national_id')]);
    expect(accessOf(refused)).toMatchObject([{ action: 'search', entity: 'patient', patient_id: pair.id, count: 1 }]);
    expect((await call('GET', `/patient/${pair.from}`)).status).toBe(410);
    expect(input.patient().first_name).toBe('Anna');
  });
});
