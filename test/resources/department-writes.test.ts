import { describe, expect, it } from 'vitest';
import { newBooking } from '../support/booking';
import { type Body, call, duplicate, faults, ok, refusal } from '../support/client';
import { make } from '../support/factories';
import { databaseWith } from '../support/fakes';
import { makePng, readFile } from '../support/files';
import { input, unique } from '../support/input';
import { count, row, rows, trail } from '../support/rows';

const put = (id: string, json: object, headers: Record<string, string> = {}) =>
  call('PUT', `/department/${id}`, { json, headers });
const remove = (id: string, headers: Record<string, string> = {}) => call('DELETE', `/department/${id}`, { headers });
const searched = async (word: string): Promise<string[]> =>
  (await ok('GET', `/department/?search=${word}`)).map(({ id }: Body) => id);

describe('PUT /department/{item_id}', () => {
  it('answers with the department as it is now, in one round trip if it names every field', async () => {
    const { id, name: before } = await make.department({ name: unique('Before') });
    const json = input.department({ name: unique('After') });
    const { status, body, headers, cost } = await put(id, json);
    expect([status, body, headers.get('etag'), cost.trips]).toEqual([200, { id, ...json }, '"2"', 1]);
    const read = await call('GET', `/department/${id}`);
    expect([read.body, read.headers.get('etag')]).toEqual([body, '"2"']);
    expect([await searched(before), await searched(json.name as string)]).toEqual([[], [id]]);
    expect(await trail(id)).toEqual(['create 1', 'update 2 name,code']);
  });

  it('keeps what it leaves out, clears what is null and demands what a create does', async () => {
    const made = await make.department();
    const { id, name, code } = made;
    expect((await put(id, { name: 'Other', code })).body).toEqual({ ...made, name: 'Other' });
    const cleared = await put(id, { name, code, description: null, icon_codes: null });
    expect(cleared.body).toEqual({ ...made, description: null, icon_codes: [] });
    expect(faults(await put(id, {}))).toEqual([
      ['name', 'missing'],
      ['code', 'missing'],
    ]);
    expect((await put(crypto.randomUUID(), { name, code })).status).toBe(404);
  });

  it('takes no code that another department has, but its own in other letters', async () => {
    const [one, other] = [await make.department(), await make.department()];
    for (const json of [input.department({ code: one.code.toLowerCase() }), { name: 'x', code: one.code }]) {
      const taken = await put(other.id, json);
      expect([taken.status, taken.body]).toEqual([400, duplicate('code', 'Department with this code already exists')]);
    }
    expect(await ok('GET', `/department/${other.id}`)).toEqual(other);
    expect((await put(one.id, { name: 'x', code: one.code.toLowerCase() })).status).toBe(200);
  });
});

describe('DELETE /department/{item_id}', () => {
  it('hides the department from every read, once, and frees its code', async () => {
    const { id, code } = await make.department({ code: unique('GONE') });
    const { status, body, cost } = await remove(id);
    expect([status, body, cost.trips]).toEqual([200, { message: 'Department deleted successfully' }, 1]);
    expect((await call('GET', `/department/${id}`)).status).toBe(404);
    expect((await put(id, input.department())).status).toBe(404);
    expect((await ok('GET', '/department/')).map((other: Body) => other.id)).not.toContain(id);
    expect(await searched(code)).toEqual([]);
    expect((await remove(id)).body).toEqual(refusal('not_found', `Department not found: ${id}`));
    expect(await trail(id)).toEqual(['create 1', 'delete 2 deleted_at']);
    const again = await make.department({ code });
    expect(await searched(code)).toEqual([again.id]);
  });

  it('ends its files, and takes no booking, no file and no repeated create', async () => {
    const key = { 'idempotency-key': unique('key') };
    const json = input.department();
    const { id } = await ok('POST', '/department/', { json, headers: key });
    const { book } = await newBooking();
    const file = await makePng(id);
    await ok('DELETE', `/department/${id}`);
    expect((await readFile(file)).status).toBe(404);
    expect(await trail(file.id)).toEqual(['create 1', 'delete 2 deleted_at']);
    const booked = await book({ department_id: id });
    expect([booked.status, booked.body.detail]).toEqual([404, `Department not found: ${id}`]);
    const form = new FormData();
    form.set('entity_id', id);
    form.set('file', new File(['%PDF-1.4'], 'a.pdf'));
    expect((await call('POST', '/static/upload_file', { body: form })).status).toBe(404);
    expect((await call('POST', '/department/', { json, headers: key })).status).toBe(409);
  });
});

describe('A department with an appointment to come', () => {
  const PAST = '2020-01-01T10:00:00';
  const FUTURE = '2099-01-01T10:00:00';

  it('stays, and the answer names the first one, until it is over or will not take place', async () => {
    const { ids, book } = await newBooking();
    const id = ids.department_id;
    await book({ schedule: '2099-02-01T10:00:00' });
    const { body: first } = await book({ schedule: FUTURE });
    for (const headers of [{}, { 'if-match': '"1"' }] as Record<string, string>[]) {
      const { status, body, cost } = await remove(id, headers);
      const detail = `The department has appointments to come, first this one: ${first.id}`;
      expect([status, body, cost.trips]).toEqual([400, refusal('in_use', detail), 1]);
    }
    expect((await remove(id, { 'if-match': '"2"' })).status, 'an outdated version comes first').toBe(412);
    expect(await trail(id)).toEqual(['create 1']);
    await rows("UPDATE appointment SET status = 'No show' WHERE department_id = ?", id);
    expect((await remove(id)).status).toBe(200);
  });

  it.each([
    ['is past', { schedule: PAST }],
    ['is cancelled', { schedule: FUTURE, status: 'cancelled' }],
    ['is completed', { schedule: FUTURE, status: 'COMPLETED' }],
  ])('does not count one that %s, which keeps naming it', async (_, overrides) => {
    const { ids, book } = await newBooking();
    const { body } = await book(overrides);
    expect((await remove(ids.department_id)).status).toBe(200);
    const kept = await row('SELECT department_id FROM appointment WHERE id = ?', body.id);
    expect(kept).toEqual({ department_id: ids.department_id });
  });

  it('counts any status that holds its time, and none of a deleted patient', async () => {
    const { ids, book } = await newBooking();
    await book({ schedule: FUTURE, status: 'in the waiting room' });
    expect((await remove(ids.department_id)).status).toBe(400);
    await ok('DELETE', `/patient/${ids.patient_id}`);
    expect((await remove(ids.department_id)).status).toBe(200);
  });

  it('never comes about where bookings and a delete meet', async () => {
    for (let round = 0; round < 16; round++) {
      const { ids, book } = await newBooking();
      const bookings = Array.from({ length: 6 }, async (_, i) => {
        await scheduler.wait(i + (round % 4));
        return book({ schedule: FUTURE });
      });
      if (round % 2) await scheduler.wait(round % 8);
      const { status } = await remove(ids.department_id);
      const statuses = (await Promise.all(bookings)).map((answer) => answer.status);
      const made = statuses.filter((one) => one === 201).length;
      expect(statuses.every((one) => one === 201 || one === 404)).toBe(true);
      expect(status).toBe(made > 0 ? 400 : 200);
      expect(await count('appointment WHERE department_id = ?', ids.department_id)).toBe(made);
    }
  });

  it('comes about or not by what reaches the database first', async () => {
    const behind = (first: () => Promise<unknown>) => {
      const batch = (session: D1DatabaseSession) => async (statements: D1PreparedStatement[]) => {
        await first();
        return session.batch(statements);
      };
      return { env: { DB: databaseWith((session) => ({ batch: batch(session) })) } };
    };
    const [one, other] = [await newBooking(), await newBooking()];
    const { department_id } = one.ids;
    const booked = await one.book(
      { schedule: FUTURE },
      behind(() => remove(department_id)),
    );
    expect([booked.status, booked.body.detail]).toEqual([404, `Department not found: ${department_id}`]);
    const path = `/department/${other.ids.department_id}`;
    expect(
      (
        await call(
          'DELETE',
          path,
          behind(() => other.book({ schedule: FUTURE })),
        )
      ).status,
    ).toBe(400);
    expect((await call('GET', path)).status).toBe(200);
  });
});
