import { beforeAll, describe, expect, it } from 'vitest';
import { expectAnswers } from '../support/recorded/answers';
import { deriveTerms, expectNoContradictions, upgradeRecorded } from '../support/recorded/upgrade';
import { rows } from '../support/rows';

// A database that 1.1.0 has made, in tables from before its baseline, under all migrations since.

upgradeRecorded();

/** Rows that contradict what later migrations promise of all rows, those of before included. */
const PROMISES: Record<string, string> = {};
/** By path: what is answered otherwise than by 1.1.0, each on purpose. */
const DIFFERING = {};

describe('The database of 1.1.0', () => {
  it('gives the answers that it gave', () => expectAnswers(DIFFERING));

  it('keeps what later migrations promise', async () => {
    for (const [promise, sql] of Object.entries(PROMISES)) expect(await rows(sql), promise).toEqual([]);
  });
});

describe('Once the hourly job has derived its search terms again', () => {
  beforeAll(deriveTerms);

  it('gives the same answers', () => expectAnswers(DIFFERING));

  it('contradicts itself in nothing', expectNoContradictions);
});
