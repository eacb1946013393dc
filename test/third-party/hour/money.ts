// The service catalog, an invoice and its payments.
import assert from 'node:assert/strict';
import { type Hospital, unwrap } from './client.ts';

export async function addItem(hospital: Hospital, run: string) {
  const body = { code: `ECG-${run}`, name: 'Electrocardiogram', default_price: 45 };
  assert.equal(unwrap(await hospital.POST('/catalog/', { body }), 201), null);
  const page = unwrap(await hospital.GET('/catalog/', { params: { query: { search: body.code } } }));
  const item = page.data[0];
  assert.ok(item && page.total === 1);
  const parameters = { params: { path: { id: item.id } } };
  assert.equal(unwrap(await hospital.GET('/catalog/{id}', parameters)), null);
  const full = { params: { ...parameters.params, query: { view: 'full' as const } } };
  assert.equal(unwrap(await hospital.GET('/catalog/{id}', full))?.default_price, 45);
  const change = { ...parameters, body: { tags: ['heart'] } };
  assert.equal(unwrap(await hospital.PATCH('/catalog/{id}', change)), null);
  const represented = { ...change, params: { ...change.params, header: { prefer: 'return=representation' } } };
  assert.deepEqual(unwrap(await hospital.PATCH('/catalog/{id}', represented))?.tags, ['heart']);
  return item;
}

export async function bill(hospital: Hospital, appointment: { id: string; patient_id: string }, catalog_id: string) {
  const invoice = unwrap(
    await hospital.POST('/invoice/', {
      body: {
        patient_id: appointment.patient_id,
        appointment_id: appointment.id,
        discount_percent: 10,
        items: [
          { name: 'Consultation', unit_price: 80.5 },
          { catalog_id, quantity: 2 },
        ],
      },
    }),
    201,
  );
  assert.equal(invoice.total_amount, 153.45);
  const parameters = { params: { path: { id: invoice.id } } };
  const issued = unwrap(await hospital.PATCH('/invoice/{id}', { ...parameters, body: { status: 'ISSUED' } }));
  assert.equal(issued.status, 'ISSUED');
  return invoice;
}

export async function pay(hospital: Hospital, id: string, run: string) {
  const path = { id };
  const payments = [
    { body: { amount: 100, method: 'card', reference: 'T-4711' }, status: 'PARTIALY_PAID' },
    { body: { amount: 53.45, method: 'cash' }, status: 'PAID' },
    { body: { amount: -53.45, method: 'cash', note: 'Her insurance pays it' }, status: 'PARTIALY_PAID' },
  ] as const;
  for (const [i, { body, status }] of payments.entries()) {
    const header = { 'idempotency-key': `${run}-${i}` };
    const { invoice } = unwrap(await hospital.POST('/invoice/{id}/payments', { params: { path, header }, body }), 201);
    assert.equal(invoice.status, status);
  }
  const listed = unwrap(await hospital.GET('/invoice/{id}/payments', { params: { path } }));
  assert.equal(listed.length, 3);
  const payment_id = listed[0]?.id ?? '';
  const one = { params: { path: { id, payment_id } } };
  assert.equal(unwrap(await hospital.GET('/invoice/{id}/payments/{payment_id}', one)).invoice.id, id);
  const full = unwrap(await hospital.GET('/invoice/{id}', { params: { path, query: { view: 'full' } } }));
  assert.ok('payments' in full);
  assert.deepEqual(
    full.payments.map(({ amount }) => amount),
    [100, 53.45, -53.45],
  );
  assert.equal(full.patient?.first_name, 'Åsa');
  const reduced = unwrap(await hospital.GET('/invoice/{id}', { params: { path } }));
  assert.ok(!('payments' in reduced));
  const page = unwrap(await hospital.GET('/invoice/', { params: { query: { patient_id: full.patient_id ?? '' } } }));
  assert.equal(page.data[0]?.remaining_amount, 53.45);
}
