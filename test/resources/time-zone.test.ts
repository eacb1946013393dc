import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { type Body, call, ok } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { row } from '../support/rows';

const { book } = await newBooking();
const newDoctor = async () => ({ doctor_id: (await make.doctor()).id });
const inZone = (TIME_ZONE: string) => ({ env: { TIME_ZONE, DOUBLE_BOOKING: 'reject' } });
const at = (schedule: string, expected_duration_minutes = 30) => ({ schedule, expected_duration_minutes });

describe('The time zone of the hospital', () => {
  it.each(['', undefined, 'UTC', 'Asia/Tokyo', 'America/Argentina/Buenos_Aires'])('may be %j', async (TIME_ZONE) => {
    expect((await call('GET', '/department/', { env: { TIME_ZONE } })).status).toBe(200);
  });

  it.each(['Tokyo', '+09:00', 'GMT+25', 'Asia/Nowhere'])('cannot be %j', async (TIME_ZONE) => {
    const { status, headers, body } = await call('GET', '/department/', { env: { TIME_ZONE } });
    expect([status, headers.get('retry-after')]).toEqual([503, '60']);
    expect(body.detail).toBe('The service is not configured: TIME_ZONE must be an IANA time zone');
  });
});

describe('An appointment without a zone', () => {
  it.each([
    ['Asia/Tokyo', '2027-01-04T09:30', '2027-01-04T09:30+09:00'],
    ['Asia/Tokyo', '2027-01-04T09:30', '2027-01-04T00:30:00Z'],
    ['Asia/Tokyo', '2027-01-04', '2027-01-03T15:00Z'],
    ['America/New_York', '2027-07-01T09:30', '2027-07-01T13:30Z'],
    ['America/New_York', '2027-12-01T09:30', '2027-12-01T14:30Z'],
    ['UTC', '2027-01-04T09:30', '2027-01-04T09:30Z'],
  ])('counts in %s: %s is %s', async (zone, local, zoned) => {
    for (const [first, second] of [
      [local, zoned],
      [zoned, local],
    ] as const) {
      const doctor = await newDoctor();
      const made = await book({ ...doctor, ...at(first) }, inZone(zone));
      expect([made.status, made.body.schedule]).toEqual([201, first]);
      const { status, body } = await book({ ...doctor, ...at(second) }, inZone(zone));
      expect([status, body.detail]).toEqual([409, expect.stringContaining(made.body.id)]);
    }
  });

  it('does not conflict with the same digits in another zone', async () => {
    const doctor = await newDoctor();
    const tokyo = inZone('Asia/Tokyo');
    expect((await book({ ...doctor, ...at('2027-01-04T09:30') }, tokyo)).status).toBe(201);
    expect((await book({ ...doctor, ...at('2027-01-04T09:30Z') }, tokyo)).status).toBe(201);
  });

  it('in the hour that the clocks skip begins as much later', async () => {
    const doctor = await newDoctor();
    const stockholm = inZone('Europe/Stockholm');
    const made = await book({ ...doctor, ...at('2027-03-28T02:15') }, stockholm);
    expect([made.status, made.body.schedule]).toEqual([201, '2027-03-28T02:15']);
    expect((await book({ ...doctor, ...at('2027-03-28T01:30') }, stockholm)).status).toBe(201);
    expect((await book({ ...doctor, ...at('2027-03-28T03:15') }, stockholm)).status).toBe(409);
    expect((await book({ ...doctor, ...at('2027-03-28T03:15+02:00') }, stockholm)).status).toBe(409);
  });

  it('in the hour that comes twice is in the first one, and the second one needs its offset', async () => {
    const doctor = await newDoctor();
    const stockholm = inZone('Europe/Stockholm');
    expect((await book({ ...doctor, ...at('2027-10-31T02:15') }, stockholm)).status).toBe(201);
    expect((await book({ ...doctor, ...at('2027-10-31T02:15+02:00') }, stockholm)).status).toBe(409);
    expect((await book({ ...doctor, ...at('2027-10-31T02:15+01:00') }, stockholm)).status).toBe(201);
  });

  it('lasts its minutes across a change of the clocks', async () => {
    const doctor = await newDoctor();
    const stockholm = inZone('Europe/Stockholm');
    expect((await book({ ...doctor, ...at('2027-10-31T01:30', 90) }, stockholm)).status).toBe(201);
    // From 01:30 on: 90 minutes later the clocks show 02:00 for the second time.
    expect((await book({ ...doctor, ...at('2027-10-31T02:45') }, stockholm)).status).toBe(409);
    expect((await book({ ...doctor, ...at('2027-10-31T02:00+01:00') }, stockholm)).status).toBe(201);
  });

  it('keeps the time that it has when the variable changes', async () => {
    const doctor = await newDoctor();
    const { body } = await book({ ...doctor, ...at('2027-01-04T09:30') }, inZone('Asia/Tokyo'));
    expect((await book({ ...doctor, ...at('2027-01-04T09:30') }, inZone('UTC'))).status).toBe(201);
    expect((await book({ ...doctor, ...at('2027-01-04T00:30') }, inZone('UTC'))).status).toBe(409);
    const stored = await row('SELECT schedule, starts_at FROM appointment WHERE id = ?', body.id);
    expect(stored).toEqual({ schedule: '2027-01-04T09:30', starts_at: Date.parse('2027-01-04T00:30Z') });
  });
});

describe('The dates of an invoice without a zone', () => {
  it('are ordered in the time zone of the hospital and answered as they were sent', async () => {
    const { id: patient_id } = await make.patient();
    const env = { TIME_ZONE: 'America/New_York' };
    // In the order of time: midnight in New York is 05:00 UTC in winter, 04:00 in summer.
    const dates = ['2027-01-04T04:59Z', '2027-01-04', '2027-01-04T05:01Z', '2027-07-04T00:00', '2027-07-04T04:01Z'];
    for (const due_date of [...dates].reverse()) {
      const issue_date = due_date;
      await ok('POST', '/invoice/', { json: input.invoice({ patient_id, due_date, issue_date }), env });
    }
    for (const field of ['due_date', 'issue_date']) {
      const { data } = await ok('GET', `/invoice/?patient_id=${patient_id}&order_by=${field}`, { env });
      expect(data.map((invoice: Body) => invoice[field])).toEqual(dates);
    }
  });

  it('count in the time zone on an update, too', async () => {
    const invoice = await make.invoice({ tags: [unique('zone')] });
    const json = { patient_id: invoice.patient_id, due_date: '2027-01-04' };
    const { body } = await call('PUT', `/invoice/${invoice.id}`, { json, env: { TIME_ZONE: 'Asia/Tokyo' } });
    expect(body.due_date).toBe('2027-01-04');
    const stored = await row('SELECT due_at FROM invoice WHERE id = ?', invoice.id);
    expect(stored).toEqual({ due_at: Date.parse('2027-01-03T15:00Z') });
  });
});
