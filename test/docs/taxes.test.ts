import { env } from 'cloudflare:workers';
import { afterAll, describe, expect, it, vi } from 'vitest';
import money from '../../docs/money.md?raw';
import type { Body } from '../support/client';

const examples: Body[] = [...money.matchAll(/```json\n([^`]*)```/g)].map(([, json = '']) => JSON.parse(json));

const original = env.CURRENCY;
afterAll(() => {
  Object.assign(env, { CURRENCY: original });
  vi.resetModules();
});

describe('docs/money.md', () => {
  it('has an example of each of five countries', () =>
    expect(examples.map(({ currency }) => currency)).toEqual(['EUR', 'BRL', 'INR', 'JPY', 'USD']));

  it.each(examples.map((example) => [example.currency, example] as const))(
    'computes in %s what the service does',
    async (currency, { currency: _, tax_included, items, discount_percent, ...computed }) => {
      Object.assign(env, { CURRENCY: currency });
      vi.resetModules(); // the currency is read when the modules are loaded
      const { make } = await import('../support/factories');
      const given = { items, discount_percent: discount_percent ?? 0 };
      const TAX_INCLUDED = tax_included ? 'yes' : 'no';
      expect(await make.invoice(given, { env: { TAX_INCLUDED } })).toMatchObject({ tax_included, ...computed });
    },
  );
});
