import { describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { make } from '../support/factories';
import { faultyDatabase } from '../support/faulty';
import { newDoctor, putHours as put, readHours as read } from '../support/hours';
import { input } from '../support/input';
import { trail } from '../support/rows';

const department = await make.department();
const hoursOf = () => input.hours({ department_id: department.id });

describe('If-Match', () => {
  it('with "0" sets hours that were never set, and no others', async () => {
    const id = await newDoctor();
    expect((await put(id, hoursOf(), '"1"')).status).toBe(412);
    expect((await put(id, hoursOf(), '"0"')).headers.get('etag')).toBe('"1"');
    expect((await put(id, hoursOf(), '"0"')).status).toBe(412);
    expect((await put(id, { weekly: [] }, '"0"')).status).toBe(412);
    expect((await put(id, { weekly: [] }, '"1"')).headers.get('etag')).toBe('"2"');
    expect((await put(id, hoursOf(), '*')).headers.get('etag')).toBe('"3"');
    expect((await put(id, input.hours(), '"1"')).status).toBe(412);
  });
});

describe('Without If-Match', () => {
  it('none of twenty first ones at once fails, and each has a version of its own', async () => {
    const id = await newDoctor();
    const weekly = (n: number) => hoursOf().weekly.map((one) => ({ ...one, slot_minutes: n + 1 }));
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => put(id, { weekly: weekly(n) })));
    expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const etags = all.map(({ headers }) => headers.get('etag'));
    expect(new Set(etags).size).toBe(20);
    expect(await trail(id)).toHaveLength(21);
  });

  it('two that set one list each at once both count', async () => {
    const id = await newDoctor();
    const { weekly, exceptions } = hoursOf();
    await Promise.all([put(id, { weekly }), put(id, { exceptions })]);
    expect((await read(id)).body).toEqual({ doctor_id: id, weekly, exceptions });
  });
});

describe.each(['before', 'after'] as const)('Where the connection breaks %s the batch took effect', (when) => {
  const broken = (id: string, version: string) =>
    call('PUT', `/calendar/doctors/${id}/hours`, {
      json: { ...hoursOf(), exceptions: [] },
      headers: { 'if-match': version },
      env: { DB: faultyDatabase({ when }).DB },
    });

  it('hours are replaced once', async () => {
    const id = await newDoctor();
    await put(id, hoursOf());
    const { status, headers } = await broken(id, '"1"');
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(await trail(id)).toEqual(['create 1', 'create 1', 'update 2 exceptions']);
  });

  it('the first ones are set once or not at all, and the client is told to try again', async () => {
    const id = await newDoctor();
    expect((await broken(id, '"0"')).status).toBe(503);
    const { etag } = await read(id);
    expect(etag).toBe(when === 'before' ? '"0"' : '"1"');
    expect(await trail(id)).toHaveLength(when === 'before' ? 1 : 2);
  });
});
