import { describe, expect, it } from 'vitest';
import type { SearchRules } from '../../../src/rules/search/criteria';
import { type Searched, termsOf } from '../../../src/rules/search/terms';
import { DOCTORS, finds, PATIENTS, THINGS } from '../../support/search';
import { CATALOG_QUERIES, DEPARTMENT_QUERIES, DOCTOR_QUERIES, PATIENT_QUERIES } from '../../support/search-list';
import { WORLD_CATALOG, WORLD_DEPARTMENTS, WORLD_DOCTORS, WORLD_PATIENTS } from '../../support/search-world';

interface Entry {
  key: string;
  terms: string[];
}

/** What each search of a list finds that it must not, and misses that it must find. */
function mistakes(queries: readonly (readonly [string, string])[], entries: readonly Entry[], rules: SearchRules) {
  const code = rules.codes[0];
  return queries.flatMap(([search, expected]) => {
    const typed = search.replace(/\{(.+?)\}/g, (_, key) => String(entries.findIndex((entry) => entry.key === key) + 1));
    const found = entries
      .filter(({ terms }, index) => finds(typed, rules, terms, code ? { [code]: index + 1 } : {}))
      .map(({ key }) => key);
    const wanted = expected === '' ? [] : expected.split(' ');
    const missed = wanted.filter((key) => !found.includes(key));
    const wrong = found.filter((key) => !wanted.includes(key));
    return missed.length + wrong.length > 0 ? [{ search: typed, missed, wrong }] : [];
  });
}

function entries<T extends { key: string }>(records: readonly T[], searched: (record: T) => Searched): Entry[] {
  return records.map((record) => ({ key: record.key, terms: termsOf(searched(record)) }));
}

const patients = entries(WORLD_PATIENTS, (patient) => ({
  names: [patient.first_name, patient.middle_name, patient.last_name],
  phones: [patient.phone_number],
  dob: patient.dob,
}));
const doctors = entries(WORLD_DOCTORS, ({ first_name, last_name, license_number }) => ({
  names: [first_name, last_name],
  codes: [license_number],
}));
const departments = entries(WORLD_DEPARTMENTS, ({ code, name }) => ({ codes: [code], texts: [name] }));
const catalog = entries(WORLD_CATALOG, ({ code, name, category, description }) => ({
  codes: [code],
  texts: [name, category, description],
}));

describe('Every search of the list finds whom it must and nobody else', () => {
  it.each(Object.entries(PATIENT_QUERIES))('among patients: %s', (_group, queries) =>
    expect(mistakes(queries, patients, PATIENTS)).toEqual([]),
  );
  it('among doctors', () => expect(mistakes(DOCTOR_QUERIES, doctors, DOCTORS)).toEqual([]));
  it('among departments', () => expect(mistakes(DEPARTMENT_QUERIES, departments, THINGS)).toEqual([]));
  it('in the catalog', () => expect(mistakes(CATALOG_QUERIES, catalog, THINGS)).toEqual([]));
});

describe('The list', () => {
  it('is large enough to mean something', () => {
    expect(WORLD_PATIENTS.length).toBeGreaterThanOrEqual(120);
    expect(Object.values(PATIENT_QUERIES).flat().length).toBeGreaterThanOrEqual(330);
  });

  it('names only records of the world, each by its own key', () => {
    const lists: [readonly Entry[], readonly (readonly [string, string])[]][] = [
      [patients, Object.values(PATIENT_QUERIES).flat()],
      [doctors, DOCTOR_QUERIES],
      [departments, DEPARTMENT_QUERIES],
      [catalog, CATALOG_QUERIES],
    ];
    for (const [records, queries] of lists) {
      const keys = records.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const [search, expected] of queries) {
        const named = [...search.matchAll(/\{(.+?)\}/g)].map(([, key]) => key as string);
        for (const key of [...named, ...expected.split(' ').filter(Boolean)]) expect(keys).toContain(key);
      }
    }
  });
});
