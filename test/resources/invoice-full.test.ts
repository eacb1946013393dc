import { describe, expect, it } from 'vitest';
import { accessSent, call, ok } from '../support/client';
import { make } from '../support/factories';
import { multiply, UUID } from '../support/multiply';
import { owed, pay } from '../support/payments';

const person = ({ id, reg_number, first_name, last_name }: Record<string, string>) => ({
  ...{ id, reg_number, first_name, last_name },
});

describe('GET /invoice/{id}?view=full', () => {
  it('adds patient, appointment and payments', async () => {
    const [patient, doctor] = [await make.patient(), await make.doctor()];
    const appointment = await make.appointment({ patient_id: patient.id, doctor_id: doctor.id });
    const { id } = await owed({ patient_id: patient.id, appointment_id: appointment.id });
    await pay(id, 30);
    await pay(id, -10);
    const plain = await call('GET', `/invoice/${id}`);
    expect(plain.headers.get('etag')).toBe('"3"');
    const { status, body, headers, cost } = await call('GET', `/invoice/${id}?view=full`);
    expect([status, headers.get('etag'), cost.trips]).toEqual([200, expect.stringMatching(/^"3-/), 1]);
    expect(body).toEqual({
      ...plain.body,
      patient: person(patient),
      appointment: {
        id: appointment.id,
        type: appointment.type,
        status: appointment.status,
        schedule: appointment.schedule,
        doctor: person(doctor),
      },
      payments: await ok('GET', `/invoice/${id}/payments`),
    });
    expect(body.payments.map(({ amount }: { amount: number }) => amount)).toEqual([30, -10]);
    expect(accessSent.at(-2)).toMatchObject({ entity: 'invoice', entity_id: id, patient_id: patient.id });
  });

  it('has null and no payments where there are none', async () => {
    const { id } = await make.invoice();
    expect(await ok('GET', `/invoice/${id}?view=full`)).toMatchObject({ appointment: null, payments: [] });
  });

  it('names patient and doctor also if they are deleted', async () => {
    const [patient, doctor] = [await make.patient(), await make.doctor()];
    const appointment = await make.appointment({ patient_id: patient.id, doctor_id: doctor.id });
    const { id } = await owed({ patient_id: patient.id, appointment_id: appointment.id });
    await ok('DELETE', `/patient/${patient.id}`);
    await ok('DELETE', `/doctor/${doctor.id}`);
    const { patient: named, appointment: booked } = await ok('GET', `/invoice/${id}?view=full`);
    expect([named, booked.doctor]).toEqual([person(patient), person(doctor)]);
  });

  it('has the newest of very many payments, the oldest of them first', async () => {
    const { id } = await owed({ paid_amount: 1 });
    await multiply('payment', { key: 'invoice_id', value: id }, 250, { id: UUID, amount: 'i' });
    const { payments } = await ok('GET', `/invoice/${id}?view=full`);
    const amounts = payments.map(({ amount }: { amount: number }) => amount);
    expect(amounts).toEqual(Array.from({ length: 200 }, (_, i) => (i + 51) / 100));
  });

  it('is no other than before without view, or with an empty one', async () => {
    const { id } = await make.invoice();
    const plain = await call('GET', `/invoice/${id}`);
    for (const query of ['?view=reduced', '?view=', '?unknown=1']) {
      expect((await call('GET', `/invoice/${id}${query}`)).bytes).toEqual(plain.bytes);
    }
  });
});
