import { describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { make } from '../support/factories';

const told = async (query: string, path = '/patient/') => {
  const { status, headers } = await call('GET', `${path}?${query}`);
  return [status, headers.get('x-ignored-parameters')];
};
const names = (n: number, length: number) => Array.from({ length: n }, (_, i) => `p${i}`.padEnd(length, 'x'));

describe('The header x-ignored-parameters', () => {
  it.each([
    ['nothing where all is taken', 'search=berg&limit=5', null],
    ['nothing where nothing is sent', '', null],
    [
      'a parameter once, and never what it is set to',
      'updated_since=2099-01-01&updated_since=2098-01-01',
      'updated_since',
    ],
    ['parameters in the order in which they were sent', 'sort=name&limit=5&_count=3', 'sort, _count'],
    ['one of another spelling', 'Search=berg&search%20=berg', 'Search, search%20'],
    ['other letters, dots and commas in percent-encoding', '%C3%A5.b,%20c=1', '%C3%A5%2Eb%2C%20c'],
    ['what a line of a header would end at', 'a%0D%0Ax-evil:1', 'a%0D%0Ax-evil%3A1'],
    ['what an object has anyway', '__proto__=1&toString=2&constructor', '__proto__, toString, constructor'],
  ])('names %s', async (_, query, header) => {
    expect(await told(query)).toEqual([200, header]);
  });

  it('names 20 or 1,000 characters, and says that there are more', async () => {
    expect(await told(names(20, 5).join('&'))).toEqual([200, names(20, 5).join(', ')]);
    expect(await told(names(21, 5).join('&'))).toEqual([200, [...names(20, 5), '...'].join(', ')]);
    expect(await told(names(10, 300).join('&'))).toEqual([200, [...names(3, 300), '...'].join(', ')]);
    expect(await told(names(1, 1_001).join())).toEqual([200, '...']);
  });

  it('is on no error, and not where nothing has changed', async () => {
    const { id } = await make.patient();
    expect(await told('colour=red', `/patient/${crypto.randomUUID()}`)).toEqual([404, null]);
    expect(await told('colour=red&limit=many')).toEqual([422, null]);
    expect((await call('GET', '/patient/?colour=red', { as: 'none' })).headers.get('x-ignored-parameters')).toBeNull();
    const read = await call('GET', `/patient/${id}?colour=red`);
    const again = { headers: { 'if-none-match': read.headers.get('etag') ?? '' } };
    const { status, headers } = await call('GET', `/patient/${id}?colour=red`, again);
    expect([read.headers.get('x-ignored-parameters'), status, headers.get('x-ignored-parameters')]).toEqual([
      'colour',
      304,
      null,
    ]);
  });

  it('is on answers without a login, to HEAD, and of tables', async () => {
    const health = await call('GET', '/health/?colour=red', { as: null });
    expect([health.status, health.headers.get('x-ignored-parameters')]).toEqual([200, 'colour']);
    const head = await call('HEAD', '/department/?format=csv');
    expect([head.status, head.headers.get('x-ignored-parameters')]).toEqual([200, 'format']);
    const table = await call('GET', '/invoice/?format=csv&colour=red');
    expect([table.status, table.headers.get('x-ignored-parameters')]).toEqual([200, 'colour']);
  });

  it('is not on answers of FHIR, which says it in its own words', async () => {
    const { status, headers } = await call('GET', '/fhir/r4/Patient?colour=red');
    expect([status, headers.get('x-ignored-parameters')]).toEqual([200, null]);
  });

  it('can be read by a portal of another origin', async () => {
    const options = { headers: { origin: 'https://a.example' }, env: { CORS_ORIGINS: 'https://a.example' } };
    const { headers } = await call('GET', '/patient/?colour=red', options);
    expect(headers.get('access-control-expose-headers')?.split(',')).toContain('x-ignored-parameters');
  });
});
