import { expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { ok } from '../support/client';
import { make } from '../support/factories';
import { found, get, idsOfPages, meta, resourcesIn, URL } from '../support/fhir/client';
import { expectGone, expectRefusals } from '../support/fhir/promises';

it('is that a doctor is one', async () => {
  const { id } = await make.doctor();
  const { body } = await get(`PractitionerRole/${id}`);
  const code = { system: 'http://terminology.hl7.org/CodeSystem/practitioner-role', code: 'doctor', display: 'Doctor' };
  expect(body).toEqual({
    ...{ resourceType: 'PractitionerRole', id, meta, active: true },
    ...{ practitioner: { reference: `Practitioner/${id}` }, code: [{ coding: [code] }] },
  });
  const searches = [
    `_id=${id}`,
    ...[id, `Practitioner/${id}`, `${URL}/Practitioner/${id}`].map((one) => `practitioner=${one}`),
  ];
  for (const query of searches) expect(await found(`PractitionerRole?${query}`), query).toEqual([body]);
  expect(await found(`PractitionerRole?practitioner=Patient/${id}`)).toEqual([]);
});

it('brings its doctor', async () => {
  const [one, other] = [await make.doctor(), await make.doctor()];
  const query = `practitioner=${one.id}&_include=PractitionerRole:practitioner`;
  const answered = await get(`PractitionerRole?${query}`);
  expect(resourcesIn(answered, 'include')).toEqual([(await get(`Practitioner/${one.id}`)).body]);
  // Each alternative is sought by itself, and a doctor who is named twice is answered once.
  const both = await get(`PractitionerRole?practitioner=${one.id},${other.id},${one.id}`);
  expect(resourcesIn(both, 'match').map(({ id }) => id)).toEqual([one.id, other.id]);
});

it('is answered without reading other doctors, and shows no patient', async () => {
  for (let n = 0; n < 10; n++) await make.doctor();
  const { id } = await make.doctor();
  const answered = await get(`PractitionerRole?practitioner=${id}&_include=PractitionerRole:practitioner`);
  expect(answered.cost.rows_read).toBeLessThan(10);
  expect(accessOf(answered)).toEqual([]);
  const pages = await idsOfPages('PractitionerRole?_count=4');
  expect(pages.flat()).toEqual((await found('PractitionerRole?_count=200')).map((one) => one.id));
  expect(pages[0]).toHaveLength(4);
});

it('is shown to whoever may read doctors, and leaves with the doctor', async () => {
  const { id } = await make.doctor();
  await expectRefusals(`PractitionerRole/${id}`);
  await ok('DELETE', `/doctor/${id}`);
  await expectGone('PractitionerRole', id);
});
