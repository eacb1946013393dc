import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { rows } from '../support/rows';

let patient: Body;
let [anna, bo]: Body[] = [];

beforeAll(async () => {
  patient = await make.patient();
  [anna, bo] = await Promise.all([make.doctor(), make.doctor()]);
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

  it('leaves out what was no bill, and has bills without lines in days alone', async () => {
    const items = [{ name: 'Scan', unit_price: 10 }];
    for (const status of ['DRAFT', 'VOID', 'ISSUED', 'WRITTEN_OFF'])
      await bill({ issue_date: '2031-04-01', status, items });
    await bill({ issue_date: '2031-04-01', items: [] });
    const { total, rows } = await summary('from=2031-04-01&to=2031-04-02');
    expect(rows).toEqual([{ date: '2031-04-01', ...total }]);
    expect([total.invoices, total.lines, total.earned_amount]).toEqual([3, 2, 20]);
    const byService = await summary('from=2031-04-01&to=2031-04-01&group_by=service');
    expect(byService.rows).toMatchObject([{ invoices: 2, total_amount: 20 }]);
  });

  it('counts a credit note on its own day, and forgets it with an invoice that becomes VOID', async () => {
    const { id } = await bill({
      issue_date: '2031-05-01',
      items: [{ name: 'Visit', unit_price: 10, doctor_id: bo?.id }],
    });
    await ok('POST', `/invoice/${id}/credit-note`, { json: { amount: 4, reason: 'Too long a wait' } });
    const credited = async () =>
      (await summary('group_by=doctor')).rows.map(({ doctor, credited_amount, earned_amount }: Body) => [
        ...[doctor?.id, credited_amount, earned_amount],
      ]);
    expect(await credited()).toEqual([[bo?.id, 4, -4]]);
    expect((await summary('from=2031-05-01&to=2031-05-01')).total).toMatchObject({
      credited_amount: 0,
      earned_amount: 10,
    });
    await ok('PUT', `/invoice/${id}`, { json: { patient_id: patient.id, status: 'VOID' } });
    expect(await credited()).toEqual([]);
  });

  it('names a service as the last bill does, with its quantity, and a doctor who has been deleted', async () => {
    const item = await make.catalogItem({ name: 'Old', default_price: 5 });
    const former = await make.doctor();
    const line = { catalog_id: item.id, doctor_id: former.id };
    await bill({ issue_date: '2031-06-02', items: [{ ...line, name: 'New', quantity: 1.5 }] });
    await bill({
      issue_date: '2031-06-01',
      items: [
        { ...line, quantity: 2 },
        { name: 'Old', unit_price: 1 },
      ],
    });
    await ok('DELETE', `/doctor/${former.id}`);
    const services = await summary('from=2031-06-01&to=2031-06-30&group_by=service');
    expect(services.rows.map(({ service, quantity }: Body) => [service.name, quantity])).toEqual([
      ['New', 3.5],
      ['Old', 1],
    ]);
    const doctors = await summary('from=2031-06-01&to=2031-06-30&group_by=doctor');
    expect(doctors.rows[0].doctor).toMatchObject({ id: former.id, last_name: former.last_name });
  });

  it('is a table without patients, one trip, and for whoever may have the cash report', async () => {
    await bill({ issue_date: '2031-07-01', items: [{ name: 'Scan', code: 'S', unit_price: 10 }] });
    const path = '/invoice/summary?from=2031-07-01&to=2031-07-01&group_by=';
    for (const [group, table] of [
      [
        'service',
        'code,name,quantity,invoices,lines,net_amount,tax_amount,total_amount,credited_amount,earned_amount\r\nS,Scan,1,1,1,10,0,10,0,10\r\n',
      ],
      [
        'day',
        'date,invoices,lines,net_amount,tax_amount,total_amount,credited_amount,earned_amount\r\n2031-07-01,1,1,10,0,10,0,10\r\n',
      ],
      [
        'doctor',
        'doctor,first_name,last_name,invoices,lines,net_amount,tax_amount,total_amount,credited_amount,earned_amount\r\n,,,1,1,10,0,10,0,10\r\n',
      ],
    ]) {
      const { bytes, cost } = await call('GET', `${path}${group}&format=csv`, { as: 'billing' });
      expect([new TextDecoder().decode(bytes), cost.trips]).toEqual([table, 1]);
    }
    expect((await call('GET', `${path}day`, { as: 'doctor' })).status).toBe(403);
  });

  it('is refused where it is too much for one request', async () => {
    const refused = async (query: string) => {
      const { status, body } = await call('GET', `/invoice/summary?${query}`);
      return [status, body.detail[0].loc, body.detail[0].msg];
    };
    const at = ['query', 'to'];
    expect(await refused('from=2031-01-01&to=2032-02-05')).toEqual([422, at, 'A period should have at most 400 days']);
    const { id } = await bill({ issue_date: '2031-08-01', items: [{ name: 'Visit', unit_price: 30_000 }] });
    const day = Date.parse('2032-01-01T12:00Z');
    await rows(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 25001)
       INSERT INTO credit_note (id, invoice_id, items, discount_percent, amount, tax_amount, reason, created_at)
       SELECT 'note-' || n, ?, '[]', 0, 1, 0, 'x', ? FROM n`,
      id,
      day,
    );
    for (const group of ['doctor', 'service', 'day'])
      expect(await refused(`from=2032-01-01&to=2032-01-01&group_by=${group}`)).toEqual([
        ...[422, at, 'The period has more than 25000 bills: ask for fewer days'],
      ]);
    // As stored a line has no bound but that of D1: 1.9 MB each.
    for (let n = 0; n < 14; n++) {
      const { id } = await bill({ issue_date: '2031-09-01', items: [{ name: 'Visit', unit_price: 1 }] });
      await rows(`UPDATE invoice SET items = json_set(items, '$[0].name', ?) WHERE id = ?`, 'x'.repeat(1_840_000), id);
    }
    expect(await refused('from=2031-09-01&to=2031-09-01&group_by=service')).toEqual([
      ...[422, at, 'The bills of the period have too many lines: ask for fewer days'],
    ]);
  });

  it('answers nothing of days without bills', async () => {
    for (const group of ['doctor', 'service', 'day']) {
      const { status, body } = await call('GET', `/invoice/summary?from=2020-01-01&to=2020-01-31&group_by=${group}`);
      expect([status, body.rows, body.total.invoices]).toEqual([200, [], 0]);
    }
  });
});
