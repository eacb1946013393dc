import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Body } from '../support/client';
import { input } from '../support/input';

type Client = typeof import('../support/client') & typeof import('../support/factories');

/** Loads the app and its client again, as a new isolate does: the currency is read when the modules are loaded. */
async function deployedWith(currency: string | undefined): Promise<Client> {
  Object.assign(env, { CURRENCY: currency });
  vi.resetModules();
  return { ...(await import('../support/client')), ...(await import('../support/factories')) };
}

const original = env.CURRENCY;
afterAll(() => {
  Object.assign(env, { CURRENCY: original });
  vi.resetModules();
});

describe.each(
  [
    // 3 × price = gross, 12.5 % of it rounded half up, less the discount
    { currency: 'JPY', decimals: 0, price: 333, discount: 1, net: 999 - 125 - 1, tooFine: 0.5 },
    { currency: 'USD', decimals: 2, price: 3.33, discount: 0.01, net: 8.73, tooFine: 0.005 },
    { currency: 'KWD', decimals: 3, price: 0.333, discount: 0.001, net: 0.873, tooFine: 0.0005 },
    { currency: 'CLF', decimals: 4, price: 0.0333, discount: 0.0001, net: 0.0873, tooFine: 0.00005 },
  ].map((each) => [each.currency, each] as const),
)('With the currency %s, the service', (currency, { decimals, price, discount, net, tooFine }) => {
  let client: Client;
  beforeAll(async () => {
    client = await deployedWith(currency);
  });
  const unit = 10 ** -decimals;
  const line = (fields: object) => ({ name: 'Visit', unit_price: price, ...fields });

  it(`computes with ${decimals} decimals`, async () => {
    const invoice = await client.make.invoice({
      items: [line({ quantity: 3, discount_percent: 12.5, discount_amount: discount })],
      paid_amount: price,
    });
    expect(invoice.items).toEqual([
      {
        catalog_id: null,
        code: null,
        name: 'Visit',
        quantity: 3,
        unit_price: price,
        discount_percent: 12.5,
        discount_amount: discount,
        net_amount: net,
      },
    ]);
    expect(invoice).toMatchObject({ subtotal: net, total_amount: net, paid_amount: price });
    expect(invoice.remaining_amount).toBe(Number((net - price).toFixed(decimals)));
    expect((await client.call('GET', `/invoice/${invoice.id}`)).body).toEqual(invoice);
  });

  it('rounds a percentage half up to the smallest unit', async () => {
    const { items } = await client.make.invoice({
      items: [line({ unit_price: unit, discount_percent: 50 }), line({ unit_price: unit, discount_percent: 49.9 })],
    });
    expect(items.map((item: Body) => item.net_amount)).toEqual([0, Number(unit.toFixed(decimals))]);
  });

  it('refuses more decimals everywhere', async () => {
    const { call, make } = client;
    const patient_id = (await make.patient()).id;
    const json = input.invoice({
      patient_id,
      discount_amount: tooFine,
      paid_amount: tooFine,
      items: [line({ unit_price: tooFine, discount_amount: tooFine })],
    });
    const { status, body } = await call('POST', '/invoice/', { json });
    expect(status).toBe(422);
    expect(body.detail.map(({ loc, type }: Body) => [loc, type])).toEqual([
      [['body', 'discount_amount'], 'value_error'],
      [['body', 'paid_amount'], 'value_error'],
      [['body', 'items', 0, 'unit_price'], 'value_error'],
      [['body', 'items', 0, 'discount_amount'], 'value_error'],
    ]);
    expect(body.detail[0].msg).toBe(`Amount should have at most ${decimals} decimals`);
    const item = input.catalogItem({ default_price: tooFine, discount_amount: tooFine });
    const refused = await call('POST', '/catalog/', { json: item });
    expect(refused.status).toBe(422);
    expect(refused.body.detail.map(({ loc }: Body) => loc[1])).toEqual(['default_price', 'discount_amount']);
  });

  it('copies a catalog price to an invoice line unchanged', async () => {
    const item = await client.make.catalogItem({ default_price: price, discount_amount: discount });
    expect(item).toMatchObject({ default_price: price, discount_amount: discount });
    const invoice = await client.make.invoice({ items: [{ catalog_id: item.id }] });
    expect(invoice.total_amount).toBe(Number((price - discount).toFixed(decimals)));
  });

  it('accepts the largest amount and no larger one', async () => {
    const largest = 1e13 / 10 ** decimals;
    const { total_amount } = await client.make.invoice({ items: [line({ unit_price: largest })] });
    expect(total_amount).toBe(largest);
    const over = { ...input.invoice(), items: [line({ unit_price: largest + 1 })] };
    expect((await client.call('POST', '/invoice/', { json: over })).status).toBe(422);
  });
});

describe('The currency', () => {
  it('is USD when a deployment sets none', async () => {
    const client = await deployedWith(undefined);
    expect((await client.make.catalogItem({ default_price: 0.01 })).default_price).toBe(0.01);
    expect((await client.call('POST', '/catalog/', { json: input.catalogItem({ default_price: 0.001 }) })).status).toBe(
      422,
    );
  });

  it('is answered with 503 and the name of the variable when it is not one', async () => {
    const client = await deployedWith('EURO');
    const { status, body } = await client.call('GET', '/catalog/', {
      as: null,
      headers: { authorization: 'Bearer x' },
    });
    expect(status).toBe(503);
    expect(body.detail).toContain('CURRENCY');
  });
});
