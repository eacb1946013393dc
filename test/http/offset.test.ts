import { describe, expect, it } from 'vitest';
import { call } from '../support/client';
import { operations } from '../support/openapi';

const takingOffset = operations.filter(({ operation }) =>
  operation.parameters?.some(({ name }: { name: string }) => name === 'offset'),
);

describe('An offset', () => {
  it('is documented by the five lists of the interface', () => {
    const paths = takingOffset.map(({ path }) => path).sort();
    expect(paths).toEqual(expect.arrayContaining(['/catalog/', '/department/', '/doctor/', '/invoice/', '/patient/']));
  });

  it.each(takingOffset.map(({ path }) => path))(
    'of %s is 100,000 at most, as a page reads what it skips',
    async (path) => {
      expect((await call('GET', `${path}?offset=100000`)).status).toBe(200);
      const { status, body, cost } = await call('GET', `${path}?offset=100001`);
      expect([status, body.detail, cost.trips]).toEqual([
        422,
        [
          {
            loc: ['query', 'offset'],
            msg: 'Input should be less than or equal to 100000',
            type: 'less_than_equal',
          },
        ],
        0,
      ]);
    },
  );
});
