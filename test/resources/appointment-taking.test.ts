import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { REJECT } from '../support/calendar';
import { type CallOptions, call } from '../support/client';

const at = { version: 1, created_at: 0, updated_at: 0 };
async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const id = crypto.randomUUID();
  const all = { id, ...row };
  const names = Object.keys(all);
  await env.DB.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`)
    .bind(...Object.values(all))
    .run();
  return id;
}
const newType = (fields: Record<string, unknown> = {}) =>
  insert('appointment_type', {
    ...at,
    ...{ name: 'First visit', minutes: 40, buffer_before: 5, buffer_after: 10 },
    ...{
      department_ids: '[]',
      doctor_ids: '[]',
      bookable_online: 0,
      min_notice_hours: 0,
      needs: null,
      needs_key: null,
    },
    ...fields,
  });
const newRoom = (fields: Record<string, unknown> = {}) =>
  insert('calendar_resource', { ...at, name: 'Room', kind: 'x', kind_key: 'X', ...fields });

describe('An appointment of a type', () => {
  it('takes its buffers from others of the doctor', async () => {
    const { ids, book } = await newBooking();
    const type_id = await newType();
    const {
      type: _,
      expected_duration_minutes: __,
      ...rest
    } = (await book({ schedule: '2030-01-07T09:00', status: 'CANCELLED' })).body;
    const booked = await call('POST', '/appointment/', {
      ...REJECT,
      json: { ...ids, type_id, schedule: '2030-01-07T10:00' },
    } as CallOptions);
    expect(booked.status).toBe(201);
    expect(booked.body).toMatchObject({ type: 'First visit', expected_duration_minutes: 40, type_id });
    expect(rest).toBeDefined();
    const near = (schedule: string) => book({ schedule, expected_duration_minutes: 10 }, REJECT);
    expect((await near('2030-01-07T09:50')).body).toMatchObject({ code: 'overlap' });
    expect((await near('2030-01-07T10:49')).body).toMatchObject({ code: 'overlap' });
    expect((await near('2030-01-07T09:45')).status).toBe(201);
    expect((await near('2030-01-07T10:50')).status).toBe(201);
  });

  it('takes the buffers of another type that it gets', async () => {
    const { book } = await newBooking();
    const first = await book({ schedule: '2030-01-09T10:00', expected_duration_minutes: 40 }, REJECT);
    const second = await book({ schedule: '2030-01-09T10:45', expected_duration_minutes: 10 }, REJECT);
    const path = `/calendar/appointments/${first.body.id}`;
    const refused = await call('PATCH', path, { ...REJECT, json: { type_id: await newType() } });
    expect([refused.status, refused.body.code]).toEqual([409, 'overlap']);
    expect(refused.body.detail).toContain(second.body.id);
    const shorter = await call('PATCH', path, { ...REJECT, json: { type_id: await newType({ buffer_after: 5 }) } });
    expect(shorter.status).toBe(200);
  });

  it('gets a free room of the kind, until there is none', async () => {
    const { book } = await newBooking();
    const kind = crypto.randomUUID().slice(0, 8).toUpperCase();
    const type_id = await newType({ needs: kind, needs_key: kind });
    const rooms = [await newRoom({ kind, kind_key: kind }), await newRoom({ kind, kind_key: kind })];
    const other = await newBooking();
    const third = await newBooking();
    const when = { schedule: '2030-01-08T10:00', type_id };
    expect((await book(when, REJECT)).body.resource_id).toBe(rooms[0]);
    const second = await other.book(when, REJECT);
    expect(second.body.resource_id).toBe(rooms[1]);
    expect(await third.book(when, REJECT)).toMatchObject({ status: 409, body: { code: 'no_resource' } });
    const without = await third.book(when);
    expect(without.status).toBe(201);
    expect(without.body.resource_id).toBeUndefined();
    expect(without.headers.get('link')).toContain(`/calendar/resources/?kind=${kind}>; rel="conflict"`);
    await call('PATCH', `/calendar/appointments/${second.body.id}`, { json: { status: 'CANCELLED' } });
    const moved = await call('PATCH', `/calendar/appointments/${without.body.id}`, {
      ...REJECT,
      json: { schedule: '2030-01-08T10:01' },
    });
    expect(moved.body).toMatchObject({ resource_id: rooms[1] });
  });

  it('keeps a room that was named by hand with another type that needs none, and gives up one of its former kind', async () => {
    const { book } = await newBooking();
    const kind = crypto.randomUUID().slice(0, 8).toUpperCase();
    const resource_id = await newRoom({ kind, kind_key: kind });
    const plain = await newType();
    const become = async (id: string, type_id: string) =>
      (await call('PATCH', `/calendar/appointments/${id}`, { ...REJECT, json: { type_id } })).body;
    const named = await book({ schedule: '2030-01-10T10:00', resource_id }, REJECT);
    expect(await become(named.body.id, plain)).toMatchObject({ type_id: plain, resource_id });
    const chosen = await book(
      { schedule: '2030-01-10T12:00', type_id: await newType({ needs: kind, needs_key: kind }) },
      REJECT,
    );
    expect(chosen.body.resource_id).toBe(resource_id);
    expect('resource_id' in (await become(chosen.body.id, plain))).toBe(false);
  });

  it('is named as missing with all else that is', async () => {
    const { ids } = await newBooking();
    const [patient_id, type_id] = [crypto.randomUUID(), crypto.randomUUID()];
    const json = { ...ids, patient_id, type_id, schedule: '2030-01-11T10:00' };
    const weekly = { ...json, every_weeks: 1, count: 2 };
    for (const [path, body] of [
      ['/appointment/', json],
      ['/calendar/series', weekly],
      ['/calendar/series', { ...weekly, dry_run: true }],
    ] as const) {
      const { status, body: refused } = await call('POST', path, { json: body });
      expect([status, refused.code], path).toEqual([404, 'reference_not_found']);
      for (const id of [patient_id, type_id]) expect(refused.detail, path).toContain(id);
    }
  });
});
