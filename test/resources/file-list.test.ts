import { describe, expect, it } from 'vitest';
import { accessOf } from '../support/access';
import { type Body, call, faults, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { makePng, PNG, uploadRaw } from '../support/files';
import { multiply } from '../support/multiply';
import { rows } from '../support/rows';

const ENTITIES: [string, () => Promise<Body>][] = [
  ['patient', () => make.patient()],
  ['doctor', () => make.doctor()],
  ['appointment', () => make.appointment()],
  ['invoice', () => make.invoice()],
  ['department', () => make.department()],
];
const pathOf = (entity_id: string, query = '') => `/static/?entity_id=${entity_id}${query}`;
const deletedOf = (entity_id: string) => pathOf(entity_id, '&deleted=true');
const remove = ({ id }: Body) => ok('DELETE', `/static/delete_file/${id}`);
const NAMED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('GET /static/?entity_id=', () => {
  it.each(ENTITIES)('lists the files of a %s, newest first, with names and sizes', async (_, maker) => {
    const { id } = await maker();
    expect(await ok('GET', pathOf(id))).toEqual([]);
    const first = await makePng(id, 'Röntgen 1.png');
    const second = (await uploadRaw(PNG, { entity_id: id, filename: 'C:\\b.PNG', type: 'photo' })).body;
    const more = { size: PNG.length, created_at: expect.stringMatching(NAMED), deleted_at: null };
    expect(await ok('GET', pathOf(id))).toEqual([
      { ...second, filename: 'b.PNG', ...more },
      { ...first, filename: 'Röntgen 1.png', ...more },
    ]);
    expect(await ok('GET', deletedOf(id))).toEqual([]);
  });

  it('lists the deleted ones apart, without a url', async () => {
    const { id } = await make.patient();
    const [kept, gone, last] = [await makePng(id, 'a.png'), await makePng(id, 'b.png'), await makePng(id, 'c.png')];
    const before = Date.now();
    await remove(last);
    await remove(gone);
    const listed = await ok('GET', deletedOf(id));
    expect(listed).toMatchObject([
      { ...last, url: null, filename: 'c.png', size: PNG.length },
      { ...gone, url: null, filename: 'b.png', size: PNG.length },
    ]);
    for (const { deleted_at, created_at } of listed) {
      expect(deleted_at).toMatch(NAMED);
      expect(Date.parse(deleted_at)).toBeGreaterThanOrEqual(before - 1);
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.parse(deleted_at));
    }
    expect((await ok('GET', pathOf(id))).map((file: Body) => file.id)).toEqual([kept.id]);
    expect((await ok('GET', pathOf(id, '&deleted=false'))).map((file: Body) => file.id)).toEqual([kept.id]);
    expect((await ok('GET', `/patient/${id}`)).files).toEqual([kept]);
  });

  it('pages through 300 scans without a gap, at one trip and one row read for each that is shown', async () => {
    const { id } = await make.patient();
    const { id: scan } = await makePng(id);
    await multiply('file', { key: 'id', value: scan }, 299, { id: `printf('%08x', i) || substr(id, 9)` });
    const found = await pages(pathOf(id, '&limit=70'));
    expect(found.map((page) => page.length)).toEqual([70, 70, 70, 70, 20]);
    const ids = found.flat().map((file) => file.id);
    expect(new Set(ids).size).toBe(300);
    const stored = await rows<{ id: string }>('SELECT id FROM file WHERE entity_id = ? ORDER BY seq DESC', id);
    expect(ids).toEqual(stored.map((row) => row.id));
    expect(await ok('GET', pathOf(id))).toHaveLength(300);
    for (const limit of [10, 100]) {
      const { cost } = await call('GET', pathOf(id, `&limit=${limit}`));
      expect(cost).toMatchObject({ trips: 1, r2: 0, rows_written: 0 });
      expect(cost.rows_read).toBeLessThanOrEqual(limit + 10);
    }
  });

  it('does not repeat or skip a file where others come and go between two pages', async () => {
    const { id } = await make.patient();
    const made = [];
    for (let i = 0; i < 6; i++) made.push(await makePng(id, `${i}.png`));
    const { body, headers } = await call('GET', pathOf(id, '&limit=3'));
    await makePng(id, 'new.png');
    await remove(made[4]);
    await remove(made[1]);
    const next = /<http:\/\/localhost([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '';
    expect(body.map((file: Body) => file.filename)).toEqual(['5.png', '4.png', '3.png']);
    expect((await ok('GET', next)).map((file: Body) => file.filename)).toEqual(['2.png', '0.png']);
  });

  it.each([
    [null, 401],
    ['none', 403],
  ] as const)(
    'answers %s with %i without the slash, too, beside the urls of files, which are public',
    async (as, status) => {
      const { id } = await make.patient();
      for (const method of ['GET', 'HEAD'])
        expect((await call(method, `/static?entity_id=${id}`, { as })).status).toBe(status);
    },
  );

  it('answers 404 where the entity does not exist, is deleted or belongs to a deleted patient', async () => {
    const { id: patient_id } = await make.patient();
    const appointment = await make.appointment({ patient_id });
    const invoice = await make.invoice({ patient_id });
    const ids = [patient_id, appointment.id, invoice.id];
    for (const id of ids) {
      await remove(await makePng(id));
      await makePng(id);
      expect((await call('GET', pathOf(id))).status).toBe(200);
    }
    await ok('DELETE', `/patient/${patient_id}`);
    const { id: doctor } = await make.doctor();
    await ok('DELETE', `/doctor/${doctor}`);
    for (const id of [...ids, doctor, crypto.randomUUID()]) {
      for (const path of [pathOf(id), deletedOf(id)]) {
        const answer = await call('GET', path);
        expect([answer.status, answer.body.detail]).toEqual([404, `Entity not found: ${id}`]);
        expect(accessOf(answer)).toEqual([]);
      }
    }
  });

  it('names what is wrong with its query, and takes ids in every form', async () => {
    const { id } = await make.patient();
    const wrong = async (query: string) => faults(await call('GET', `/static/${query}`));
    expect(await wrong('')).toEqual([['entity_id', 'missing']]);
    expect(await wrong('?entity_id=')).toEqual([['entity_id', 'missing']]);
    expect(await wrong('?entity_id=x&deleted=yes&limit=0&cursor=-1')).toEqual([
      ['entity_id', 'uuid_parsing'],
      ['deleted', 'enum'],
      ['limit', 'greater_than_equal'],
      ['cursor', 'greater_than_equal'],
    ]);
    expect((await call('GET', pathOf(id, `&entity_id=${id}`))).status).toBe(422);
    expect((await call('GET', pathOf(`{${id.toUpperCase()}}`))).status).toBe(200);
  });

  it('is recorded in the access log: whose files, and how many', async () => {
    const { id: patient_id } = await make.patient();
    const { id } = await make.invoice({ patient_id });
    for (const owner_id of [patient_id, id]) {
      await makePng(owner_id);
      const answer = await call('GET', pathOf(owner_id));
      expect(accessOf(answer)).toMatchObject([
        { action: 'list', entity: 'file', entity_id: null, owner_id, count: 1, role: 'staff' },
      ]);
    }
  });

  it('answers 405 with Allow to other methods, 401 without a token', async () => {
    for (const path of ['/static/', '/static']) {
      const refused = await call('POST', path, { json: {} });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect((await call('DELETE', path, { as: null })).status).toBe(401);
    }
  });
});
