import { describe, expect, it } from 'vitest';
import { type Body, call, ok } from '../support/client';
import { input } from '../support/input';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

const add = async (first_name: string, last_name: string, more = {}): Promise<string> => {
  const { body } = await call('POST', '/patient/', { json: input.patient({ first_name, last_name, ...more }) });
  return body.id;
};
const search = async (text: string, more = '') => {
  const answer = await call('GET', `/patient/?search=${encodeURIComponent(text)}${more}`);
  expect(answer.status).toBe(200);
  const names = answer.body.map(({ first_name, last_name }: Body) => `${first_name} ${last_name}`);
  return { ...answer, names, approximate: answer.headers.get('x-search-approximate') };
};

describe('A search that finds nobody by letters', () => {
  it.each([
    ['Muler', 'Jürgen', 'Müller'],
    ['Domenik', 'Dominik', 'Vogt'],
    ['Jonson', 'Mary', 'Johnson'],
    ['Mohamad', 'Mohammed', 'Karimi'],
    ['Katarina', 'Katharina', 'Weiß'],
    ['Gonzales', 'Luis', 'González'],
  ])('finds whom it means: %s is %s %s', async (typed, first, last) => {
    await add(first, last);
    const { names, approximate } = await search(typed);
    expect(names[0]).toBe(`${first} ${last}`);
    expect(approximate).toBe('true');
  });

  it('narrows by what else was typed, and by the date of birth', async () => {
    await add('Wilhelm', 'Rosenkrantz', { dob: '1950-08-11' });
    await add('Wilhelm', 'Rosenkranz', { dob: '1951-08-11' });
    for (const text of ['Rossencrans 1950', 'rosencrans 11 Aug 1950', 'wilhelm rosencrans 1950']) {
      expect((await search(text)).names, text).toEqual(['Wilhelm Rosenkrantz']);
    }
    expect((await search('rosencrans', '&dob=1950-08-11')).names).toEqual(['Wilhelm Rosenkrantz']);
    expect((await search('rosencrans 1949')).names).toEqual([]);
  });

  it('has at most 20, the most alike first, and no further page', async () => {
    const id = await add('Ole', 'Sørensen');
    await multiply('patient', { key: 'id', value: id }, 249, { id: UUID });
    await add('Ole', 'Sorenson');
    const { names, headers, cost } = await search('Sorrenson', '&limit=1000');
    expect([names.length, names[0], headers.get('link')]).toEqual([20, 'Ole Sorenson', null]);
    expect(cost.rows_read).toBeLessThanOrEqual(2 * 200 + 50);
    expect((await search('Sorrenson', '&limit=3')).names).toHaveLength(3);
  });

  it.each(['&offset=1', '&cursor=1'])('is not made again for a further page: %s', async (page) => {
    await add('Ada', 'Brandström');
    const { names, approximate } = await search('Brandstrem', page);
    expect([names, approximate]).toEqual([[], null]);
  });

  it.each(['4711', '2030-01-01', 'PAT-99999999', 'xq', 'שלום', "'"])('finds nobody for %s', async (text) => {
    const { names, approximate } = await search(text);
    expect([names, approximate]).toEqual([[], null]);
  });

  it('is not marked where letters find somebody, whoever else sounds alike', async () => {
    await add('Ann', 'Smith');
    await add('Ann', 'Schmidt');
    const { names, approximate } = await search('smith');
    expect([names, approximate]).toEqual([['Ann Smith'], null]);
  });

  it('forgets who is deleted or renamed', async () => {
    const [gone, renamed] = [await add('Ida', 'Blomqvist'), await add('Ida', 'Blomkvist')];
    expect((await search('Blomcwist')).names).toHaveLength(2);
    await ok('DELETE', `/patient/${gone}`);
    await ok('PATCH', `/patient/${renamed}`, { json: { last_name: 'Ek' } });
    expect((await search('Blomcwist')).names).toEqual([]);
  });

  it('compares all of them in the full view, too, however large their records are', async () => {
    const id = await add('Oda', 'Lindqvist');
    const condition = "json_object('condition', NULL, 'description', hex(zeroblob(2000)), 'diagnozed_date', NULL)";
    const large = `(WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      SELECT json_group_array(${condition}) FROM n)`;
    await multiply('patient', { key: 'id', value: id }, 30, { id: UUID, medical_conditions: large });
    await rows('UPDATE patient SET last_name = ? WHERE id = ?', 'Lindcvist', id);
    for (const view of ['', '&view=full'])
      expect((await search('Lindcvyst', view)).names[0], view).toBe('Oda Lindcvist');
  });

  it('is made again among doctors, in both views', async () => {
    const json = input.doctor({ first_name: 'Viktor', last_name: 'Frankenstein' });
    expect((await call('POST', '/doctor/', { json })).status).toBe(201);
    for (const view of ['', '&view=full']) {
      const { body, headers } = await call('GET', `/doctor/?search=Phrankenstain${view}`);
      expect(body.map(({ last_name }: Body) => last_name)).toEqual(['Frankenstein']);
      expect(headers.get('x-search-approximate')).toBe('true');
    }
  });
});
