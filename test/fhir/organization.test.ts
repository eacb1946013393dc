import { describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { ok } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { found, get, idsOfPages, meta } from '../support/fhir/client';
import { expectGone, expectRefusals } from '../support/fhir/promises';
import { unique } from '../support/input';

const identifierOf = (value: string) => [{ use: 'official', system: SYSTEMS.department, value }];
const elementsOf = ({ id, code, name }: Record<string, string>) => ({
  ...{ id, meta, identifier: identifierOf(code ?? ''), active: true, name },
});

it('is a department', async () => {
  const department = await make.department();
  const dept = { system: 'http://terminology.hl7.org/CodeSystem/organization-type', code: 'dept' };
  expect((await get(`Organization/${department.id}`)).body).toEqual({
    ...{ resourceType: 'Organization', ...elementsOf(department) },
    type: [{ coding: [{ ...dept, display: 'Hospital Department' }] }],
  });
});

it('offers a service of the same id', async () => {
  const department = await make.department();
  const elements = { resourceType: 'HealthcareService', ...elementsOf(department) };
  const providedBy = { reference: `Organization/${department.id}` };
  const { body } = await get(`HealthcareService/${department.id}`);
  expect(body).toEqual({ ...elements, providedBy, comment: 'Heart and vessels' });
  const short = await make.department({ description: null });
  const said = (await get(`HealthcareService/${short.id}`)).body;
  expect(said).toEqual({ ...elements, ...elementsOf(short), providedBy: { reference: `Organization/${short.id}` } });
});

describe.each(['Organization', 'HealthcareService'])('%s', (type) => {
  it('is found by its code and by its name', async () => {
    const name = unique('Nephrology');
    const { id, code } = await make.department({ name: `${name} and Dialysis` });
    const { body } = await get(`${type}/${id}`);
    const system = encodeURIComponent(`${SYSTEMS.department}|`);
    const searches = [
      ...[`_id=${id}`, `identifier=${code}`, `identifier=${system}${code.toLowerCase()}`],
      ...[
        `name=${name.toLowerCase()}`,
        `name=${name} and`,
        `name:exact=${name} and Dialysis`,
        `name=${name}&name=dial`,
      ],
    ];
    for (const query of searches) expect(await found(`${type}?${query}`), query).toEqual([body]);
    const others = [`identifier=${encodeURIComponent('urn:other|')}${code}`, `name=${code}`, `name:exact=${name}`];
    for (const query of others) expect(await found(`${type}?${query}`), query).toEqual([]);
  });

  it('is found without reading other departments, in pages', async () => {
    const name = unique('Ward');
    const made = [];
    for (let n = 0; n < 12; n++) made.push(await make.department({ name: `${name} ${n}` }));
    const [first] = made;
    for (const query of [`identifier=${first.code}`, `_id=${first.id}`]) {
      const found = await get(`${type}?${query}`);
      expect(found.cost.rows_read, query).toBeLessThan(10);
      expect(accessOf(found)).toEqual([]);
    }
    const pages = await idsOfPages(`${type}?name=${name}&_count=5`);
    expect(pages.map((page) => page.length)).toEqual([5, 5, 2]);
    expect(pages.flat()).toEqual(made.map(({ id }) => id));
    expect((await get(`${type}?name=${name}&_count=1`)).cost.rows_read).toBeLessThan(20);
  });

  it('is shown to whoever may read departments, and leaves with the department', async () => {
    const { id, code } = await make.department();
    await expectRefusals(`${type}/${id}`);
    await ok('DELETE', `/department/${id}`);
    await expectGone(type, id);
    expect(await found(`${type}?identifier=${code}`)).toEqual([]);
  });
});
