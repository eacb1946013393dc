import { describe, expect, it } from 'vitest';
import { call, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { putInvoice, unchanged } from '../support/invoices';
import { trail } from '../support/rows';

const insurance = { name: 'Ocean Mutual', kind: 'insurance', member_number: 'OM-42', tax_id: null };
const employer = { name: 'Harbour Ltd', kind: 'employer', member_number: null, tax_id: 'DE123456789' };

const insured = await make.patient({ payer: insurance });
const alone = await make.patient();
const of = (json: object) => make.invoice({ patient_id: insured.id, ...json });
const patch = (id: string, json: object) => call('PATCH', `/invoice/${id}`, { json });

describe('The payer of an invoice', () => {
  it('is the one of the patient, unless it says another one or nobody', async () => {
    expect((await of({})).payer).toEqual(insurance);
    expect((await of({ payer: employer })).payer).toEqual(employer);
    expect(await of({ payer: null })).not.toHaveProperty('payer');
    expect(await of({ patient_id: alone.id })).not.toHaveProperty('payer');
  });

  it('is copied in the round trip that creates the invoice, and stays when the patient gets another', async () => {
    const patient = await make.patient({ payer: insurance });
    const json = input.invoice({ patient_id: patient.id, status: 'ISSUED' });
    const { body, cost } = await call('POST', '/invoice/', { json });
    expect([cost.trips, body.payer]).toEqual([1, insurance]);
    await ok('PATCH', `/patient/${patient.id}`, { json: { payer: employer } });
    expect((await ok('GET', `/invoice/${body.id}`)).payer).toEqual(insurance);
  });

  it('has a name and a kind', async () => {
    const json = input.invoice({ patient_id: alone.id, payer: { name: '', member_number: 7 } });
    const { status, body } = await call('POST', '/invoice/', { json });
    const places = body.detail.map(({ loc }: { loc: string[] }) => loc.slice(2).join('.'));
    expect([status, places]).toEqual([422, ['name', 'kind', 'member_number']]);
  });

  it('may change as long as the invoice is a DRAFT', async () => {
    const { id } = await of({});
    expect((await patch(id, { payer: employer })).body.payer).toEqual(employer);
    expect((await patch(id, { discount_percent: 1 })).body.payer).toEqual(employer);
    expect((await putInvoice(id, { patient_id: insured.id, payer: null })).body).not.toHaveProperty('payer');
    expect(await ok('GET', `/invoice/${id}`)).not.toHaveProperty('payer');
    expect(await trail(id)).toEqual(['create 1', 'update 2 payer', 'update 3 discount_percent', 'update 4 payer']);
  });

  it('is that of the new patient where a DRAFT gets one, unless it is sent', async () => {
    const { id } = await of({});
    expect((await patch(id, { patient_id: alone.id })).body).not.toHaveProperty('payer');
    expect((await patch(id, { patient_id: insured.id })).body.payer).toEqual(insurance);
    const { body } = await patch(id, { patient_id: alone.id, payer: employer });
    expect([body.payer, (await ok('GET', `/invoice/${id}`)).payer]).toEqual([employer, employer]);
  });

  it('stays once it is issued', async () => {
    const issued = await of({ status: 'ISSUED' });
    const same = await putInvoice(issued.id, unchanged(issued));
    expect([same.status, same.body.payer]).toEqual([200, insurance]);
    for (const payer of [null, employer, { ...insurance, member_number: null }]) {
      const { status, body } = await putInvoice(issued.id, { patient_id: insured.id, payer });
      const message = 'An invoice that has left DRAFT is a document; these fields cannot change: payer';
      expect([status, body]).toEqual([400, refusal('not_editable', message)]);
    }
  });
});
