import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { insertHold } from '../support/calendar-resources';
import { type Body, call, faults, ok, pages, refusal } from '../support/client';
import { make } from '../support/factories';
import { input, type Overrides, unique } from '../support/input';
import { multiply, UUID } from '../support/multiply';
import { count, row, rows, trail } from '../support/rows';

const ROOMS = '/calendar/resources/';
const post = (json: object) => call('POST', ROOMS, { json });
const patch = (id: string, json: object) => call('PATCH', `${ROOMS}${id}`, { json });
const remove = (id: string, headers: Record<string, string> = {}) => call('DELETE', `${ROOMS}${id}`, { headers });
const listed = async (query = ''): Promise<string[]> => (await ok('GET', `${ROOMS}${query}`)).map(({ id }: Body) => id);

describe('POST /calendar/resources/', () => {
  it('answers the room in one round trip', async () => {
    const department = await make.department();
    const json = input.calendarResource({ kind: 'Echo lab-1', department_id: department.id });
    const { status, body, headers, cost } = await post(json);
    expect([status, body, headers.get('etag'), cost.trips]).toEqual([
      ...[201, { id: expect.any(String), ...json }, '"1"', 1],
    ]);
    expect(headers.get('location')).toBe(`http://localhost${ROOMS}${body.id}`);
    expect(await ok('GET', `${ROOMS}${body.id}`)).toEqual(body);
    expect(await row('SELECT kind_key FROM calendar_resource WHERE id = ?', body.id)).toEqual({ kind_key: 'ECHOLAB1' });
    expect(await trail(body.id)).toEqual(['create 1']);
  });

  it('demands a name and a kind, and a department that is there', async () => {
    expect(faults(await post({}))).toEqual([
      ['name', 'missing'],
      ['kind', 'missing'],
    ]);
    expect((await post({ name: 'Scanner', kind: 'MRI' })).body.department_id).toBeNull();
    const nowhere = crypto.randomUUID();
    const { status, body } = await post(input.calendarResource({ department_id: nowhere }));
    expect([status, body]).toEqual([404, refusal('reference_not_found', `Department not found: ${nowhere}`)]);
  });

  it('makes 500 of them at most, however many are asked for at once', async () => {
    const { id } = await make.calendarResource();
    const there = (await count('calendar_resource WHERE deleted_at IS NULL')) ?? 0;
    await multiply('calendar_resource', { key: 'id', value: id }, 498 - there, { id: UUID, name: "'Copy'" });
    const made = await Promise.all(Array.from({ length: 4 }, () => post(input.calendarResource())));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400]);
    const detail = 'There are 500 rooms and pieces of equipment already: delete one first';
    const [refused] = made.filter(({ status }) => status === 400);
    expect(refused?.body).toEqual(refusal('too_many', detail));
    expect(refused?.cost.rows_read).toBeLessThan(1_100);
    expect((await listed()).length).toBe(500);
    await rows("DELETE FROM calendar_resource WHERE name = 'Copy'");
    expect((await post(input.calendarResource())).status).toBe(201);
  });
});

describe('GET /calendar/resources/', () => {
  it('has those of a kind, in any spelling, and of a department', async () => {
    const department_id = (await make.department()).id;
    const kind = unique('Ultra Sound ');
    const [one, other] = [await make.calendarResource({ kind }), await make.calendarResource({ kind, department_id })];
    const last = await make.calendarResource({ department_id });
    const spelled = encodeURIComponent(kind.toLowerCase().replace(/ /g, '_'));
    expect(await listed(`?kind=${spelled}`)).toEqual([other.id, one.id]);
    expect(await listed(`?department_id=${department_id}`)).toEqual([last.id, other.id]);
    expect(await listed(`?kind=${spelled}&department_id=${department_id}`)).toEqual([other.id]);
    expect((await listed()).slice(0, 3)).toEqual([last.id, other.id, one.id]);
    expect((await pages(`${ROOMS}?limit=1&kind=${spelled}`)).flat().map(({ id }: Body) => id)).toEqual([
      other.id,
      one.id,
    ]);
  });
});

describe('PATCH /calendar/resources/{id}', () => {
  it('changes what it names, and asks whether a department that it names anew is there', async () => {
    const [gone, other] = [await make.department(), await make.department()];
    const room = await make.calendarResource({ department_id: gone.id });
    await ok('DELETE', `/department/${gone.id}`);
    const { body } = await patch(room.id, { kind: 'X-ray', department_id: gone.id });
    expect(body).toEqual({ ...room, kind: 'X-ray' });
    expect(await row('SELECT kind_key FROM calendar_resource WHERE id = ?', room.id)).toEqual({ kind_key: 'XRAY' });
    expect((await trail(room.id)).at(-1)).toBe('update 2 kind');
    expect((await patch(room.id, { department_id: other.id })).body.department_id).toBe(other.id);
    const refused = await patch(room.id, { department_id: gone.id });
    expect([refused.status, refused.body.detail]).toEqual([404, `Department not found: ${gone.id}`]);
    expect((await patch(room.id, { department_id: null })).body.department_id).toBeNull();
  });
});

describe('DELETE /calendar/resources/{id}', () => {
  const taking = async (id: string, overrides: Overrides) => {
    const { ids, book } = await newBooking();
    const { body } = await book(overrides);
    await rows('UPDATE appointment SET resource_id = ?, buffer_before = 240 WHERE id = ?', id, body.id);
    return { ...ids, id: body.id };
  };
  const FUTURE = '2099-01-01T10:00:00';

  it('takes one out of every list that nobody is to come for', async () => {
    const { id } = await make.calendarResource();
    for (const overrides of [{ schedule: '2020-01-01T10:00:00' }, { schedule: FUTURE, status: 'cancelled' }])
      await taking(id, overrides);
    const { status, body, cost } = await remove(id);
    expect([status, body, cost.trips]).toEqual([200, { message: 'Calendar resource deleted successfully' }, 1]);
    expect(await listed()).not.toContain(id);
    expect((await remove(id)).body).toEqual(refusal('not_found', `Calendar resource not found: ${id}`));
  });

  it('refuses one that appointments to come take, and names the first', async () => {
    const { id } = await make.calendarResource();
    const later = await taking(id, { schedule: '2099-02-01T10:00:00' });
    const first = await taking(id, { schedule: FUTURE });
    const { status, body } = await remove(id);
    const detail = `Appointments to come take the room, or equipment, first this one: ${first.id}`;
    expect([status, body]).toEqual([400, refusal('in_use', detail)]);
    expect((await remove(id, { 'if-match': '"7"' })).status, 'an outdated version comes first').toBe(412);
    await ok('DELETE', `/patient/${first.patient_id}`);
    expect((await remove(id)).body.detail).toContain(later.id);
    await ok('PATCH', `/calendar/appointments/${later.id}`, { json: { status: 'NO_SHOW' } });
    expect((await remove(id)).status).toBe(200);
  });

  it('refuses one that begins within the longest buffer, whose time is taken already', async () => {
    const { id } = await make.calendarResource();
    const soon = new Date(Date.now() + 60_000).toISOString();
    await taking(id, { schedule: soon });
    expect((await remove(id)).status).toBe(400);
  });

  it('refuses one that somebody holds, until that has ended', async () => {
    const { id } = await make.calendarResource();
    await insertHold({ resource_id: id, expires_at: Date.now() - 1 });
    const hold = await insertHold({ resource_id: id });
    const { status, body } = await remove(id);
    const detail = 'Somebody holds the room, or equipment, for an appointment: try again in 15 minutes';
    expect([status, body]).toEqual([400, refusal('in_use', detail)]);
    await rows('UPDATE calendar_hold SET expires_at = 0 WHERE id = ?', hold);
    expect((await remove(id)).status).toBe(200);
  });

  it('is not kept back by its department, nor does it keep that', async () => {
    const department = await make.department();
    const { id } = await make.calendarResource({ department_id: department.id });
    await ok('DELETE', `/department/${department.id}`);
    expect((await ok('GET', `${ROOMS}${id}`)).department_id).toBe(department.id);
    expect((await remove(id)).status).toBe(200);
  });
});
