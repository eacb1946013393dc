import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { insertHold } from '../support/calendar-resources';
import { type Body, call, faults, ok, pages, refusal } from '../support/client';
import { make } from '../support/factories';
import { input, type Overrides, unique } from '../support/input';
import { multiply, UUID } from '../support/multiply';
import { count, row, rows, trail } from '../support/rows';

const TYPES = '/calendar/types/';
const post = (json: object) => call('POST', TYPES, { json });
const patch = (id: string, json: object) => call('PATCH', `${TYPES}${id}`, { json });
const remove = (id: string, headers: Record<string, string> = {}) => call('DELETE', `${TYPES}${id}`, { headers });
const listed = async (query = ''): Promise<string[]> => (await ok('GET', `${TYPES}${query}`)).map(({ id }: Body) => id);
const ANY_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe('POST /calendar/types/', () => {
  it('answers the type, with where it is offered, in one round trip', async () => {
    const [department, doctor, item] = [await make.department(), await make.doctor(), await make.catalogItem()];
    const { retired: _, ...json } = input.appointmentType({
      ...{
        department_ids: [department.id],
        doctor_ids: [doctor.id, doctor.id],
        catalog_id: item.id,
        needs: 'MRI scanner',
      },
    });
    const { status, body, headers, cost } = await post(json);
    const type = { id: expect.any(String), ...json, doctor_ids: [doctor.id], retired_at: null };
    expect([status, body, headers.get('etag'), cost.trips]).toEqual([201, type, '"1"', 1]);
    expect(headers.get('location')).toBe(`http://localhost${TYPES}${body.id}`);
    expect(await ok('GET', `${TYPES}${body.id}`)).toEqual(body);
    expect(await row('SELECT needs_key FROM appointment_type WHERE id = ?', body.id)).toEqual({
      needs_key: 'MRISCANNER',
    });
    expect(await trail(body.id)).toEqual(['create 1']);
  });

  it('takes a name and minutes alone', async () => {
    expect((await post({ name: 'Control', minutes: 10 })).body).toEqual({
      ...{ id: expect.any(String), name: 'Control', minutes: 10, buffer_before: 0, buffer_after: 0 },
      ...{ department_ids: [], doctor_ids: [], catalog_id: null, bookable_online: false, min_notice_hours: 0 },
      ...{ needs: null, retired_at: null },
    });
  });

  it('names every department, doctor and catalog item that is not there, and writes nothing', async () => {
    const [gone, doctor] = [await make.department(), await make.doctor()];
    await ok('DELETE', `/department/${gone.id}`);
    const [nobody, nothing] = [crypto.randomUUID(), crypto.randomUUID()];
    const name = unique('Lost');
    const json = input.appointmentType({
      ...{ name, department_ids: [gone.id], doctor_ids: [doctor.id, nobody], catalog_id: nothing },
    });
    const { status, body } = await post(json);
    const detail = `Department not found: ${gone.id}; Doctor not found: ${nobody}; Catalog item not found: ${nothing}`;
    expect([status, body]).toEqual([404, refusal('reference_not_found', detail)]);
    expect(await count('appointment_type WHERE name = ?', name)).toBe(0);
  });

  it.each([
    [{ minutes: 0 }, 'minutes'],
    [{ minutes: 1_441 }, 'minutes'],
    [{ minutes: 7.5 }, 'minutes'],
    [{ buffer_before: 241 }, 'buffer_before'],
    [{ buffer_after: -1 }, 'buffer_after'],
    [{ min_notice_hours: 8_761 }, 'min_notice_hours'],
    [{ needs: '' }, 'needs'],
    [{ needs: 'x'.repeat(101) }, 'needs'],
    [{ doctor_ids: Array.from({ length: 201 }, () => crypto.randomUUID()) }, 'doctor_ids'],
  ] as [Overrides, string][])('refuses %o', async (wrong, field) => {
    const refused = await post(input.appointmentType(wrong));
    expect([refused.status, faults(refused).map(([name]) => name)]).toEqual([422, [field]]);
  });

  it('makes 500 of them at most, however many are asked for at once', async () => {
    const { id } = await make.appointmentType();
    const there = (await count('appointment_type WHERE deleted_at IS NULL')) ?? 0;
    await multiply('appointment_type', { key: 'id', value: id }, 498 - there, { id: UUID, name: "'Copy'" });
    const made = await Promise.all(Array.from({ length: 4 }, () => post(input.appointmentType())));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400]);
    const detail = 'There are 500 appointment types already: delete or change one instead';
    const [refused] = made.filter(({ status }) => status === 400);
    expect(refused?.body).toEqual(refusal('too_many', detail));
    expect(refused?.cost.rows_read).toBeLessThan(1_100);
    expect((await listed()).length).toBe(500);
    await rows("DELETE FROM appointment_type WHERE name = 'Copy'");
    expect((await post(input.appointmentType())).status).toBe(201);
  });
});

describe('GET /calendar/types/', () => {
  it('has the newest first, those that are offered, those that are not, or both', async () => {
    const [one, other] = [await make.appointmentType(), await make.appointmentType({ retired: true })];
    expect((await listed()).slice(0, 2)).toEqual([other.id, one.id]);
    expect(await listed('?retired=false&limit=1')).toEqual([one.id]);
    expect(await listed('?retired=true&limit=1')).toEqual([other.id]);
    expect((await call('GET', `${TYPES}?retired=maybe`)).status).toBe(422);
    const read = (await pages(`${TYPES}?limit=1`)).flat().map(({ id }: Body) => id);
    expect(read).toEqual(await listed());
  });
});

describe('PATCH /calendar/types/{id}', () => {
  it('changes what it names, and what of it the audit trail names', async () => {
    const type = await make.appointmentType({ needs: 'Echo' });
    const { body } = await patch(type.id, { needs: 'ultra-sound', buffer_after: null });
    expect(body).toEqual({ ...type, needs: 'ultra-sound', buffer_after: 0 });
    const [{ needs_key }] = (await rows('SELECT needs_key FROM appointment_type WHERE id = ?', type.id)) as [Body];
    expect(needs_key).toBe('ULTRASOUND');
    expect((await trail(type.id)).at(-1)).toBe('update 2 buffer_after,needs');
  });

  it('retires it since then, once, and brings it back', async () => {
    const { id } = await make.appointmentType();
    const { body } = await patch(id, { retired: true });
    expect(body.retired_at).toEqual(ANY_TIME);
    await scheduler.wait(5);
    const again = await patch(id, { retired: true, name: 'Other' });
    expect([again.body.retired_at, again.headers.get('etag')]).toEqual([body.retired_at, '"3"']);
    expect((await patch(id, { retired: true })).headers.get('etag'), 'nothing changes').toBe('"3"');
    const whole = await call('PUT', `${TYPES}${id}`, { json: input.appointmentType({ retired: true }) });
    expect(whole.body.retired_at).toBe(body.retired_at);
    expect((await patch(id, { retired: false })).body.retired_at).toBeNull();
    expect(await trail(id)).toEqual(
      expect.arrayContaining(['update 2 retired_at', 'update 3 name', 'update 5 retired_at']),
    );
  });

  it('asks of those that it adds only whether they are there', async () => {
    const [gone, department, item] = [await make.department(), await make.department(), await make.catalogItem()];
    const { id } = await make.appointmentType({ department_ids: [gone.id], catalog_id: item.id });
    await ok('DELETE', `/department/${gone.id}`);
    await ok('DELETE', `/catalog/${item.id}`);
    const { body } = await patch(id, { department_ids: [gone.id, department.id], catalog_id: item.id });
    expect([body.department_ids, body.catalog_id]).toEqual([[gone.id, department.id], item.id]);
    const nobody = crypto.randomUUID();
    const refused = await patch(id, { doctor_ids: [nobody], department_ids: [gone.id] });
    expect([refused.status, refused.body.detail]).toEqual([404, `Doctor not found: ${nobody}`]);
    await patch(id, { department_ids: [] });
    expect((await patch(id, { department_ids: [gone.id] })).body.detail).toBe(`Department not found: ${gone.id}`);
    const other = await make.appointmentType();
    expect((await patch(other.id, { catalog_id: item.id })).body.detail).toBe(`Catalog item not found: ${item.id}`);
  });
});

describe('DELETE /calendar/types/{id}', () => {
  const ofType = async (id: string, overrides: Overrides = {}) => {
    const { ids, book } = await newBooking();
    const { body } = await book(overrides);
    await rows('UPDATE appointment SET type_id = ? WHERE id = ?', id, body.id);
    return { ...ids, id: body.id };
  };

  it('takes one out of every list that nothing names', async () => {
    const { id } = await make.appointmentType();
    const { status, body, cost } = await remove(id);
    expect([status, body, cost.trips]).toEqual([200, { message: 'Appointment type deleted successfully' }, 1]);
    expect(await listed()).not.toContain(id);
    expect((await patch(id, { name: 'Gone' })).status).toBe(404);
    expect((await remove(id)).body).toEqual(refusal('not_found', `Appointment type not found: ${id}`));
  });

  it('refuses one of an appointment, past ones included, and says what to do instead', async () => {
    const { id } = await make.appointmentType();
    const past = await ofType(id, { schedule: '2020-01-01T10:00:00', status: 'COMPLETED' });
    const { status, body } = await remove(id);
    const detail = `The type has appointments, such as this one: ${past.id}; retire it instead, by PATCH {"retired": true}`;
    expect([status, body]).toEqual([400, refusal('in_use', detail)]);
    expect((await remove(id, { 'if-match': '"7"' })).status, 'an outdated version comes first').toBe(412);
    expect((await patch(id, { retired: true })).status).toBe(200);
    expect((await remove(id)).status, 'a retired one is as much in use').toBe(400);
    await ok('DELETE', `/patient/${past.patient_id}`);
    expect((await remove(id)).status, 'nobody comes').toBe(200);
  });

  it('refuses one that somebody holds a time for, until that has ended', async () => {
    const { id } = await make.appointmentType();
    await insertHold({ type_id: id, expires_at: Date.now() - 1 });
    const hold = await insertHold({ type_id: id });
    const { status, body } = await remove(id);
    const detail = 'Somebody holds a time for the type: retire it instead, by PATCH {"retired": true}';
    expect([status, body]).toEqual([400, refusal('in_use', detail)]);
    await rows('UPDATE calendar_hold SET expires_at = 0 WHERE id = ?', hold);
    expect((await remove(id)).status).toBe(200);
  });

  it('is kept back by no department, doctor or item, nor does it keep these', async () => {
    const [department, doctor, item] = [await make.department(), await make.doctor(), await make.catalogItem()];
    const { id } = await make.appointmentType({
      ...{ department_ids: [department.id], doctor_ids: [doctor.id], catalog_id: item.id },
    });
    for (const path of [`/department/${department.id}`, `/doctor/${doctor.id}`, `/catalog/${item.id}`])
      await ok('DELETE', path);
    const type = await ok('GET', `${TYPES}${id}`);
    expect([type.department_ids, type.doctor_ids, type.catalog_id]).toEqual([[department.id], [doctor.id], item.id]);
    expect((await remove(id)).status).toBe(200);
  });
});
