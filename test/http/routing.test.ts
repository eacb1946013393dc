import { describe, expect, it } from 'vitest';
import { ROLES } from '../../src/auth/permissions';
import { call, refusal } from '../support/client';
import { make } from '../support/factories';
import { input } from '../support/input';

describe('The service', () => {
  it('answers 404 to an unknown path, but 401 below a protected one without a token', async () => {
    const open = [
      '/nope',
      '/nope/',
      '/constructor',
      '/__proto__',
      '/patientx',
      '/..%2f',
      '/auth/nope',
      `/${'x'.repeat(5000)}`,
    ];
    for (const path of open) {
      const { status, body } = await call('GET', path, { as: null });
      expect([path, status, body]).toEqual([path, 404, refusal('route_not_found', 'Not found')]);
    }
    for (const path of ['/patient/a/b/c', '/department/a/b', '/doctor/reg_number/a/b']) {
      expect((await call('POST', path, { as: null, json: {} })).status).toBe(401);
      for (const as of ROLES)
        expect((await call('POST', path, { as, json: {} })).body).toEqual(refusal('route_not_found', 'Not found'));
    }
  });

  it('answers 404 to any path below /static/, also with line breaks, without a token', async () => {
    for (const path of ['/static/a', '/static/%0A', '/static/a%0D%0Ab/c.png']) {
      expect((await call('GET', path, { as: null })).status, path).toBe(404);
    }
  });

  it.each([
    ['PATCH', '/patient/', 'GET, HEAD, POST'],
    ['DELETE', '/department', 'GET, HEAD, POST'],
    ['POST', `/patient/${crypto.randomUUID()}`, 'GET, HEAD, PUT, PATCH, DELETE'],
    ['POST', `/department/${crypto.randomUUID()}/`, 'GET, HEAD, PUT, PATCH, DELETE'],
    ['PROPFIND', '/patient/', 'GET, HEAD, POST'],
    ['GET', '/auth/login', 'POST'],
  ])('answers 405 with Allow to %s %s', async (method, path, allow) => {
    const { status, headers, body } = await call(method, path);
    expect([status, headers.get('allow')]).toEqual([405, allow]);
    expect(body).toEqual(refusal('method_not_allowed', 'Method not allowed'));
  });

  it('checks in the order 401, 403, 422, 404', async () => {
    const path = `/patient/${crypto.randomUUID()}`;
    const statuses = [
      (await call('PUT', path, { as: null, json: {} })).status,
      (await call('PUT', path, { as: 'billing', json: {} })).status,
      (await call('PUT', path, { json: {} })).status,
      (await call('PUT', path, { json: input.patient() })).status,
    ];
    expect(statuses).toEqual([401, 403, 422, 404]);
  });

  it('answers HEAD like GET, without a body', async () => {
    const { id } = await make.patient();
    for (const path of ['/patient/', '/department', `/patient/${id}`]) {
      const { status, bytes } = await call('HEAD', path);
      expect([path, status, bytes.length]).toEqual([path, 200, 0]);
    }
    expect((await call('HEAD', `/patient/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await call('HEAD', '/patient/', { as: null })).status).toBe(401);
  });

  it.each(['/department', '/patient', '/doctor', '/invoice', '/catalog'])(
    'serves %s with and without its slash, without a redirect',
    async (path) => {
      const [a, b] = [await call('GET', path), await call('GET', `${path}/`)];
      expect([a.status, b.status]).toEqual([200, 200]);
      expect(a.body).toEqual(b.body);
      for (const slash of ['', '/']) expect((await call('POST', path + slash, { json: {} })).status).toBe(422);
      for (const query of ['?limit=1', '/?limit=1']) expect((await call('GET', path + query)).status).toBe(200);
    },
  );

  it('redirects / to the API reference', async () => {
    const { status, headers } = await call('GET', '/', { as: null });
    expect([status, headers.get('location')]).toEqual([302, '/docs']);
  });
});
