import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { SYSTEMS } from '../support/deployment';
import { make } from '../support/factories';
import { found, get, idsOf, idsOfPages, meta } from '../support/fhir/client';
import { expectGone, expectRefusals, looksOf } from '../support/fhir/promises';
import { unique } from '../support/input';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

const system = SYSTEMS['resource-kind'];

describe('A Location', () => {
  it('is a room, with its kind and whose it is', async () => {
    const { id: department_id } = await make.department();
    const { id } = await make.calendarResource({ name: 'Room 3', kind: 'Treatment room', department_id });
    expect((await get(`Location/${id}`)).body).toEqual({
      ...{ resourceType: 'Location', id, meta, status: 'active', name: 'Room 3', mode: 'instance' },
      type: [{ coding: [{ system, code: 'TREATMENTROOM' }], text: 'Treatment room' }],
      managingOrganization: { reference: `Organization/${department_id}` },
    });
  });

  it('may be nobody’s, and of a kind without a letter', async () => {
    const { id } = await make.calendarResource({ name: 'Sonography' });
    await rows("UPDATE calendar_resource SET kind = '- -', kind_key = '' WHERE id = ?", id);
    const { body } = await get(`Location/${id}`);
    expect([body.type, body.managingOrganization]).toEqual([[{ text: '- -' }], undefined]);
  });

  it('is shown to whoever may read rooms, is no look at a patient, and leaves with the room', async () => {
    const { id } = await make.calendarResource();
    await expectRefusals(`Location/${id}`);
    expect(looksOf(await call('GET', `/fhir/r4/Location/${id}`))).toEqual([]);
    await ok('DELETE', `/calendar/resources/${id}`);
    await expectGone('Location', id);
    expect(await idsOf(`Location?_id=${id}`)).toEqual([]);
  });
});

describe('Locations are found', () => {
  it('by each parameter', async () => {
    const [name, kind] = [unique('Größe'), unique('MRI scanner')];
    const { id: department_id } = await make.department();
    const room = await make.calendarResource({ name: `${name} East`, kind, department_id });
    const { body } = await get(`Location/${room.id}`);
    const code = encodeURIComponent(body.type[0].coding[0].code);
    const searches = [
      ...[`_id=${room.id}`, `name=${name.toLowerCase()}`, `name=${name} east`, `name:exact=${name} East`],
      ...[`name=${name}&name=ea`, `name=x,${name}`, `type=${code}`, `type=${encodeURIComponent(`${system}|`)}${code}`],
      ...[`type=${encodeURIComponent(kind.toLowerCase().replace(' ', '_'))}`, `type=a,b,c,d,e,f,g,${code}`],
      ...[`organization=Organization/${department_id}`, `organization=${department_id}`],
      ...[`type=${code}&organization=${department_id}`, `_id=${room.id}&status=active`],
      `_id=${room.id}&type=${encodeURIComponent(`${system}|`)}`,
    ];
    for (const query of searches) expect(await found(`Location?${query}`), query).toEqual([body]);
    const others = [
      ...[`name=ast&_id=${room.id}`, `name:exact=${name}`, `name=-`, `type=${encodeURIComponent('urn:x|')}${code}`],
      ...[`type=%7C${code}`, `type=${kind.split(' ')[0]}`, `organization=${room.id}`, `_id=${room.id}&status=inactive`],
    ];
    for (const query of others) expect(await found(`Location?${query}`), query).toEqual([]);
  });

  it('by a name on the first page, wherever they stand, in pages without a gap', async () => {
    const name = unique('Booth');
    const made: Body[] = [];
    for (let n = 0; n < 5; n++) {
      const { id } = await make.calendarResource();
      await multiply('calendar_resource', { key: 'id', value: id }, 80, { id: UUID, name: `'Elsewhere ' || i` });
      made.push(await make.calendarResource({ name: `${name} ${n}` }));
    }
    const first = await get(`Location?name=${name}`);
    expect([first.body.entry.length, first.cost.trips]).toEqual([5, 1]);
    expect(first.body.link.map(({ relation }: Body) => relation)).toEqual(['self']);
    const pages = await idsOfPages(`Location?name=${name}&_count=2`);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(made.map(({ id }) => id));
  });

  it('by kind and by department without reading other rooms', async () => {
    const { id: department_id } = await make.department();
    const kind = unique('Laser');
    const { id } = await make.calendarResource({ kind, department_id });
    for (const query of [`type=${kind}`, `organization=${department_id}`, `_id=${id}`])
      expect((await get(`Location?${query}`)).cost.rows_read, query).toBeLessThan(10);
  });
});
