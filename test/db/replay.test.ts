import { describe, expect, it } from 'vitest';
import { type CallOptions, call, ok } from '../support/client';
import { make } from '../support/factories';
import { faultyDatabase } from '../support/faulty';
import { makePng, PNG, readFile, uploadRaw } from '../support/files';
import { input, unique } from '../support/input';
import { withoutPauses } from '../support/pauses';
import { count, row, rows, trail } from '../support/rows';

withoutPauses();

const PLACES = ['before', 'after'] as const;

/** Sends a request to a database of which a batch fails. */
async function through(
  fault: Parameters<typeof faultyDatabase>[0],
  method: string,
  path: string,
  options: CallOptions,
) {
  const faulty = faultyDatabase(fault);
  const answer = await call(method, path, { ...options, env: { DB: faulty.DB, ...options.env } });
  return { ...answer, sent: faulty.sent };
}

const appointment = async () => {
  const [{ id: patient_id }, { id: doctor_id }, { id: department_id }] = [
    await make.patient(),
    await make.doctor(),
    await make.department(),
  ];
  return input.appointment({ patient_id, doctor_id, department_id });
};
const CREATES: [path: string, body: () => object | Promise<object>, env?: Record<string, string>][] = [
  ['/department/', input.department],
  ['/patient/', input.patient],
  ['/doctor/', input.doctor],
  ['/catalog/', input.catalogItem],
  ['/appointment/', appointment],
  ['/appointment/', appointment, { DOUBLE_BOOKING: 'reject' }],
  ['/invoice/', async () => input.invoice({ patient_id: (await make.patient()).id })],
];

describe.each(PLACES)('Where the connection breaks %s the batch took effect', (when) => {
  it.each(CREATES)('POST %s creates one record and answers with it', async (path, body, env = {}) => {
    for (const keyed of [false, true]) {
      const headers: Record<string, string> = {
        prefer: 'return=representation',
        ...(keyed && { 'idempotency-key': unique('key') }),
      };
      const json = await body();
      const table = path === '/catalog/' ? 'catalog_item' : path.replaceAll('/', '');
      const before = await count(table);
      const made = await through({ when }, 'POST', path, { json, headers, env });
      expect([made.status, made.sent]).toEqual([201, 2]);
      expect(await count(table)).toBe((before ?? 0) + 1);
      expect(await trail(made.body.id)).toEqual(['create 1']);
      if (made.body.reg_number) {
        const stored = await row(`SELECT reg_number FROM ${table} WHERE id = ?`, made.body.id);
        expect(stored).toEqual({ reg_number: made.body.reg_number });
      }
      if (keyed) expect((await call('POST', path, { json, headers, env })).body).toEqual(made.body);
    }
  });

  it('a doctor gets one account, and a signup as well', async () => {
    const json = input.doctor();
    const { body } = await through({ when }, 'POST', '/doctor/', { json });
    expect(await trail(body.user.id)).toEqual(['create 1']);
    await ok('POST', '/auth/login', { as: null, json: json.user });
    const signup = { email: `${unique('s')}@test.example`, password: 'long-enough!', full_name: 'Sven' };
    const signed = await through({ when }, 'POST', '/auth/signup', { as: null, json: signup });
    expect([signed.status, await trail(signed.body.id)]).toEqual([200, ['create 1']]);
  });

  it('an upload stores one file', async () => {
    const { id } = await make.patient();
    const { DB } = faultyDatabase({ when });
    const { status, body } = await uploadRaw(PNG, { entity_id: id, filename: 'a.png' }, { env: { DB } });
    expect([status, (await readFile(body)).status, await trail(body.id)]).toEqual([201, 200, ['create 1']]);
    expect((await ok('GET', `/patient/${id}`)).files).toEqual([body]);
  });

  it.each([
    ['/patient/', () => make.patient(), input.patient],
    ['/doctor/', () => make.doctor(), input.doctor],
    ['/catalog/', () => make.catalogItem(), input.catalogItem],
    ['/department/', () => make.department(), input.department],
  ])('PUT %s with If-Match takes place once', async (path, maker, body) => {
    const { id } = await maker();
    const json = body();
    const headers = { 'if-match': '"1"', prefer: 'return=representation' };
    const put = await through({ when }, 'PUT', `${path}${id}`, { json, headers });
    expect([put.status, put.headers.get('etag'), put.sent]).toEqual([200, '"2"', 2]);
    expect(put.body).toEqual(await ok('GET', `${path}${id}?view=full`));
    expect(await trail(id)).toEqual(['create 1', expect.stringMatching(/^update 2/)]);
    expect((await call('PUT', `${path}${id}`, { json, headers })).status).toBe(412);
  });

  it('PUT of a doctor makes an admin once, and none of an account that is not its owner’s', async () => {
    for (const [own, status] of [
      [true, 200],
      [false, 409],
    ]) {
      const { id, user } = await make.doctor({}, { as: 'admin' });
      if (own) await rows('UPDATE user SET password_set_by = id WHERE id = ?', user.id);
      const json = input.doctor({ user: { type: 'admin', password: undefined } });
      const options = { json, headers: { 'if-match': '"1"' }, as: 'admin' } as const;
      expect((await through({ when }, 'PUT', `/doctor/${id}`, options)).status).toBe(status);
      expect((await ok('GET', `/doctor/${id}?view=full`)).user.type).toBe(own ? 'admin' : 'doctor');
      expect(await trail(user.id)).toHaveLength(own ? 2 : 1);
    }
  });

  it('PUT of an invoice takes place once: its read and its write are sent again', async () => {
    const { id, patient_id } = await make.invoice();
    const json = { patient_id, status: 'ISSUED', tags: ['x'] };
    const reading = await through({ when }, 'PUT', `/invoice/${id}`, { json });
    expect([reading.status, reading.headers.get('etag'), reading.sent]).toEqual([200, '"2"', 3]);
    const writing = await through({ when, batches: [2] }, 'PUT', `/invoice/${id}`, { json: { ...json, tags: [] } });
    expect([writing.status, writing.headers.get('etag'), writing.sent]).toEqual([200, '"3"', 3]);
    expect(await trail(id)).toEqual(['create 1', 'update 2 status,tags', 'update 3 tags']);
  });

  it('PUT that leaves something out takes place once, as it asks for the version that it has read', async () => {
    const { id, gender, first_name, last_name } = await make.patient();
    const json = { gender, first_name, last_name, phone_number: '1' };
    const put = await through({ when }, 'PUT', `/patient/${id}`, { json });
    expect([put.status, put.headers.get('etag'), await trail(id)]).toEqual([
      200,
      '"2"',
      ['create 1', 'update 2 phone_number'],
    ]);
  });

  it.each([
    ['patient', () => make.patient()],
    ['doctor', () => make.doctor()],
    ['department', () => make.department()],
  ])('DELETE of a %s takes place once', async (entity, maker) => {
    for (const headers of [{}, { 'if-match': '"1"' }] as Record<string, string>[]) {
      const { id } = await maker();
      const file = await makePng(id);
      const removed = await through({ when }, 'DELETE', `/${entity}/${id}`, { headers });
      expect([removed.status, removed.sent]).toEqual([200, 2]);
      expect(await trail(id)).toEqual(['create 1', 'delete 2 deleted_at']);
      expect(await trail(file.id)).toEqual(['create 1', 'delete 2 deleted_at']);
      expect((await call('DELETE', `/${entity}/${id}`)).status).toBe(404);
    }
  });

  it('DELETE of a file takes place once', async () => {
    const file = await makePng((await make.patient()).id);
    const removed = await through({ when }, 'DELETE', `/static/delete_file/${file.id}`, {});
    expect([removed.status, removed.sent]).toEqual([200, 2]);
    expect(await trail(file.id)).toEqual(['create 1', 'delete 2 deleted_at']);
    expect((await call('DELETE', `/static/delete_file/${file.id}`)).status).toBe(404);
  });

  it('DELETE of a catalog item takes place once', async () => {
    const { id } = await make.catalogItem();
    const removed = await through({ when }, 'DELETE', `/catalog/${id}`, {});
    expect([removed.status, removed.sent, await trail(id)]).toEqual([200, 2, ['create 1', 'delete 2 deleted_at']]);
  });

  it('is 503 at the second failure, and says to come back in 1 to 5 seconds', async () => {
    const seconds = new Set<number>();
    for (let n = 0; n < 12; n++) {
      const refused = await through({ when, batches: [1, 2] }, 'POST', '/department/', { json: input.department() });
      expect([refused.status, refused.sent]).toEqual([503, 2]);
      seconds.add(Number(refused.headers.get('retry-after')));
    }
    expect([...seconds].every((n) => [1, 2, 3, 4, 5].includes(n))).toBe(true);
    expect(seconds.size).toBeGreaterThan(1);
  });
});

describe('A replay is not tried', () => {
  it.each(PLACES)('for a PUT that asks for no version: another one may come between (%s)', async (when) => {
    const { id } = await make.patient();
    const put = await through({ when }, 'PUT', `/patient/${id}`, { json: input.patient() });
    expect([put.status, put.sent]).toEqual([503, 1]);
    expect(await trail(id)).toHaveLength(when === 'before' ? 1 : 2);
  });

  it.each(PLACES)('for hours, unless a PUT names the version that they have (%s)', async (when) => {
    const id = (await make.doctor()).id;
    const path = `/calendar/doctors/${id}/hours`;
    const json = input.hours({ department_id: (await make.department()).id });
    const put = async (headers: Record<string, string>) => {
      const { status, sent } = await through({ when }, 'PUT', path, { json, headers });
      return [status, sent];
    };
    expect(await put({})).toEqual([503, 1]);
    expect((await call('GET', path)).headers.get('etag')).toBe(when === 'before' ? '"0"' : '"1"');
    await ok('PUT', path, { json });
    const { headers } = await call('GET', path);
    expect(await put({})).toEqual([503, 1]);
    const now = when === 'before' ? headers : (await call('GET', path)).headers;
    expect(await put({ 'if-match': now.get('etag') ?? '' })).toEqual([200, 2]);
  });

  it('for a login, which counts attempts', async () => {
    const json = { email: 'nobody@test.example', password: 'wrong password' };
    const login = await through({ when: 'before' }, 'POST', '/auth/login', { as: null, json });
    expect([login.status, login.sent]).toEqual([503, 1]);
  });

  it.each([
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
    'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.',
    'D1_ERROR: interrupted: SQLITE_INTERRUPT',
    'D1_ERROR: database or disk is full: SQLITE_FULL',
  ])('where it would not help: %s', async (message) => {
    const made = await through({ when: 'before', message }, 'POST', '/patient/', { json: input.patient() });
    expect([made.status, made.sent]).toEqual([503, 1]);
  });
});

describe('What others do meanwhile', () => {
  const other = (id: string, json: object = input.patient({ first_name: 'Other' })) =>
    ok('PUT', `/patient/${id}`, { json });
  const put = (fault: Parameters<typeof faultyDatabase>[0], id: string, headers: Record<string, string>) =>
    through(fault, 'PUT', `/patient/${id}`, { json: input.patient({ first_name: 'Own' }), headers });

  it('is reported as such if the write had not taken place', async () => {
    const { id } = await make.patient();
    const late = await put({ when: 'before', meanwhile: () => other(id) }, id, { 'if-match': '"1"' });
    expect([late.status, await trail(id)]).toEqual([412, ['create 1', expect.stringContaining('update 2')]]);
    const gone = { when: 'before', meanwhile: () => ok('DELETE', `/patient/${id}`) } as const;
    expect((await through(gone, 'DELETE', `/patient/${id}`, {})).status).toBe(404);
    expect(await trail(id)).toHaveLength(3);
  });

  it('is neither overwritten nor blamed if the write had taken place: that is 503', async () => {
    const { id, gender, last_name } = await make.patient();
    const own = await put({ when: 'after', meanwhile: () => other(id) }, id, { 'if-match': '"1"' });
    expect(own.status).toBe(503);
    const partial = await through({ when: 'after', meanwhile: () => other(id) }, 'PUT', `/patient/${id}`, {
      json: { gender, last_name, first_name: 'Partly' },
    });
    expect(partial.status).toBe(503);
    expect((await ok('GET', `/patient/${id}`)).first_name).toBe('Other');
    expect(await trail(id)).toHaveLength(5);
  });

  it('does not keep a create from being answered', async () => {
    const meanwhile = async () => {
      const made = await row<{ id: string }>('SELECT id FROM patient ORDER BY seq DESC');
      await ok('DELETE', `/patient/${made?.id}`);
    };
    const made = await through({ when: 'after', meanwhile }, 'POST', '/patient/', { json: input.patient() });
    expect([made.status, await trail(made.body.id)]).toEqual([201, ['create 1', 'delete 2 deleted_at']]);
  });

  it('does not make an invoice that took place look refused', async () => {
    const { id: patient_id } = await make.patient();
    const fault = { when: 'after', meanwhile: () => ok('DELETE', `/patient/${patient_id}`) } as const;
    const made = await through(fault, 'POST', '/invoice/', { json: input.invoice({ patient_id }) });
    expect([made.status, await trail(made.body.id)]).toEqual([201, ['create 1']]);
  });

  it('decides a taken code: the one whose create took place has it', async () => {
    const json = input.department();
    const lost = await through(
      { when: 'before', meanwhile: () => ok('POST', '/department/', { json }) },
      'POST',
      '/department/',
      { json },
    );
    expect(lost.status).toBe(400);
  });
});
