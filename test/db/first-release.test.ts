import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/auth/tokens';
import { type Body, ok } from '../support/client';
import { ANSWERS, expectAnswers } from '../support/first-release/answers';
import { expectNoContradictions, sweepAll, upgradeFirstRelease } from '../support/first-release/upgrade';
import { rows } from '../support/rows';

// A database that the first release has made, under all migrations since.

upgradeFirstRelease();

const search = (list: string, text: string) => `/${list}/?search=${encodeURIComponent(text)}`;

/** The ids of what is found now, in the order in which the first release listed them all. */
async function found(list: 'patient' | 'invoice', condition: string) {
  const ids = new Set((await rows<{ id: string }>(`SELECT id FROM ${list} WHERE ${condition}`)).map(({ id }) => id));
  const all = ANSWERS.find(({ path }) => path === `/${list}/`)?.body;
  return (all.data ?? all).flatMap(({ id }: Body) => (ids.has(id) ? [id] : []));
}
const ofPatient = (names: string) => `patient_id IN (SELECT id FROM patient WHERE last_name IN (${names}))`;
const asPage = (ids: string[]) => ({ ids, page: { total: ids.length, offset: 0, limit: 100 } });

/** What is answered otherwise than by the first release, each on purpose. */
async function differing(isSwept: boolean): Promise<Map<string, object>> {
  const outOfReach = await rows<{ path: string }>(
    `SELECT '/static/' || f.entity_id || '/' || f.id || f.extension || '?download=1' AS path
     FROM file f JOIN (SELECT id, patient_id FROM invoice UNION ALL SELECT id, patient_id FROM appointment) o
       ON o.id = f.entity_id JOIN patient p ON p.id = o.patient_id WHERE p.deleted_at IS NOT NULL`,
  );
  expect(outOfReach).toHaveLength(2);
  const answers: [path: string, object][] = [
    // Å is also written aa.
    [search('patient', 'Åsa'), { ids: await found('patient', "first_name IN ('Åsa', 'Aasa')") }],
    // A search without any letter or digit finds nothing; it found everything.
    [search('patient', '%'), { ids: [] }],
    // Invoices of deleted patients are found by their names.
    [search('invoice', 'berg'), asPage(await found('invoice', ofPatient("'Berg', 'Bergström'")))],
    // The files of a deleted patient's appointments and invoices are out of reach.
    ...outOfReach.map(({ path }): [string, object] => [path, { status: 404 }]),
  ];
  if (isSwept) {
    const numbers = "first_name IN ('Aasa', 'Мария', 'Ἀλέξανδρος', '👩‍⚕️ Ada')";
    answers.push(
      // Phone numbers are found by their last digits, and those written with spaces as well.
      [search('patient', '1234567'), { ids: await found('patient', numbers) }],
      // A name with an apostrophe is found without it.
      [search('invoice', 'oneill'), asPage(await found('invoice', ofPatient("'O’Neill'")))],
    );
  }
  return new Map(answers);
}

/** Rows that contradict what later migrations promise of all rows, those of before included. */
const PROMISES: Record<string, string> = {
  'every appointment holds a minute or more': 'SELECT id FROM appointment WHERE ends_at - starts_at < 60000',
};

describe('A database of the first release', () => {
  it('is migrated from the very migrations of that release', async () => {
    const digests = env.TEST_MIGRATIONS.slice(0, 2).map(({ queries }) => sha256(queries.join('\n')));
    expect(await Promise.all(digests)).toEqual([
      '404e460b9494a92f6a397b03841d2d172edff4a02761f8e92c838e8d681c4a20',
      '1e44cd32cf1f463fdd2d162dd397137f4429cfef997a39fb8e57ed5d08e9c323',
    ]);
  });

  it('gives the answers that the first release gave', async () => expectAnswers(await differing(false)));

  it.each(["o'neill", 'O’NEILL', "conan o'ne"])('finds invoices by names with an apostrophe: %s', async (text) => {
    const { data } = await ok('GET', search('invoice', text));
    expect(data.map(({ id }: Body) => id)).toEqual(await found('invoice', ofPatient("'O’Neill'")));
    expect(data.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(PROMISES))('keeps what later migrations promise: %s', async (_, sql) => {
    expect(await rows(sql)).toEqual([]);
  });
});

describe('Once the sweep has derived its search terms again', () => {
  beforeAll(sweepAll);

  it('gives the same answers', async () => expectAnswers(await differing(true)));

  it('finds old records by what the first release did not know', async () => {
    for (const [text, condition] of [
      ['4567', "phone_number LIKE '%4567' OR phone_number LIKE '%45 67' OR phone_number LIKE '%45-67'"],
      ['29.2.1984', "dob = '1984-02-29'"],
      ['pat 7', 'seq = 7'],
      ['mueller', "last_name LIKE 'Müller%'"],
    ] as const) {
      const ids = (await ok('GET', search('patient', text))).map(({ id }: Body) => id);
      expect(ids, text).toEqual(await found('patient', condition));
      expect(ids.length, text).toBeGreaterThan(0);
    }
  });

  it('contradicts itself in nothing but what the first release left', expectNoContradictions);
});
