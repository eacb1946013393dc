import { expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';
import { multiply, UUID } from '../support/multiply';

it('reads the bills of its days, however many there are of others', async () => {
  const patient = await make.patient();
  const issued = (issue_date: string) =>
    ok('POST', '/invoice/', {
      json: input.invoice({ patient_id: patient.id, status: 'ISSUED', issue_date, appointment_id: null }),
    });
  await issued('2026-03-02T10:00:00');
  const { id } = await issued('2026-03-03T10:00:00');
  const read = () =>
    Promise.all(
      ['day', 'doctor', 'service'].map((by) =>
        call('GET', `/invoice/summary?from=2026-03-02&to=2026-03-02&group_by=${by}`),
      ),
    );
  const before = await read();
  await multiply('invoice', { key: 'id', value: id }, 500, { id: UUID, reg_number: UUID });
  const after = await read();
  expect(after.map(({ body }) => body.total.invoices)).toEqual([1, 1, 1]);
  expect(after.map(({ cost }) => cost.rows_read)).toEqual(before.map(({ cost }) => cost.rows_read));
});
