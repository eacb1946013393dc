import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { fileOf, makePng, PNG, uploadForm } from '../support/files';
import { ask } from '../support/full-text';
import { input } from '../support/input';
import { contradictions } from '../support/invariants';
import { merge, pairOf, unmerge } from '../support/merges';
import { pay } from '../support/payments';
import { count } from '../support/rows';

const AT_ONCE = 50;
const all = <T>(n: number, one: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => one(i)));
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))].sort();

describe('At once,', () => {
  it(`${AT_ONCE} merges of the same two are one`, async () => {
    const { id, from } = await pairOf();
    const answers = await all(AT_ONCE, () => merge(id, from));
    expect(statuses(answers)).toEqual([200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await count('patient_merge WHERE merged_id = ?', from)).toBe(1);
    const undone = await all(AT_ONCE, () => unmerge(id, from));
    expect(statuses(undone)).toEqual([200]);
    expect(await ok('GET', `/patient/${from}`)).toMatchObject({ id: from });
  });

  it('of merges in both directions one takes place', async () => {
    const { id, from } = await pairOf();
    const answers = await all(AT_ONCE, (i) => (i % 2 ? merge(id, from) : merge(from, id)));
    expect(statuses(answers)).toEqual([200, 410]);
    const live = await Promise.all([id, from].map((one) => call('GET', `/patient/${one}`)));
    expect(live.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it(`merges of ${AT_ONCE} records into one patient all take place, or say that others were faster`, async () => {
    const { id } = await make.patient();
    const others = await all(AT_ONCE, () => make.patient());
    const bills = await all(AT_ONCE, (i) => make.invoice({ patient_id: others[i]?.id }));
    const answers = await all(AT_ONCE, (i) => merge(id, others[i]?.id));
    for (const [i, { status }] of answers.entries()) {
      expect([200, 409]).toContain(status);
      const owner = (await ok('GET', `/invoice/${bills[i]?.id}`)).patient_id;
      expect(owner).toBe(status === 200 ? id : others[i]?.id);
    }
    const merged = answers.filter(({ status }) => status === 200).length;
    expect((await ok('GET', `/patient/${id}?view=full`)).merged).toHaveLength(merged);
    expect(merged).toBeGreaterThan(10);
  });

  it('nothing that is written to the other record is left with it', async () => {
    const { id, from, visit, bill } = await pairOf();
    const doctor = await make.doctor();
    const department = await make.department();
    const ids = { patient_id: from, doctor_id: doctor.id, department_id: department.id };
    const writes: ((i: number) => Promise<{ status: number; body: Body }>)[] = [
      () => call('POST', '/appointment/', { json: input.appointment(ids) }),
      () => call('POST', '/invoice/', { json: input.invoice({ patient_id: from }) }),
      () => uploadForm({ entity_id: from, file: fileOf(PNG, 'scan.png') }),
      () => pay(bill.id, 1),
      (i) => call('PATCH', `/calendar/appointments/${visit.id}`, { json: { type: `T${i}` } }),
      (i) => call('PUT', `/invoice/${bill.id}`, { json: { patient_id: from, tags: [`t${i}`] } }),
      (i) => call('PATCH', `/patient/${from}`, { json: { middle_name: `M${i}` } }),
      () => call('POST', '/invoice/', { json: input.invoice({ patient_id: from, appointment_id: visit.id }) }),
    ];
    const [written, merged] = await Promise.all([
      all(AT_ONCE, (i) => (writes[i % writes.length] as (typeof writes)[number])(i)),
      new Promise((after) => setTimeout(after, 30)).then(() => merge(id, from)),
    ]);
    expect(merged.status).toBe(200);
    for (const [i, { status, body }] of written.entries()) {
      const what = `${i % writes.length} ${status} ${JSON.stringify(body)}`;
      expect([200, 201, 404, 409, 410], what).toContain(status);
    }
    for (const table of ['appointment', 'invoice']) expect(await count(`${table} WHERE patient_id = ?`, from)).toBe(0);
    expect(await count('file WHERE entity_id = ?', from)).toBe(0);
    const made = (path: RegExp) =>
      written.filter(({ status }, i) => status === 201 && path.test(String(i % writes.length)));
    expect(await count('appointment WHERE patient_id = ?', id)).toBe(1 + made(/0/).length);
    expect(await count('invoice WHERE patient_id = ?', id)).toBe(1 + made(/[17]/).length);
    expect(await count('file WHERE entity_id = ?', id)).toBe(2 + made(/2/).length);
    expect((await ok('GET', `/invoice/${bill.id}`)).paid_amount).toBe(bill.paid_amount + made(/3/).length);
  });

  it('nothing that is written to the patient is lost', async () => {
    const { id, from } = await pairOf({ phone_number: null });
    const [patched, merged] = await Promise.all([
      all(20, (i) => call('PATCH', `/patient/${id}`, { json: i % 2 ? { first_name: 'Eva' } : { last_name: 'Ek' } })),
      merge(id, from),
    ]);
    expect(merged.status).toBe(200);
    for (const { status } of patched) expect([200, 409]).toContain(status);
    const after = await ok('GET', `/patient/${id}?view=full`);
    expect(after).toMatchObject({ first_name: 'Eva', last_name: 'Ek' });
    expect(after.merged).toHaveLength(1);
    expect(after.phone_number).not.toBeNull();
  });

  it('a merge and a delete of either leave no record behind', async () => {
    for (const which of ['id', 'from'] as const) {
      const pair = await pairOf();
      const [merged, deleted] = await Promise.all([
        merge(pair.id, pair.from),
        call('DELETE', `/patient/${pair[which]}`),
      ]);
      expect([`${merged.status} ${deleted.status}`], which).toEqual([
        expect.stringMatching(which === 'id' ? /^(200|404) 200$/ : /^(200 410|404 200)$/),
      ]);
      const left = await count(`appointment WHERE patient_id = ?`, merged.status === 200 ? pair.from : pair.id);
      expect(left).toBe(0);
    }
  });

  it('an undo and a payment: one is refused, or the bill is back with its payment', async () => {
    const { id, from, bill } = await pairOf();
    await merge(id, from);
    const [undone, paid] = await Promise.all([unmerge(id, from), all(10, () => pay(bill.id, 1))]);
    expect(statuses(paid)).toEqual([201]);
    expect([200, 409]).toContain(undone.status);
    const after = await ok('GET', `/invoice/${bill.id}`);
    expect(after).toMatchObject({ paid_amount: bill.paid_amount + 10, patient_id: undone.status === 200 ? from : id });
    await makePng(undone.status === 200 ? from : id);
  });

  it('nothing of all this contradicts itself', async () => {
    expect(await contradictions(ask)).toEqual([]);
  });
});
