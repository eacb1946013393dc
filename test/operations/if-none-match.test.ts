import { beforeAll, describe, expect, it } from 'vitest';
import { accessSent, type Body, call, ok, type Result } from '../support/client';
import { make } from '../support/factories';
import { makePng } from '../support/files';
import { newFixtures } from '../support/fixtures';
import { operations } from '../support/openapi';
import type { Fixtures } from '../support/operations/record';
import { CASES, requestOf, takes } from '../support/requests';

const get = (path: string, headers: Record<string, string> = {}) => call('GET', path, { headers });
const tagOf = ({ headers }: Result): string => headers.get('etag') ?? '';
const again = async (path: string, answer: Result) => get(path, { 'if-none-match': tagOf(answer) });

let fixtures: Fixtures;
let appointment: Body;
let invoice: Body;
let patient: Body;
let doctor: Body;
let item: Body;
beforeAll(async () => {
  fixtures = await newFixtures();
  ({ appointment, invoice, patient, doctor, item } = fixtures);
});

/** Files and feeds, which have no token, have tests of their own; a table has no tag. */
const conditional = CASES.filter(
  ([, { name, what }]) => takes(name, 'if-none-match') && !what.startsWith('CSV') && !/ \/(static|feeds)\//.test(name),
);
const isList = (name: string) => ['GET /calendar/appointments/', 'GET /calendar/hours'].includes(name);
const ofRecords = conditional.filter(([, { name }]) => !isList(name));

describe('If-None-Match', () => {
  it('is taken by every read that answers an ETag', () => {
    const versioned = operations.filter(
      ({ method, path, operation }) =>
        method === 'GET' && operation.responses[200]?.headers?.etag && !/^\/(static|feeds)\//.test(path),
    );
    const names = versioned.map(({ name }) => name);
    expect([...new Set(conditional.map(([, { name }]) => name))].sort()).toEqual(names.sort());
    for (const { name, operation } of versioned) expect(operation.responses, name).toHaveProperty('304');
  });

  it.each(conditional)('of what the client has is 304 without a body: %s', async (_, one) => {
    const { path, as } = await requestOf(one, fixtures);
    const get = (at: string, headers = {}) => call('GET', at, { as, headers });
    const first = await get(path);
    const tag = tagOf(first);
    const form = isList(one.name) ? /^"[0-9a-f]{32}-\d+-[0-9a-f]{32}"$/ : /^"\d+(-[0-9a-f]{16})?"$/;
    expect([first.status, tag]).toEqual([200, expect.stringMatching(form)]);
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const sent = { 'if-none-match': known, origin: 'https://portal.example' };
      const { status, headers, bytes, cost } = await get(path, sent);
      expect([status, bytes.length, headers.get('etag'), cost.trips], known).toEqual([304, 0, tag, first.cost.trips]);
      expect(headers.has('x-d1-bookmark') && headers.has('x-request-id')).toBe(true);
      expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual(['*', 'no-store']);
    }
    for (const other of ['"99"', '', 'x', '"', `"x${tag.slice(1)}`]) {
      expect((await get(path, { 'if-none-match': other })).body, other).toEqual(first.body);
    }
    expect((await call('HEAD', path, { as, headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  it.each(ofRecords)('comes after 401, 403 and 404: %s', async (_, one) => {
    const headers = { 'if-none-match': '*' };
    const { path, as } = await requestOf(one, fixtures);
    expect((await call('GET', path, { as: null, headers })).status).toBe(401);
    expect((await call('GET', path, { as: 'none', headers })).status).toBe(403);
    const unknown = path.replace(/[^/]{8}(?=(\/(hours|note))?(\?.*)?$)/, '00000000');
    // Of one that is there whatever its address has, there is no other.
    if (unknown !== path) expect((await call('GET', unknown, { as, headers })).status, unknown).toBe(404);
  });

  it('of a record is in the access log as any other read', async () => {
    const path = `/patient/${patient.id}`;
    const { headers } = await again(path, await get(path));
    const request_id = headers.get('x-request-id');
    expect(accessSent.at(-1)).toMatchObject({ request_id, action: 'read', entity_id: patient.id });
  });
});

/** What changes an answer, whether or not it makes a new version of the record. */
const CHANGES: Record<string, [path: () => string, change: () => Promise<unknown>][]> = {
  'another field': [
    [() => `/patient/${patient.id}`, () => ok('PATCH', `/patient/${patient.id}`, { json: { gender: 'x' } })],
    [() => `/catalog/${item.id}?view=full`, () => ok('PATCH', `/catalog/${item.id}`, { json: { name: 'B' } })],
    [() => `/catalog/${item.id}`, () => ok('PATCH', `/catalog/${item.id}`, { json: { name: 'C' } })],
    [
      () => `/calendar/doctors/${doctor.id}/hours`,
      () => ok('PUT', `/calendar/doctors/${doctor.id}/hours`, { json: { weekly: [] } }),
    ],
  ],
  'a file': [
    [() => `/patient/${patient.id}`, () => makePng(patient.id)],
    [() => `/patient/reg_number/${patient.reg_number}?view=full`, () => makePng(patient.id)],
    [() => `/doctor/${doctor.id}`, () => makePng(doctor.id)],
    [() => `/calendar/appointments/${appointment.id}`, () => makePng(appointment.id)],
  ],
  'a name that is joined': [
    ...['/calendar/appointments/', '/invoice/'].flatMap((at): (typeof CHANGES)[string] => {
      const path = () => `${at}${at === '/invoice/' ? invoice.id : appointment.id}?view=full`;
      return [
        [
          path,
          () => ok('PATCH', `/patient/${patient.id}`, { json: { last_name: crypto.randomUUID().replace(/\d/g, 'x') } }),
        ],
        [
          path,
          () => ok('PATCH', `/doctor/${doctor.id}`, { json: { last_name: crypto.randomUUID().replace(/\d/g, 'x') } }),
        ],
      ];
    }),
    [
      () => `/invoice/${invoice.id}?view=full`,
      () => ok('PATCH', `/calendar/appointments/${appointment.id}`, { json: { type: 'IPD' } }),
    ],
    [
      () => `/calendar/appointments/${appointment.id}?view=full`,
      () => ok('PATCH', `/department/${appointment.department_id}`, { json: { name: 'Elsewhere' } }),
    ],
  ],
  'the account': [
    [
      () => `/doctor/${doctor.id}?view=full`,
      () => ok('PATCH', `/auth/users/${doctor.user.id}`, { as: 'admin', json: { type: 'staff' } }),
    ],
  ],
  'a payment': [
    [
      () => `/invoice/${invoice.id}?view=full`,
      async () => {
        await ok('PATCH', `/invoice/${invoice.id}`, { json: { status: 'ISSUED' } });
        return ok('POST', `/invoice/${invoice.id}/payments`, { json: { amount: 1, method: 'cash' } });
      },
    ],
  ],
};

describe('What the client has is no longer what it would get after', () => {
  it.each(
    Object.entries(CHANGES).flatMap(([what, cases]) =>
      cases.map(([path, change], i) => [`${what} ${i}`, path, change] as const),
    ),
  )('%s', async (_, path, change) => {
    const before = await get(path());
    expect((await again(path(), before)).status).toBe(304);
    await change();
    const after = await again(path(), before);
    expect(after.status, path()).toBe(200);
  });

  it('a write, by the ETag of its answer, where reads show more than the record', async () => {
    const { id } = await make.appointment();
    const file = await makePng(id);
    const written = await call('PATCH', `/calendar/appointments/${id}`, { json: { type: 'IPD' } });
    await ok('DELETE', `/static/delete_file/${file.id}`);
    const read = await again(`/calendar/appointments/${id}`, written);
    expect([written.body.files.length, read.status, read.body.files]).toEqual([1, 200, []]);
    const { id: other } = await make.catalogItem();
    const silent = await call('PATCH', `/catalog/${other}`, { json: { name: 'Other' } });
    expect((await again(`/catalog/${other}?view=full`, silent)).body.name).toBe('Other');
  });

  it('its deletion, which is 404', async () => {
    const { id } = await make.patient();
    const before = await get(`/patient/${id}`);
    await ok('DELETE', `/patient/${id}`);
    expect((await again(`/patient/${id}`, before)).status).toBe(404);
  });

  it('which If-Match does not mind: it is about the version', async () => {
    const { id } = await make.patient();
    const read = await get(`/patient/${id}`);
    await makePng(id);
    const patch = (tag: string) =>
      call('PATCH', `/patient/${id}`, { json: { gender: 'x' }, headers: { 'if-match': tag } });
    expect((await patch(tagOf(read))).status).toBe(200);
    expect((await patch(tagOf(read))).status).toBe(412);
  });
});
