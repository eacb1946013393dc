import { describe, expect, it } from 'vitest';
import { type Body, call, faults, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { moneyOf, pay } from '../support/payments';
import { trail } from '../support/rows';

const patch = (id: string, json: unknown, headers: Record<string, string> = {}): Promise<Result> =>
  call('PATCH', `/invoice/${id}`, { json, headers: { 'content-type': 'application/merge-patch+json', ...headers } });

/** What differs between two records, but for the time of the update. */
const changes = (before: Body, after: Body) =>
  Object.keys(after).filter(
    (key) => key !== 'updated_at' && JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  );

describe('PATCH of a draft invoice', () => {
  it.each([
    [{ due_date: '2027-02-01' }, ['due_date']],
    [{ due_date: null }, ['due_date']],
    [{ tags: ['insured'] }, ['tags']],
    [{ status: 'ISSUED' }, ['status']],
    [{ status: null, issue_date: null }, []],
    [{ discount_percent: 10 }, ['discount_percent', 'remaining_amount', 'total_amount']],
    [{ paid_amount: 30 }, ['paid_amount', 'remaining_amount']],
    [{ items: [{ name: 'X-ray', unit_price: 70 }] }, ['items', 'subtotal', 'remaining_amount', 'total_amount']],
    [{ items: [] }, ['items', 'subtotal', 'remaining_amount', 'total_amount']],
    [{}, []],
    [{ unknown: 1, subtotal: 5 }, []],
  ])('with %j changes only %j', async (json, changed) => {
    const invoice = await make.invoice();
    const { status, body, headers, cost } = await patch(invoice.id, json);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(changes(invoice, body).sort()).toEqual([...changed].sort());
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(body);
    const isWritten = changed.length > 0;
    expect([headers.get('etag'), cost.trips]).toEqual([isWritten ? '"2"' : '"1"', 2]);
    expect((await trail(invoice.id)).at(-1)).toMatch(isWritten ? /^update 2/ : /^create 1/);
    await moneyOf(invoice.id);
  });

  it('names its patient and appointment anew', async () => {
    const appointment = await make.appointment();
    const { patient_id, id: appointment_id } = appointment;
    const { id } = await make.invoice();
    expect((await patch(id, { appointment_id })).body.detail).toBe('The appointment belongs to another patient');
    expect((await patch(id, { patient_id, appointment_id })).body).toMatchObject({ patient_id, appointment_id });
    const other = (await make.patient()).id;
    expect((await patch(id, { patient_id: other })).status).toBe(400);
    expect((await patch(id, { appointment_id: null })).body).toMatchObject({ patient_id, appointment_id: null });
    const unknown = crypto.randomUUID();
    expect((await patch(id, { patient_id: unknown })).body.detail).toBe(`Patient not found: ${unknown}`);
    expect((await patch(id, { appointment_id: unknown })).body.detail).toBe(`Appointment not found: ${unknown}`);
  });

  it('looks for a patient or an appointment only where it names one', async () => {
    const { id, patient_id } = await make.invoice();
    // The invoice; as which version it stands, the audit row and the write.
    expect((await patch(id, { due_date: '2027-02-01' })).cost.statements).toBe(4);
    expect((await patch(id, { patient_id })).cost.statements).toBe(6);
  });

  it('keeps the rules of a PUT', async () => {
    const { id } = await make.invoice();
    expect((await patch(id, { status: 'PAID' })).status).toBe(400);
    expect((await patch(id, { discount_amount: 101 })).status).toBe(400);
    const wrong = await patch(id, { patient_id: null, paid_amount: -1, items: [{ name: 'x' }] });
    expect([wrong.status, faults(wrong)]).toEqual([
      422,
      [
        ['paid_amount', 'greater_than_equal'],
        ['patient_id', 'string_type'],
        ['items.0.unit_price', 'missing'],
      ],
    ]);
    expect((await patch(crypto.randomUUID(), {})).status).toBe(404);
    expect((await patch(id, [])).status).toBe(422);
  });

  it.each(['ISSUED', 'PARTIALY_PAID', 'PAID', 'VOID', 'WRITTEN_OFF'])('is 400 once it is %s', async (status) => {
    const paid_amount = { PARTIALY_PAID: 40, PAID: 100 }[status] ?? 0;
    const invoice = await make.invoice({ status, paid_amount });
    const answer = await patch(invoice.id, { due_date: '2027-02-01' });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain(`An invoice that is ${status} `);
    expect(await ok('GET', `/invoice/${invoice.id}`)).toEqual(invoice);
  });

  it('at once with others on other fields loses nothing', async () => {
    const { id, patient_id } = await make.invoice();
    const answers = await Promise.all([
      patch(id, { due_date: '2027-02-01' }),
      patch(id, { tags: ['a'] }),
      patch(id, { discount_percent: 10 }),
      call('PUT', `/invoice/${id}`, { json: { patient_id, issue_date: '2026-01-01' } }),
      patch(id, { items: input.invoice({ items: [{ name: 'X-ray', unit_price: 70 }] }).items }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await ok('GET', `/invoice/${id}`)).toMatchObject({
      ...{ due_date: '2027-02-01', tags: ['a'], issue_date: '2026-01-01', total_amount: 63 },
    });
  });

  it('at once with those that issue it: afterwards it is refused, and its payments count', async () => {
    const { id } = await make.invoice();
    const answers = await Promise.all([
      patch(id, { status: 'ISSUED' }),
      ...Array.from({ length: 10 }, (_, i) => patch(id, { tags: [`t${i}`] })),
    ]);
    for (const { status } of answers) expect([200, 400]).toContain(status);
    expect((await pay(id, 100)).body.invoice.status).toBe('PAID');
  });
});
