import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { databaseWith } from '../support/fakes';
import { postInvoice, putInvoice, unchanged } from '../support/invoices';

const unknown = '00000000-0000-4000-8000-00000000ffff';
const missing = refusal('reference_not_found', `Doctor not found: ${unknown}`);
const visit = { name: 'Visit', unit_price: 10 };

let [patient_id, anna, bo]: string[] = [];
beforeAll(async () => {
  const made = await Promise.all([make.patient(), make.doctor(), make.doctor()]);
  [patient_id, anna, bo] = made.map(({ id }) => id);
});

const bill = (items: object[], more = {}): Promise<Body> =>
  make.invoice({ patient_id, status: 'DRAFT', items, ...more });
const doctorsOf = ({ items }: Body) => items.map(({ doctor_id }: Body) => doctor_id);

describe('The doctor of a line', () => {
  it('is answered where there is one, and costs no trip', async () => {
    const items = [visit, { ...visit, doctor_id: anna }];
    const { status, body, cost } = await postInvoice({ patient_id, items });
    expect([status, doctorsOf(body), cost.trips]).toEqual([201, [undefined, anna], 1]);
    expect(body.items[0]).not.toHaveProperty('doctor_id');
    expect(await ok('GET', `/invoice/${body.id}`)).toEqual(body);
  });

  it('must be there, which is checked before any rule', async () => {
    const items = [{ ...visit, doctor_id: unknown, discount_amount: 20 }];
    const { id } = await bill([visit]);
    const patched = () => call('PATCH', `/invoice/${id}`, { json: { items } });
    for (const send of [
      () => postInvoice({ patient_id, items }),
      () => putInvoice(id, { patient_id, items }),
      patched,
    ]) {
      const { status, body } = await send();
      expect([status, body]).toEqual([404, missing]);
    }
  });

  it('may have been deleted since: what a draft has stays, and nobody else gets it', async () => {
    const { id: former } = await make.doctor();
    const draft = await bill([{ ...visit, doctor_id: former }]);
    await ok('DELETE', `/doctor/${former}`);
    const moved = await putInvoice(draft.id, { patient_id, items: [visit, { ...visit, doctor_id: former }] });
    expect([moved.status, doctorsOf(moved.body)]).toEqual([200, [former, former]]);
    expect((await postInvoice({ patient_id, items: [{ ...visit, doctor_id: former }] })).status).toBe(404);
    const issued = await putInvoice(draft.id, { patient_id, status: 'ISSUED' });
    expect([issued.status, doctorsOf(issued.body)]).toEqual([200, [former, former]]);
  });

  it('is a condition of the write: nobody deletes a doctor in between', async () => {
    for (const write of ['POST', 'PUT']) {
      const { id: former } = await make.doctor();
      const { id } = await bill([visit]);
      let calls = 0;
      const DB = databaseWith((session) => ({
        batch: async (statements: D1PreparedStatement[]) => {
          calls++;
          // The insert has no read before it, the update one.
          if (calls === (write === 'POST' ? 1 : 2)) await ok('DELETE', `/doctor/${former}`);
          return session.batch(statements);
        },
      }));
      const json = { patient_id, items: [{ ...visit, doctor_id: former }] };
      const { status, body } = await call(write, write === 'POST' ? '/invoice/' : `/invoice/${id}`, {
        json,
        env: { DB },
      });
      expect([status, body]).toEqual([404, refusal('reference_not_found', `Doctor not found: ${former}`)]);
    }
  });

  it('stays on a line that is sent in its place without it, and null takes it off', async () => {
    const draft = await bill([
      { ...visit, doctor_id: anna },
      { ...visit, doctor_id: bo },
    ]);
    const put = async (...items: object[]) => doctorsOf((await putInvoice(draft.id, { patient_id, items })).body);
    expect(await put(visit, visit)).toEqual([anna, bo]);
    expect(await put({ ...visit, unit_price: 12 }, { ...visit, doctor_id: null })).toEqual([anna, undefined]);
    expect(await put({ ...visit, name: 'X-ray' }, visit)).toEqual([undefined, undefined]);
    const patched = await call('PATCH', `/invoice/${draft.id}`, { json: { items: [{ ...visit, doctor_id: bo }] } });
    expect(doctorsOf(patched.body)).toEqual([bo]);
    expect(doctorsOf((await call('PATCH', `/invoice/${draft.id}`, { json: { tags: ['x'] } })).body)).toEqual([bo]);
  });

  it('stays on an issued invoice as the rest of it does', async () => {
    const item = await make.catalogItem();
    const catalog = { catalog_id: item.id };
    const issued = await bill([visit, { ...visit, doctor_id: anna }, { ...catalog, doctor_id: anna }], {
      status: 'ISSUED',
    });
    const same = [
      [visit, visit, catalog],
      [
        { ...visit, doctor_id: null },
        { ...visit, doctor_id: anna },
        { ...catalog, doctor_id: anna },
      ],
    ];
    for (const items of same) {
      const { status, body } = await putInvoice(issued.id, { patient_id, items });
      expect([status, doctorsOf(body)]).toEqual([200, [undefined, anna, anna]]);
    }
    expect((await putInvoice(issued.id, unchanged(issued))).status).toBe(200);
    for (const [at, doctor_id] of [
      [0, bo],
      [1, bo],
      [1, null],
      [2, null],
    ] as const) {
      const items = [visit, visit, catalog].map((line, i) => (i === at ? { ...line, doctor_id } : line));
      const { status, body } = await putInvoice(issued.id, { patient_id, items });
      expect([status, body.code]).toEqual([400, 'not_editable']);
    }
  });

  it('of a credit note is one of the invoice, or nobody', async () => {
    const { id } = await bill(
      [
        { ...visit, doctor_id: anna },
        { ...visit, doctor_id: bo },
      ],
      { status: 'ISSUED' },
    );
    const credit = (items: object[]) =>
      call('POST', `/invoice/${id}/credit-note`, { json: { items, reason: 'Not made' } });
    const { status, body } = await credit([{ ...visit, doctor_id: unknown }]);
    expect([status, body]).toEqual([404, missing]);
    expect(doctorsOf((await credit([{ ...visit, doctor_id: bo }])).body)).toEqual([bo]);
    expect(doctorsOf((await credit([visit])).body)).toEqual([undefined]);
  });
});
