import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { FILLED_AT_ONCE } from '../../src/db/schema/searchable';
import { runHourlyJob } from '../../src/jobs/hourly';
import { SEARCH_FILLS } from '../../src/jobs/search-rebuilds';
import { type Body, ok, testEnv } from '../support/client';
import { make } from '../support/factories';
import { logged } from '../support/fakes';
import { migrateToFirstRelease, upgradeFirstRelease } from '../support/first-release/upgrade';
import { expectIndexed } from '../support/full-text';
import { insertOld, insertOldPatient } from '../support/old-rows';
import { rows } from '../support/rows';
import { emptyStorage } from '../support/storage';
import { insertRoleUsers } from '../support/users';

// Full-text indexes replace the table `search_term` of the first release.

const TAGS = ['ends with ",', 'say "aah"', 'C:\\x-ray', '\\","', 'ÅÄÖ'];

/** How many there are of each tag and of each status. */
let counters: object[];
const counted = () => rows('SELECT * FROM counter WHERE n > 0 ORDER BY kind, term');

describe('The database of the first release, upgraded,', () => {
  upgradeFirstRelease(async () => {
    await rows('UPDATE invoice SET tags = ? WHERE seq IN (2, 3)', JSON.stringify(TAGS));
    counters = await counted();
  });

  it('has full-text indexes in place of a table of terms, and the same counters', async () => {
    await expectIndexed();
    expect(await rows("SELECT name FROM sqlite_schema WHERE name LIKE 'search_term%'")).toEqual([]);
    expect(await rows('SELECT * FROM search_fill')).toEqual([]);
    expect(await counted()).toEqual(counters);
    expect(counters).toContainEqual({ kind: 'invoice:tag', term: TAGS[0], n: 2 });
  });

  it.each(TAGS)('finds invoices by the tag %s', async (tag) => {
    const { total, data } = await ok('GET', `/invoice/?tags=${encodeURIComponent(tag)}`);
    expect([total, data.map(({ reg_number }: Body) => reg_number)]).toEqual([2, ['INV-00000002', 'INV-00000003']]);
  });
});

describe('A database with more patients than D1 has time for', () => {
  const id = crypto.randomUUID();
  beforeAll(async () => {
    await emptyStorage();
    await migrateToFirstRelease();
    await insertOldPatient(id, ['berg', 'bo'], ['berg', 'bo'], { seq: FILLED_AT_ONCE + 1 });
    await insertOld('invoice', {
      ...{ id: crypto.randomUUID(), patient_id: id, issue_date: '2026-01-01T00:00', issue_at: 0, status: 'ISSUED' },
      ...{ items: '[]', tags: '["ward"]', terms: '[]', discount_amount: 0, discount_percent: 0, subtotal: 0 },
      ...{ total_amount: 0, paid_amount: 0, remaining_amount: 0 },
    });
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    await insertRoleUsers();
  });
  const found = async (path: string) => {
    const body = await ok('GET', path);
    return (body.data ?? body).map(({ reg_number }: Body) => reg_number);
  };

  it('leaves them to the sweep, and fills the other indexes', async () => {
    expect(await rows('SELECT * FROM search_fill')).toEqual([{ kind: 'patient', next_seq: FILLED_AT_ONCE + 1 }]);
    expect(await rows('SELECT rowid FROM patient_search')).toEqual([]);
    expect(await found('/invoice/?search=berg')).toEqual(['INV-00000001']);
    expect(await found('/invoice/?tags=ward')).toEqual(['INV-00000001']);
    await expectIndexed();
  });

  it('finds patients who are created meanwhile, and the others once the sweep has come to them', async () => {
    const { reg_number: number } = await make.patient({ last_name: 'Bergman' });
    expect(await found('/patient/?search=berg')).toEqual([number]);
    await expectIndexed();
    expect(
      JSON.parse(await logged(() => runHourlyJob(testEnv, Date.now(), { rebuilds: SEARCH_FILLS, times: [] }))).level,
    ).toBe('info');
    expect(await rows('SELECT * FROM search_fill')).toEqual([]);
    expect(await found('/patient/?search=berg')).toEqual([number, 'PAT-00200001']);
    await expectIndexed();
  });
});
