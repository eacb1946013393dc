import { describe, expect, it } from 'vitest';
import { type Body, call, nextPage, ok, pages } from '../support/client';
import { make } from '../support/factories';
import { input, unique } from '../support/input';
import { multiply, UUID } from '../support/multiply';

const ids = (list: Body[]) => list.map(({ id }) => id);
const search = async (text: string): Promise<string[]> =>
  ids(await ok('GET', `/patient/?search=${encodeURIComponent(text)}`));

// Must be first, while the storage is empty.
describe('A page of patients', () => {
  it('leads by Link through all 25 patients, newest first, without those that are deleted', async () => {
    expect(await ok('GET', '/patient/')).toEqual([]);
    const made: string[] = [];
    for (let i = 0; i < 30; i++) made.push((await make.patient()).id);
    const deleted = [0, 11, 12, 20, 29].map((i) => made[i]);
    for (const id of deleted) await call('DELETE', `/patient/${id}`);
    const left = made.filter((id) => !deleted.includes(id)).toReversed();

    const found = await pages('/patient/?limit=10');
    expect(found.map((page) => page.length)).toEqual([10, 10, 5]);
    expect(ids(found.flat())).toEqual(left);
    expect((await pages('/patient?limit=25')).length, 'no empty last page').toBe(1);
    expect((await pages('/patient?limit=1')).length).toBe(25);
    expect((await call('GET', '/patient/')).headers.get('link')).toBe(null);
  });

  it('neither repeats nor skips a patient when others are created and deleted meanwhile', async () => {
    const before = ids(await ok('GET', '/patient/'));
    const first = await call('GET', '/patient/?limit=10');
    const fresh = await make.patient();
    await call('DELETE', `/patient/${before[9]}`);
    await call('DELETE', `/patient/${before[15]}`);
    const rest = await pages(nextPage(first) ?? '');
    expect(ids(rest.flat())).toEqual(before.slice(10).filter((id) => id !== before[15]));
    expect(ids(await ok('GET', '/patient/?limit=1'))).toEqual([fresh.id]);
  });

  it('links to the next one with the same search and view', async () => {
    const name = unique('Paged');
    for (let i = 0; i < 5; i++) await make.patient({ last_name: name });
    const first = await call('GET', `/patient/?limit=2&view=full&search=${name}`);
    expect(nextPage(first)).toMatch(new RegExp(`limit=2.*view=full.*search=${name}.*cursor=`));
    const found = await pages(`/patient/?limit=2&view=full&search=${name}`);
    expect(found.map((page) => page.length)).toEqual([2, 2, 1]);
    for (const patient of found.flat()) expect([patient.last_name, patient.addresses.length]).toEqual([name, 1]);
  });

  it('has from 1 to 1,000 patients, 1,000 by default', async () => {
    for (const limit of ['0', '1001', '-1', 'x']) {
      const { status, body } = await call('GET', `/patient/?limit=${limit}`);
      expect([status, body.detail[0].loc]).toEqual([422, ['query', 'limit']]);
    }
    await multiply('patient', { key: 'id', value: (await make.patient()).id }, 1_001, { id: UUID });
    const first = await call('GET', '/patient/');
    expect([first.body.length, first.cost.rows_read]).toEqual([1_000, 1_001]);
    expect(await ok('GET', '/patient/?limit=1000')).toEqual(first.body);
    const next = await call('GET', nextPage(first) ?? '');
    expect(next.headers.get('link')).toBe(null);
    expect(new Set(ids([...first.body, ...next.body])).size).toBe(1_000 + next.body.length);
  });
});

describe('A search for patients', () => {
  it('finds names by the start of their words, in any order, ignoring case and accents', async () => {
    const { id } = await make.patient({
      first_name: 'Åsa-Märta',
      middle_name: 'Straße',
      last_name: 'O’Ñandúquistæ',
      gender: 'queerish',
    });
    for (const text of [
      'åsa',
      'ASA',
      'Märta',
      'mart',
      'strasse',
      'STRASSE as',
      'nanduquist',
      'NANDÚQUISTAE',
      'ñandú märt åsa',
      '  nandu , asa ',
      'a\u030asa',
    ]) {
      expect(await search(text), text).toEqual([id]);
    }
    for (const text of ['asaa', 'arta', 'asa xyz', 'anduq', 'queerish']) expect(await search(text), text).toEqual([]);
  });

  it('finds words of any script', async () => {
    const { id } = await make.patient({
      first_name: 'Дмитрий',
      middle_name: '王小明',
      last_name: 'مُحَمَّد',
      phone_number: '٠٧٠-١٢٣٤',
    });
    for (const text of ['дмит', 'ДМИТРИЙ', '王小', '小明', 'محمد', '٠٧٠١٢٣٤', '٧٠١٢٣٤', '070 1234'])
      expect(await search(text), text).toContain(id);
  });

  it('finds phone numbers by their end, in any grouping, and as they are dialled', async () => {
    const { id } = await make.patient({ phone_number: '+358 (0)40-998 7712', alt_phone_number: '0171/5550199' });
    const found = ['+358 (0)40-998 7712', '00358409987712', '040 998 77 12', '9987712', '7712', '01715550199'];
    for (const text of [...found, '0171 555 0199', '5550199', '7712 anna 0199']) {
      expect(await search(text), text).toEqual([id]);
    }
    for (const text of ['998', '712', '0171', '358040998', '7712 998']) {
      expect(await search(text), text).not.toContain(id);
    }
  });

  it('finds registration numbers', async () => {
    const { id, reg_number } = await make.patient();
    const number = Number(reg_number.slice(4));
    const forms = [reg_number.toLowerCase(), reg_number.replace('-', ''), reg_number.slice(4), `pat ${number}`];
    for (const text of [reg_number, ...forms, `PAT-${number}`, `pat${number}`]) {
      expect(await search(text), text).toEqual([id]);
    }
    expect(await search(`${reg_number} anna`)).toEqual([id]);
    expect(await search(`${reg_number} nobody`)).toEqual([]);
    for (const part of ['PAT', 'pat-', 'PAT-0000', reg_number.slice(0, -1)]) {
      expect(await search(part), part).not.toContain(id);
    }
  });

  it('finds a new name instead of the old one, and no deleted patient', async () => {
    const [before, after] = [unique('Before'), unique('After')];
    const { id } = await make.patient({ last_name: before });
    expect(await search(before)).toEqual([id]);
    await call('PUT', `/patient/${id}`, { json: input.patient({ last_name: after }) });
    expect([await search(before), await search(after), await search(`${after} anna`)]).toEqual([[], [id], [id]]);
    await call('DELETE', `/patient/${id}`);
    expect([await search(after), await search(`${after} anna`)]).toEqual([[], []]);
  });

  it('treats SQL and patterns as text, and finds nobody without a letter or digit', async () => {
    for (const text of ["' OR '1'='1", '"; DROP TABLE patient; --', 'LIKE%', '_nna x', 'a*b', '\\']) {
      expect((await call('GET', `/patient/?search=${encodeURIComponent(text)}`)).status, text).toBe(200);
    }
    for (const text of [' ', '%', "'", '---', '🙂']) {
      const { body, headers, cost } = await call('GET', `/patient/?search=${encodeURIComponent(text)}`);
      expect([body, cost.trips, headers.get('link')], text).toEqual([[], 0, null]);
    }
    expect(await search(''), 'no search').toEqual(ids(await ok('GET', '/patient/')));
  });

  it('takes as many words as its 200 characters can hold', async () => {
    const name = unique('Many');
    const { id } = await make.patient({ first_name: 'a b c d e f g h i j', last_name: name });
    expect(await search(`a b c d e f g h i j ${name}`)).toEqual([id]);
    expect((await call('GET', `/patient/?search=${'a%20'.repeat(100)}`)).status).toBe(200);
    expect(
      (await call('GET', `/patient/?search=${Array.from({ length: 66 }, (_, i) => i + 10).join('+')}`)).status,
    ).toBe(200);
    expect((await call('GET', `/patient/?search=${'x'.repeat(201)}`)).status).toBe(422);
  });
});
