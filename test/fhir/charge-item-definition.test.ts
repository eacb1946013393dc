import { expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { ok } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { found, get, idsOf, idsOfPages, meta, URL } from '../support/fhir/client';
import { expectGone, expectRefusals } from '../support/fhir/promises';
import { unique } from '../support/input';

const TYPE = 'ChargeItemDefinition';
const money = (value: number) => ({ value, currency: 'USD' });

it('is an item of the catalog, with its price', async () => {
  const item = await make.catalogItem({
    ...{ code: `${unique('CT')}  b`, default_price: 149.9, discount_percent: 33.3, discount_amount: 5, tax_percent: 7 },
    tags: ['ward', 'two  words'],
  });
  const { id, code } = item;
  expect((await get(`${TYPE}/${id}`)).body).toEqual({
    ...{ resourceType: TYPE, id },
    meta: {
      ...meta,
      tag: [
        { system: SYSTEMS.tag, code: 'ward' },
        { system: SYSTEMS.tag, code: 'two words', display: 'two  words' },
      ],
    },
    url: `${URL}/${TYPE}/${id}`,
    identifier: [{ use: 'official', system: SYSTEMS.catalog, value: code }],
    ...{ title: 'Consultation', status: 'active', description: 'Half an hour with a doctor' },
    code: { coding: [{ system: SYSTEMS.catalog, code: code.replace('  ', ' ') }], text: 'Consultation' },
    propertyGroup: [
      {
        priceComponent: [
          { type: 'base', amount: money(149.9) },
          { type: 'discount', factor: 0.333 },
          { type: 'discount', amount: money(5) },
          { type: 'tax', factor: 0.07 },
        ],
      },
    ],
  });
});

it('has a price alone where that is all there is', async () => {
  const { id, code } = await make.catalogItem({ default_price: 0, category: null, description: null });
  expect((await get(`${TYPE}/${id}`)).body).toEqual({
    ...{ resourceType: TYPE, id, meta, url: `${URL}/${TYPE}/${id}`, title: 'Consultation', status: 'active' },
    identifier: [{ use: 'official', system: SYSTEMS.catalog, value: code }],
    code: { coding: [{ system: SYSTEMS.catalog, code }], text: 'Consultation' },
    propertyGroup: [{ priceComponent: [{ type: 'base', amount: money(0) }] }],
  });
});

it('is in the currency of the hospital', async () => {
  const { id } = await make.catalogItem({ default_price: 12 });
  const { body } = await get(`${TYPE}/${id}`, { env: { CURRENCY: 'JPY' } });
  expect(body.propertyGroup[0].priceComponent).toEqual([{ type: 'base', amount: { value: 1200, currency: 'JPY' } }]);
});

it('is found by its code, its name and its address, without reading other items', async () => {
  const name = unique('Ultrasound');
  for (let n = 0; n < 30; n++) await make.catalogItem();
  const { id, code } = await make.catalogItem({ name: `${name} of the Kidney` });
  const { body } = await get(`${TYPE}/${id}`);
  const system = encodeURIComponent(`${SYSTEMS.catalog}|`);
  const searches = [
    ...[`_id=${id}`, `identifier=${code.toLowerCase()}`, `identifier=${system}${code}`],
    ...[`title=${name.slice(0, -1)}`, `title=kid`, `title:exact=${name} of the Kidney`],
    `url=${encodeURIComponent(`${URL}/${TYPE}/${id}`)}`,
  ];
  for (const query of searches) {
    const found = await get(`${TYPE}?${query}`);
    expect(
      found.body.entry?.map(({ resource }: { resource: object }) => resource),
      query,
    ).toEqual([body]);
    expect(found.cost.rows_read, query).toBeLessThan(10);
    expect(accessOf(found)).toEqual([]);
  }
  for (const query of [
    `title=${code}`,
    `url=${encodeURIComponent(`https://other.example/${TYPE}/${id}`)}`,
    `url=${id}`,
  ])
    expect(await found(`${TYPE}?${query}`), query).toEqual([]);
});

it.each(['A  B', ' A', 'A ', ' A ', 'A B C'])('with the code "%s" is found by what it answers', async (written) => {
  const { id } = await make.catalogItem({ code: written.replace('A', unique('A')) });
  const { identifier, code } = (await get(`${TYPE}/${id}`)).body;
  for (const value of [identifier[0].value, `${SYSTEMS.catalog}|${identifier[0].value}`, code.coding[0].code])
    expect(await idsOf(`${TYPE}?identifier=${encodeURIComponent(value)}`), value).toEqual([id]);
});

it('comes in pages', async () => {
  const name = unique('Suture');
  const made = [];
  for (let n = 0; n < 3; n++) made.push((await make.catalogItem({ name })).id);
  expect(await idsOfPages(`${TYPE}?title=${name}&_count=1`)).toEqual(made.map((id) => [id]));
});

it('is shown to whoever may read the catalog, and leaves with the item', async () => {
  const { id } = await make.catalogItem();
  await expectRefusals(`${TYPE}/${id}`);
  await ok('DELETE', `/catalog/${id}`);
  await expectGone(TYPE, id);
});
