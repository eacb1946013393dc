import { describe, expect, it } from 'vitest';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { found, get, idsOf, pagesOf } from '../support/fhir/client';
import { expectRefusals, looksOf } from '../support/fhir/promises';
import { rows } from '../support/rows';

const usd = (value: number) => ({ value, currency: 'USD' });

describe('Invoice as a resource', () => {
  it('has lines, discounts, taxes and totals', async () => {
    const made = await make.invoice({
      issue_date: '2026-11-20T10:00:00',
      due_date: '2026-12-20',
      status: 'WRITTEN_OFF',
      discount_percent: 10,
      discount_amount: 1,
      payer: { name: 'Ocean Mutual', kind: 'insurance' },
      tags: ['self  pay'],
      items: [
        { name: 'Consultation', code: 'CONS', quantity: 2, unit_price: 50, discount_percent: 1.1, tax_percent: 19 },
        { name: 'Bandage', quantity: 1.5, unit_price: 10, discount_amount: 5, tax_percent: 0 },
      ],
    });
    const { body, headers } = await get(`Invoice/${made.id}`);
    expect(headers.get('etag')).toBe('W/"1"');
    expect(body).toEqual({
      resourceType: 'Invoice',
      id: made.id,
      meta: {
        ...{ versionId: '1', lastUpdated: made.updated_at },
        tag: [{ system: SYSTEMS.tag, code: 'self pay', display: 'self  pay' }],
      },
      identifier: [{ use: 'official', system: SYSTEMS['invoice-number'], value: made.reg_number }],
      status: 'balanced',
      _status: {
        extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/originalText', valueString: 'WRITTEN_OFF' }],
      },
      subject: { reference: `Patient/${made.patient_id}` },
      recipient: { display: 'Ocean Mutual' },
      date: '2026-11-20T10:00:00Z',
      lineItem: [
        {
          sequence: 1,
          chargeItemCodeableConcept: {
            coding: [{ system: SYSTEMS.catalog, code: 'CONS' }],
            text: 'Consultation',
          },
          priceComponent: [
            { type: 'base', factor: 2, amount: usd(50) },
            { type: 'discount', factor: 0.011 },
            { type: 'tax', factor: 0.19 },
          ],
        },
        {
          sequence: 2,
          chargeItemCodeableConcept: { text: 'Bandage' },
          priceComponent: [
            { type: 'base', factor: 1.5, amount: usd(10) },
            { type: 'discount', amount: usd(5) },
            { type: 'tax', factor: 0 },
          ],
        },
      ],
      totalPriceComponent: [
        { type: 'discount', factor: 0.1 },
        { type: 'discount', amount: usd(1) },
        { type: 'tax', factor: 0, amount: usd(0) },
        { type: 'tax', factor: 0.19, amount: usd(made.tax_amount) },
      ],
      totalNet: usd(Math.round((made.total_amount - made.tax_amount) * 100) / 100),
      totalGross: usd(made.total_amount),
      paymentTerms: 'Due 2026-12-20',
    });
  });

  it('has no more than an invoice without lines and taxes says', async () => {
    const made = await make.invoice({ items: [], due_date: null, issue_date: '2026-11-20' });
    expect((await get(`Invoice/${made.id}`)).body).toEqual({
      resourceType: 'Invoice',
      id: made.id,
      meta: { versionId: '1', lastUpdated: made.updated_at },
      identifier: [{ use: 'official', system: SYSTEMS['invoice-number'], value: made.reg_number }],
      status: 'draft',
      subject: { reference: `Patient/${made.patient_id}` },
      date: '2026-11-20',
      totalNet: usd(0),
      totalGross: usd(0),
    });
  });

  it.each([
    ['DRAFT', 'draft', false],
    ['ISSUED', 'issued', false],
    ['PARTIALY_PAID', 'issued', true],
    ['PAID', 'balanced', false],
    ['VOID', 'cancelled', false],
  ])('%s is %s', async (status, code, isToldApart) => {
    const { id } = await make.invoice({ status, items: [] });
    const { body } = await get(`Invoice/${id}`);
    expect([body.status, '_status' in body]).toEqual([code, isToldApart]);
  });
});

describe('A search for invoices', () => {
  it('finds by each parameter, and brings the patient', async () => {
    const made = await make.invoice({ status: 'PARTIALY_PAID', items: [], issue_date: '2026-03-04T23:00:00' });
    await make.invoice({ status: 'ISSUED', items: [], issue_date: '2026-03-05' });
    const of = `patient=${made.patient_id}`;
    const searches = [
      `_id=${made.id}`,
      `identifier=${SYSTEMS['invoice-number']}|${made.reg_number}`,
      of,
      `subject=Patient/${made.patient_id}`,
      `subject:Patient=${made.patient_id}`,
      `date=2026-03-04`,
      `${of}&date=ge2026-03&date=lt2026-04`,
      `${of}&status=issued,draft`,
      `${of}&status=http://hl7.org/fhir/invoice-status|issued`,
      `${of}&_lastUpdated=ge2026`,
    ];
    for (const search of searches) expect(await idsOf(`Invoice?${search}`), search).toEqual([made.id]);
    expect(await idsOf(`Invoice?${of}&status=balanced`)).toEqual([]);
    // A member of every object, and no code.
    expect(await idsOf('Invoice?status=constructor')).toEqual([]);
    for (const include of ['subject', 'patient'])
      expect(
        (await found(`Invoice?${of}&_include=Invoice:${include}`)).map(({ resourceType, id }) => [resourceType, id]),
      ).toEqual([
        ['Invoice', made.id],
        ['Patient', made.patient_id],
      ]);
  });

  it('pages by next, of one status by its index', async () => {
    const { patient_id, id } = await make.invoice({ items: [] });
    const other = await make.invoice({ patient_id, items: [] });
    const pages = await pagesOf(`Invoice?patient=${patient_id}&_count=1`);
    expect(pages.flat().map((one) => one.id)).toEqual([id, other.id]);
    expect(pages.map(({ length }) => length)).toEqual([1, 1]);
    const { cost } = await get(`Invoice?status=draft&_count=1`);
    expect(cost.trips).toBe(1);
    expect(cost.rows_read).toBeLessThan(10);
  });

  it('finds an invoice once, however often its patient is named', async () => {
    const { patient_id, id } = await make.invoice({ items: [] });
    expect(await idsOf(`Invoice?patient=${patient_id},Patient/${patient_id}`)).toEqual([id]);
  });
});

describe('Who reads invoices', () => {
  it('is on record', async () => {
    const { patient_id, id } = await make.invoice({ items: [] });
    expect(looksOf(await get(`Invoice/${id}`))).toEqual([['invoice', 'read', id, [patient_id]]]);
    const [[entity, action, , patients] = []] = looksOf(await get(`Invoice?_id=${id}`));
    expect([entity, action, patients]).toEqual(['invoice', 'list', [patient_id]]);
  });

  it('is refused what is not there, and without a permission', async () => {
    const { id } = await make.invoice({ items: [] });
    await expectRefusals(`Invoice/${id}`);
    await rows('UPDATE invoice SET deleted_at = 1 WHERE id = ?', id);
    expect((await get(`Invoice/${id}`)).status).toBe(410);
  });

  it('still reads those of a deleted patient', async () => {
    const patient = await make.patient();
    const { id } = await make.invoice({ patient_id: patient.id, items: [] });
    await rows('UPDATE patient SET deleted_at = 1 WHERE id = ?', patient.id);
    expect((await get(`Invoice/${id}`)).status).toBe(200);
    expect(await idsOf(`Invoice?patient=${patient.id}&_include=Invoice:patient`)).toEqual([id]);
  });
});
