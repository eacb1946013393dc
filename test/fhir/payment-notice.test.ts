import { describe, expect, it } from 'vitest';
import { call, ok, type Result } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { found, get, idsOf, pagesOf } from '../support/fhir/client';
import { expectRefusals, looksOf } from '../support/fhir/promises';
import { input } from '../support/input';

const pay = async (overrides = {}, invoice?: string) => {
  const id = invoice ?? (await make.invoice({ status: 'ISSUED' })).id;
  return ok('POST', `/invoice/${id}/payments`, { json: input.payment(overrides) });
};
const PAID = { system: 'http://terminology.hl7.org/CodeSystem/paymentstatus', code: 'paid' };
const SYSTEM = SYSTEMS['receipt-number'];

describe('PaymentNotice as a resource', () => {
  it('says what was paid, when and how', async () => {
    const paid = await pay({ amount: 12.34, method: 'card', paid_at: '2026-11-01T23:30:00-05:00' });
    const { body } = await get(`PaymentNotice/${paid.id}`, { env: { HOSPITAL_NAME: 'Ocean Clinic' } });
    expect(body).toEqual({
      resourceType: 'PaymentNotice',
      id: paid.id,
      meta: { versionId: '1', lastUpdated: paid.created_at },
      identifier: [{ use: 'official', system: SYSTEM, value: paid.receipt_number }],
      status: 'active',
      request: { reference: `Invoice/${paid.invoice_id}` },
      created: expect.stringMatching(/Z$/),
      payment: { display: `card ${paid.receipt_number}` },
      paymentDate: '2026-11-02',
      recipient: { display: 'Ocean Clinic' },
      amount: { value: 12.34, currency: 'USD' },
      paymentStatus: { coding: [PAID] },
    });
    expect(Date.parse(body.created)).toBe(Date.parse(paid.created_at));
  });

  it('has a negative amount for a refund, and says that nobody knows what the hospital is called', async () => {
    const { invoice_id } = await pay({ amount: 30 });
    const refund = await pay({ amount: -10, paid_at: '2026-11-03', reference: null, note: null }, invoice_id);
    const { body } = await get(`PaymentNotice/${refund.id}`);
    expect(body).toMatchObject({ amount: { value: -10 }, paymentDate: '2026-11-03' });
    expect(body.paymentStatus).toEqual({ coding: [PAID], text: 'refund' });
    expect(body.recipient).toEqual({
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
    });
  });

  it('does not call a correction a refund', async () => {
    const { id, patient_id } = await make.invoice({ status: 'DRAFT', paid_amount: 20 });
    await ok('PUT', `/invoice/${id}`, { json: { patient_id, paid_amount: 5 } });
    const answered = await found(`PaymentNotice?request=Invoice/${id}`);
    expect(answered.map(({ amount, paymentStatus }) => [amount.value, paymentStatus.text])).toEqual([
      [20, undefined],
      [-15, undefined],
    ]);
  });
});

describe('A search for payments', () => {
  it('finds by each parameter, and brings the invoice', async () => {
    const paid = await pay();
    await pay();
    const of = `request=${paid.invoice_id}`;
    const searches = [
      `_id=${paid.id}`,
      `identifier=${paid.receipt_number}`,
      `identifier=${SYSTEM}|${paid.receipt_number}`,
      of,
      `request=Invoice/${paid.invoice_id}`,
      `request:Invoice=${paid.invoice_id}&created=${paid.created_at.slice(0, 10)}`,
      `created=${paid.created_at}&${of}`,
      `${of}&_lastUpdated=ge2026`,
    ];
    for (const search of searches) expect(await idsOf(`PaymentNotice?${search}`), search).toEqual([paid.id]);
    expect(await idsOf(`PaymentNotice?created=lt2020`)).toEqual([]);
    expect(await idsOf(`PaymentNotice?identifier=RCP-${Number(paid.receipt_number.slice(4))}`)).toEqual([]);
    const both = await found(`PaymentNotice?${of}&_include=PaymentNotice:request`);
    expect(both.map(({ resourceType }) => resourceType)).toEqual(['PaymentNotice', 'Invoice']);
  });

  it('pages by next, in the order of time', async () => {
    const first = await pay({ amount: 1 });
    const second = await pay({ amount: 2 }, first.invoice_id);
    const ids = async (search: string) => (await pagesOf(search)).map(([one]) => one.id);
    const both = [first.id, second.id];
    expect(await ids(`PaymentNotice?request=${first.invoice_id}&_count=1`)).toEqual(both);
    const since = `created=ge${first.created_at}`;
    expect((await ids(`PaymentNotice?${since}&_count=1`)).filter((id) => both.includes(id))).toEqual(both);
    const { cost } = await get(`PaymentNotice?${since}&_count=1`);
    expect([cost.trips, cost.rows_read < 12]).toEqual([1, true]);
  });
});

describe('Who reads payments', () => {
  it('is on record, by the patient', async () => {
    const { id, invoice_id } = await pay();
    const { patient_id } = await ok('GET', `/invoice/${invoice_id}`);
    expect(looksOf(await get(`PaymentNotice/${id}`))).toEqual([['invoice', 'read', invoice_id, [patient_id]]]);
    const listed: Result = await get(`PaymentNotice?request=${invoice_id}`);
    expect(looksOf(listed)).toEqual([['invoice', 'list', null, [patient_id]]]);
  });

  it('is refused what is not there, and without a permission', async () => {
    const { id } = await pay();
    await expectRefusals(`PaymentNotice/${id}`);
    expect((await call('GET', `/fhir/r4/PaymentNotice/${id}/_history/2`)).status).toBe(404);
  });
});
