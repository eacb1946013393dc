import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Body, importsSent, ok } from '../support/client';
import { deliverImports, finishImports } from '../support/deliver';
import { bucketWith, databaseThrough, logged } from '../support/fakes';
import { newAdmin } from '../support/fhir/exports';
import { counts, csvOf, prepared } from '../support/imports';
import { rows } from '../support/rows';

const mapping = {
  Nr: 'external_id',
  Vorname: 'first_name',
  Name: 'last_name',
  Geschlecht: 'gender',
  geboren: 'dob',
  Ausweis: 'national_id',
};
const SYLLABLES = ['ka', 'lo', 'mi', 'ra', 'ne', 'su', 'to', 'vi', 'pe', 'da'];
const word = (n: number) => [3, 2, 1, 0].map((digit) => SYLLABLES[Math.floor(n / 10 ** digit) % 10]).join('');

/** Each kind of fault and what is there already, in two chunks. @param from so that no two files have the same people */
function table(from: number): string {
  const person = (n: number) => ({
    Nr: `${from + n}`,
    Vorname: word(from + n),
    Name: word(7 * (from + n) + 13),
    Geschlecht: 'Female',
    geboren: `${1930 + ((n + from / 50) % 90)}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    Ausweis: `X${(from + n) * 7919}`,
  });
  const people = Array.from({ length: 90 }, (_, n) => person(n));
  return csvOf([
    ...people.slice(0, 75),
    { ...person(100), geboren: '1980-02-31' },
    { ...person(101), Ausweis: person(3).Ausweis },
    person(4),
    { ...person(102), Vorname: person(5).Vorname, Name: person(5).Name, geboren: person(5).geboren },
    ...people.slice(75),
    { ...person(103), Vorname: person(80).Vorname, Name: person(80).Name, geboren: person(80).geboren },
    person(81),
  ]);
}

const peopleOf = (source: string) =>
  rows<Body>(
    `SELECT first_name, last_name, dob, national_id FROM patient WHERE deleted_at IS NULL
      AND identifiers ->> '$[0].system' = '${source}' ORDER BY CAST(identifiers ->> '$[0].value' AS INTEGER)`,
  );
const auditsOf = (source: string) =>
  rows<Body>(
    `SELECT count(*) AS n FROM audit JOIN patient ON patient.id = audit.entity_id
      WHERE audit.action = 'create' AND patient.identifiers ->> '$[0].system' = '${source}'`,
  );

/** What an import has made and said, with its faults at whichever lines. */
async function outcomeOf(id: string, source: string, as: Awaited<ReturnType<typeof newAdmin>>) {
  const job = await ok('GET', `/imports/${id}`, { as });
  const told = await Promise.all(
    ['', '?result=duplicate'].map((query) => ok('GET', `/imports/${id}/rows${query}`, { as })),
  );
  const faults = told.flat().map(({ line, column, type }: Body) => [line, column, type]);
  const people = await peopleOf(source);
  return { state: job.state, counts: counts(job), faults, people: people.length, audits: await auditsOf(source) };
}

describe('An import whose Worker dies', () => {
  it.each(['report', 'skip'])('at any step makes each record once, with %s', async (on_duplicate) => {
    const as = await newAdmin();
    const begin = async (source: string, from: number) => {
      const settings = { mapping, source, on_duplicate };
      const { id } = await prepared('patient', { as, file: table(from), settings });
      await ok('POST', `/imports/${id}/run`, { as, json: {} });
      return id;
    };
    const quiet = `urn:quiet-${on_duplicate}`;
    const undisturbed = await begin(quiet, on_duplicate === 'skip' ? 0 : 1_000);
    await finishImports();
    const expected = await outcomeOf(undisturbed, quiet, as);
    expect(expected).toMatchObject({ state: 'done', counts: { rows: 96, failed: 2, duplicate: 2, known: 2 } });
    expect(expected.counts.created).toBe(on_duplicate === 'skip' ? 90 : 92);

    for (const [n, moment] of (['before', 'after'] as const).entries()) {
      const source = `urn:${moment}-${on_duplicate}`;
      const id = await begin(source, (on_duplicate === 'skip' ? 2_000 : 4_000) + n * 1_000);
      let deaths = 0;
      await logged(async () => {
        // The n-th delivery of a chunk dies at its n-th call of the database.
        let [chunk, step] = [0, 0];
        for (let message = importsSent.shift(); message; message = importsSent.shift()) {
          step = message.chunk === chunk ? step + 1 : 1;
          chunk = message.chunk;
          let calls = 0;
          const DB = databaseThrough(async (_, run) => {
            if (++calls < step) return run();
            if (calls === step) deaths++;
            if (calls === step && moment === 'after') await run();
            throw new Error('died');
          });
          const { retryMessages } = await deliverImports([message], { DB, attempts: step });
          if (retryMessages.length > 0) importsSent.push(message);
        }
      });
      expect(deaths, moment).toBeGreaterThan(20);
      expect(await outcomeOf(id, source, as), moment).toEqual(expected);
    }
  });

  it('counts a chunk once whose message comes twice at the same time', async () => {
    const as = await newAdmin();
    const source = 'urn:twice';
    const { id } = await prepared('patient', { as, file: table(6_000), settings: { mapping, source } });
    await ok('POST', `/imports/${id}/run`, { as, json: {} });
    await logged(async () => {
      for (let message = importsSent.shift(); message; message = importsSent.shift()) {
        await Promise.all([deliverImports([message]), deliverImports([message], { attempts: 2 })]);
      }
    });
    const { state, counts: made, people, audits } = await outcomeOf(id, source, as);
    expect([state, made, people, audits]).toEqual([
      'done',
      { rows: 96, created: 90, failed: 2, duplicate: 2, known: 2 },
      90,
      [{ n: 90 }],
    ]);
  });

  it.each([false, true])('does each chunk again whose report was written: dry_run %s', async (dry_run) => {
    const as = await newAdmin();
    const source = `urn:report-${dry_run}`;
    const file = table(dry_run ? 8_000 : 7_000);
    const { id } = await prepared('patient', { as, file, settings: { mapping, source } });
    await ok('POST', `/imports/${id}/run`, { as, json: { dry_run } });
    const FILES = bucketWith({
      put: async (key: string, value: string) => {
        await env.FILES.put(key, value);
        throw new Error('died');
      },
    });
    await logged(async () => {
      for (let message = importsSent.shift(); message; message = importsSent.shift()) {
        expect((await deliverImports([message], { FILES })).retryMessages).toHaveLength(1);
        await deliverImports([message], { attempts: 2 });
      }
    });
    const { counts: made, people } = await outcomeOf(id, source, as);
    expect(made).toEqual({ rows: 96, created: 90, failed: 2, duplicate: 2, known: 2 });
    expect(people).toBe(dry_run ? 0 : 90);
  });
});
