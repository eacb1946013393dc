import { describe, expect, it } from 'vitest';
import { call, ok } from '../support/client';
import { brokenDatabase, logged } from '../support/fakes';
import { input } from '../support/input';
import { row } from '../support/rows';

describe('The header', () => {
  it('x-request-id is kept when it is well formed, and replaced otherwise', async () => {
    for (const given of ['a', 'A-z_0.9', 'x'.repeat(64)]) {
      for (const path of ['/patient/', '/nope']) {
        expect((await call('GET', path, { headers: { 'x-request-id': given } })).headers.get('x-request-id')).toBe(
          given,
        );
      }
    }
    for (const given of ['', 'a b', 'x'.repeat(65), '<script>', 'a,b', 'ä']) {
      const { headers } = await call('GET', '/patient/', { headers: { 'x-request-id': given } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    const { id } = await ok('POST', '/patient/', {
      json: input.patient(),
      headers: { 'x-request-id': 'audited-1', 'cf-connecting-ip': '198.51.100.4' },
    });
    const audit = await row('SELECT request_id, address FROM audit WHERE entity_id = ?', id);
    expect(audit).toEqual({ request_id: 'audited-1', address: '198.51.100.4' });
  });

  it('x-d1-bookmark is accepted when this service sent it, and refused otherwise', async () => {
    const { headers } = await call('GET', '/patient/');
    const bookmark = headers.get('x-d1-bookmark') ?? '';
    expect(bookmark).toMatch(/^[0-9a-f]{8}-/);
    expect((await call('GET', '/patient/', { headers: { 'x-d1-bookmark': bookmark } })).status).toBe(200);
    for (const wrong of [
      '',
      'garbage',
      'first-unconstrained',
      'first-primary',
      "' OR 1=1",
      `${bookmark}-x`,
      'f'.repeat(5000),
    ]) {
      const answer = await call('GET', '/patient/', { headers: { 'x-d1-bookmark': wrong } });
      expect([wrong, answer.status]).toEqual([wrong, 400]);
      expect(answer.headers.get('x-d1-bookmark')).toBe(null);
    }
  });

  it('server-timing has the cost of the database in development only', async () => {
    expect((await call('GET', '/patient/')).cost.trips).toBe(1);
    const { headers } = await call('GET', '/patient/', { env: { ENVIRONMENT: 'production' } });
    expect(headers.has('server-timing')).toBe(false);
  });
});

describe('CORS', () => {
  const from = (
    origin: string,
    CORS_ORIGINS: string,
    method = 'GET',
    path = '/patient/',
    as: 'staff' | null = 'staff',
  ) => call(method, path, { as, headers: { origin }, env: { CORS_ORIGINS } });
  const allowed = (headers: Headers) => headers.get('access-control-allow-origin');

  it('allows the origins in CORS_ORIGINS and no other, in errors, too', async () => {
    const two = 'https://a.example, https://b.example';
    expect(allowed((await from('https://a.example', two)).headers)).toBe('https://a.example');
    expect(allowed((await from('https://b.example', two)).headers)).toBe('https://b.example');
    expect((await from('https://a.example', two)).headers.get('vary')).toMatch(/origin/i);
    for (const other of ['https://c.example', 'https://a.example.evil', 'http://a.example', 'null']) {
      expect(allowed((await from(other, two)).headers), other).toBe(null);
      expect(allowed((await from(other, '')).headers), other).toBe(null);
    }
    expect(allowed((await from('https://any.example', '*')).headers)).toBe('*');
    // Of an app, and of a machine in the house.
    for (const own of ['capacitor://localhost', 'http://[::1]:3000', 'http://10.0.0.7:8080']) {
      expect(allowed((await from(own, `https://a.example,${own}`)).headers)).toBe(own);
    }
    for (const path of ['/patient/', '/patient/x', '/nope']) {
      expect(allowed((await from('https://a.example', two, 'GET', path, null)).headers), path).toBe(
        'https://a.example',
      );
    }
    const failed = await logged(async () => {
      const options = {
        headers: { origin: 'https://a.example' },
        env: { CORS_ORIGINS: two, DB: brokenDatabase(new Error('x')) },
      };
      expect(allowed((await call('GET', '/patient/', options)).headers)).toBe('https://a.example');
    });
    expect(failed).toContain('"error":"internal"');
  });

  it('answers a preflight request without a token, and never allows credentials', async () => {
    const sent = 'authorization content-type prefer if-match if-none-match if-none-exist accept'.split(' ');
    const { status, headers, bytes } = await call('OPTIONS', `/patient/${crypto.randomUUID()}`, {
      as: null,
      headers: {
        origin: 'https://a.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': sent.join(','),
      },
      env: { CORS_ORIGINS: 'https://a.example' },
    });
    expect([status, bytes.length]).toEqual([204, 0]);
    expect(allowed(headers)).toBe('https://a.example');
    for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH']) {
      expect(headers.get('access-control-allow-methods')).toContain(method);
    }
    expect(headers.get('access-control-allow-headers')?.split(',')).toEqual(sent);
    expect(headers.get('access-control-allow-credentials')).toBe(null);
    const exposed = (await from('https://a.example', '*')).headers.get('access-control-expose-headers');
    for (const name of ['etag', 'link', 'location', 'x-request-id', 'x-d1-bookmark', 'retry-after'])
      expect(exposed).toContain(name);
    for (const name of ['content-location', 'last-modified', 'x-progress', 'expires'])
      expect(exposed?.split(',')).toContain(name);
  });
});
