import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/rules/sha256';
import { type Body, ok } from '../support/client';
import { expectAnswers } from '../support/first-release/answers';
import { differing, found, ofPatient, search } from '../support/first-release/differing';
import { expectNoContradictions, sweepAll, upgradeFirstRelease } from '../support/first-release/upgrade';
import { rows } from '../support/rows';

// A database that the first release has made, under all migrations since.

upgradeFirstRelease();

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
