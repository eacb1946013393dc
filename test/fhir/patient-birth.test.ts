import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, ok } from '../support/client';
import { make } from '../support/factories';
import { fhir, found, pagesOf } from '../support/fhir/client';
import { input, unique } from '../support/input';
import { row } from '../support/rows';

describe('A birth date of which the month or the year is known', () => {
  const post = (birthDate: string) => {
    const name = [{ family: unique('Known'), given: ['Ada'] }];
    return fhir('POST', '/Patient', { json: { resourceType: 'Patient', name, birthDate } });
  };
  const put = (json: Body) => fhir('PUT', `/Patient/${json.id}`, { json });
  const bornAs = async (id: string) => {
    const { dob, dob_precision } = await ok('GET', `/patient/${id}?view=full`);
    return [dob, dob_precision];
  };

  it.each([
    ['1984', '1984-01-01', 'year'],
    ['1984-05', '1984-05-01', 'month'],
    ['1984-01-01', '1984-01-01', undefined],
  ])('is taken and answered: %s', async (birthDate, dob, precision) => {
    const { status, body } = await post(birthDate);
    expect([status, body.birthDate, await bornAs(body.id)]).toEqual([201, birthDate, [dob, precision]]);
    expect((await fhir('GET', `/Patient/${body.id}`)).body).toEqual(body);
    const again = await put(body);
    expect([again.status, again.headers.get('etag'), again.body.birthDate]).toEqual([200, 'W/"1"', birthDate]);
  });

  it('changes with what is sent, to more and to less', async () => {
    const { body } = await post('1984');
    for (const [birthDate, dob, precision] of [
      ['1985', '1985-01-01', 'year'],
      ['1985-01', '1985-01-01', 'month'],
      ['1985-01-01', '1985-01-01', undefined],
      ['1985', '1985-01-01', 'year'],
      ['1986-05-17', '1986-05-17', undefined],
      [undefined, null, undefined],
    ]) {
      const answer = await put({ ...body, birthDate });
      expect([answer.status, answer.body.birthDate, await bornAs(body.id)]).toEqual([200, birthDate, [dob, precision]]);
    }
    expect(await row('SELECT version FROM patient WHERE id = ?', body.id)).toEqual({ version: 7 });
  });

  it('is that of a patient whom the hospital has registered', async () => {
    const { id } = await make.patient({ dob: '1984-05-17', dob_precision: 'year' });
    expect((await fhir('GET', `/Patient/${id}`)).body.birthDate).toBe('1984');
    const all = await pagesOf(`/Patient/${id}/$everything`);
    expect(all.flat().find(({ resourceType }) => resourceType === 'Patient').birthDate).toBe('1984');
  });
});

describe('A search by birth date', () => {
  const last_name = unique('Born');
  const KNOWN = [
    '1983-12-31',
    '1984',
    '1984-01',
    '1984-01-01',
    '1984-05',
    '1984-05-01',
    '1984-05-17',
    '1984-12',
    '1985',
  ];

  beforeAll(async () => {
    for (const birthDate of KNOWN) {
      const json = { resourceType: 'Patient', name: [{ family: last_name, given: ['A'] }], birthDate };
      expect((await fhir('POST', '/Patient', { json })).status).toBe(201);
    }
    await make.patient({ ...input.patient(), last_name, dob: null });
  });

  /** First day, and the day behind the last one. */
  const spanOf = (text: string) => {
    const [year = 0, month, day] = text.split('-').map(Number);
    const end = day ? [year, (month ?? 1) - 1, day + 1] : month ? [year, month, 1] : [year + 1, 0, 1];
    const [y, m, d] = end as [number, number, number];
    return [`${text}-01-01`.slice(0, 10), new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10)] as const;
  };
  /** A model of its own: what ends has to contain the date, into what goes on it has to reach. */
  const meets = (known: string, prefix: string, value: string): boolean => {
    const [[low, high], [from, until]] = [spanOf(known), spanOf(value)];
    const isWithin = from <= low && high <= until;
    switch (prefix) {
      case 'ne':
        return !isWithin;
      case 'lt':
        return low < from;
      case 'le':
        return low < until;
      case 'gt':
        return high > until;
      case 'ge':
        return high > from;
      default:
        return isWithin;
    }
  };
  const bornIn = (resources: readonly Body[]) => resources.map(({ birthDate }) => birthDate).toSorted();
  const ofFamily = (query: string) => `Patient?family=${last_name}&${query}`;

  const VALUES = ['1983', '1984', '1985', '1984-01', '1984-05', '1984-12', '1984-01-01', '1984-05-01', '1984-05-17'];
  it.each(['', 'eq', 'ne', 'lt', 'le', 'gt', 'ge'])(
    'finds by %s what the model says, by the index or by the name',
    async (prefix) => {
      for (const value of VALUES) {
        const expected = KNOWN.filter((known) => meets(known, prefix, value)).toSorted();
        expect(bornIn(await found(ofFamily(`birthdate=${prefix}${value}`))), value).toEqual(expected);
        const pages = await pagesOf(`Patient?birthdate=${prefix}${value}&_count=200`);
        const all = pages.flat().filter(({ name }) => name[0].family === last_name);
        expect(bornIn(all), `${value} alone`).toEqual(expected);
      }
    },
  );

  it('finds what one of several values, and all conditions, say', async () => {
    expect(bornIn(await found(ofFamily('birthdate=1983,1984-05-17')))).toEqual(['1983-12-31', '1984-05-17']);
    expect(bornIn(await found(ofFamily('birthdate=1984-01,1984-05')))).toEqual([
      '1984-01',
      '1984-01-01',
      '1984-05',
      '1984-05-01',
      '1984-05-17',
    ]);
    expect(bornIn(await found(ofFamily('birthdate=ge1984-05&birthdate=lt1984-05-02')))).toEqual([
      '1984',
      '1984-05',
      '1984-05-01',
    ]);
    expect(bornIn(await found('Patient?birthdate=ge1984-05&birthdate=lt1984-05-02&_count=200'))).toEqual(
      expect.arrayContaining(['1984', '1984-05', '1984-05-01']),
    );
    expect(bornIn(await found(ofFamily('birthdate=lt1984-01-01,gt1984-12-31')))).toEqual(['1983-12-31', '1985']);
  });
});
