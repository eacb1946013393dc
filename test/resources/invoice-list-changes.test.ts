import { describe, expect, it } from 'vitest';
import { ok } from '../support/client';
import { input } from '../support/input';
import { makeInvoices, ORDERS, TAGS } from '../support/invoice-list';
import { putInvoice, STATUSES, unchanged } from '../support/invoices';
import { expectList, type ListQuery } from '../support/list-reference';

const { records, patients, list } = await makeInvoices();

/** Replaces an invoice, in the records of the reference, too. */
async function change(i: number, fields: object): Promise<void> {
  const { status, body } = await putInvoice(records[i].id, { ...unchanged(records[i]), ...fields });
  expect(status).toBe(200);
  records[i] = body;
}

describe('The list of invoices follows a change', () => {
  const everywhere = async (more: ListQuery[] = []) => {
    await expectList(list, {});
    for (const status of STATUSES) await expectList(list, { equal: { status }, order_by: '-issue_date' });
    for (const tag of [...TAGS, 'new']) await expectList(list, { tags: [tag] });
    for (const query of more) await expectList(list, query);
  };
  const drafts = () => records.flatMap((record, i) => (record.status === 'DRAFT' ? [i] : []));

  it('of status and tags', async () => {
    const [a, b, c] = drafts() as [number, number, number];
    await change(a, { status: 'ISSUED', tags: ['new'] });
    await change(b, { status: 'VOID', tags: [] });
    await change(c, { tags: [...TAGS].reverse() });
    await everywhere();
    await change(c, { tags: ['new', 'all'], status: 'WRITTEN_OFF' });
    await everywhere([{ tags: ['new', 'all'] }, { tags: ['new'], equal: { status: 'ISSUED' } }]);
  });

  it('of items, dates and patient', async () => {
    const [a] = drafts() as [number];
    const items = [{ name: 'Zebra crossing', code: 'Z-1', unit_price: 7 }];
    await change(a, {
      items,
      due_date: null,
      issue_date: '2030-01-01T00:00',
      patient_id: patients[2].id,
      appointment_id: null,
    });
    await everywhere([
      ...['zebra', 'z1 chloe', 'blood'].map((search) => ({ search })),
      ...[0, 1, 2].map((i) => ({ equal: { patient_id: patients[i].id } })),
      ...ORDERS.map((order_by) => ({ order_by })),
    ]);
  });

  it('of the name of a patient', async () => {
    const [, , , patient] = patients;
    const json = input.patient({ first_name: 'Renamed', middle_name: null, last_name: 'Person' });
    await ok('PUT', `/patient/${patient.id}`, { json });
    Object.assign(patient, json);
    expect((await expectList(list, { search: 'renamed' })).total).toBeGreaterThan(5);
    expect((await expectList(list, { search: 'person blood' })).total).toBeGreaterThan(0);
    expect((await ok('GET', '/invoice/?search=nunez')).total).toBe(0);
  });

  it('of a deleted patient in nothing: what is owed is still found', async () => {
    const patient = patients[4];
    const { id, reg_number } = patient;
    const json = input.patient({ first_name: 'Boel', middle_name: 'Mia', last_name: 'Annasson-Ek' });
    await ok('PUT', `/patient/${id}`, { json });
    Object.assign(patient, json);
    await ok('DELETE', `/patient/${id}`);

    const number = reg_number.replace('-', '').toLowerCase();
    for (const search of ['boel', 'mia', 'annasson', 'BOE ann', 'ek blood', reg_number, number, number.slice(3)]) {
      expect((await expectList(list, { search })).total, search).toBeGreaterThan(0);
      await expectList(list, { search, equal: { patient_id: id }, order_by: '-total_amount' });
      for (const status of STATUSES) await expectList(list, { search, equal: { status }, order_by: '-due_date' });
      await expectList(list, { search, tags: ['even'], order_by: 'issue_date', limit: 2, offset: 1 });
      expect(await ok('GET', `/patient/?search=${encodeURIComponent(search)}`), search).not.toContainEqual(
        expect.objectContaining({ id }),
      );
    }
    for (const search of ['46701234567', '186110']) {
      expect((await expectList(list, { search })).total).toBe(0);
      expect((await expectList(list, { search, equal: { patient_id: id } })).total).toBe(0);
    }
    expect((await ok('GET', `/invoice/?search=bo&patient_id=${id}`)).total, 'the name before').toBeGreaterThan(0);
    expect((await ok('GET', `/invoice/?search=nobody&patient_id=${id}`)).total).toBe(0);
    await everywhere([{ search: 'blood' }, { search: 'anna' }, { search: 'anna therapy' }]);
  });
});
