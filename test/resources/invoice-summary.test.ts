import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { input } from '../support/input';

let patient: Body;
let [anna, bo]: Body[] = [];

beforeAll(async () => {
  patient = await ok('POST', '/patient/', { json: input.patient() });
  [anna, bo] = await Promise.all([1, 2].map(() => ok('POST', '/doctor/', { json: input.doctor() })));
});

const bill = (json: Record<string, unknown>) =>
  ok('POST', '/invoice/', {
    json: { patient_id: patient.id, status: 'ISSUED', issue_date: '2031-03-04T10:00:00', ...json },
  });
const summary = (query: string) => ok('GET', `/invoice/summary?${query}`);

describe('GET /invoice/summary', () => {
  it('shares discounts and taxes by the lines of a doctor', async () => {
    await bill({
      discount_amount: 1,
      tax_included: false,
      items: [
        { name: 'Visit', unit_price: 10, doctor_id: anna?.id },
        { name: 'Visit', unit_price: 10, doctor_id: bo?.id },
        { name: 'Cream', unit_price: 10, tax_percent: 19 },
      ],
    });
    const { total, rows } = await summary('from=2031-03-04&to=2031-03-04&group_by=doctor');
    // 1.00 off 30.00: 0.67 of the 20.00 without a tax, 0.33 of the cream, whose 9.67 have 1.84 of tax.
    expect(total).toEqual({
      ...{ invoices: 1, lines: 3, net_amount: 29, tax_amount: 1.84, total_amount: 30.84 },
      ...{ credited_amount: 0, earned_amount: 30.84 },
    });
    expect(rows.map(({ doctor, total_amount, tax_amount }: Body) => [doctor?.id, total_amount, tax_amount])).toEqual([
      [undefined, 11.51, 1.84],
      [anna?.id, 9.67, 0],
      [bo?.id, 9.66, 0],
    ]);
  });

  it('answers nothing of days without bills', async () => {
    for (const group of ['doctor', 'service', 'day']) {
      const { status, body } = await call('GET', `/invoice/summary?from=2020-01-01&to=2020-01-31&group_by=${group}`);
      expect([status, body.rows, body.total.invoices]).toEqual([200, [], 0]);
    }
  });
});
