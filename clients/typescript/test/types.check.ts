import { createHospital, type Schema, unwrap } from '../src/index.ts';

const hospital = createHospital({ baseUrl: 'http://x' });
const full = await hospital.GET('/patient/{id}', { params: { path: { id: '1' }, query: { view: 'full' } } });
if (full.status === 200) {
  const a: string[] = full.data.addresses.map((x) => x.city ?? '');
  void a;
}
const reduced = unwrap(await hospital.GET('/patient/{id}', { params: { path: { id: '1' } } }));
// @ts-expect-error reduced
reduced.addresses;
const r2: Schema<'ReducedPatient'> = reduced;
void r2;
for await (const p of hospital.list('/patient/', { params: { query: { search: 'a', view: 'full' } } })) {
  p.addresses;
}
for await (const p of hospital.list('/patient/')) {
  p.reg_number;
  // @ts-expect-error reduced
  p.addresses;
}
for await (const i of hospital.list('/invoice/')) {
  i.total_amount;
}
const inv = unwrap(await hospital.GET('/invoice/{id}', { params: { path: { id: '' }, query: { view: 'full' } } }));
inv.payments;
const c = unwrap(await hospital.POST('/catalog/', { body: { code: '', name: '', default_price: 1 } }));
const n: null = c;
void n;
const c2 = unwrap(
  await hospital.POST('/catalog/', {
    params: { header: { prefer: 'return=representation' } },
    body: { code: '', name: '', default_price: 1 },
  }),
);
c2.id;
// @ts-expect-error
await hospital.POST('/patient/');
// @ts-expect-error
await hospital.POST('/patient/', { body: { first_name: 'a', last_name: 'b', gender: 'x', midle_name: 'c' } });
// @ts-expect-error
await hospital.GET('/patient/', { params: { query: { serach: 'a' } } });
// @ts-expect-error
await hospital.GET('/patient/{id}');
// @ts-expect-error
await hospital.GET('/department/', { params: { query: { view: 'full' } } });
// @ts-expect-error
await hospital.GET('/patient/', { params: { query: { view: 'all' } } });
