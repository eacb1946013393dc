import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formerNumberParts } from '../portal/src/former-number';
import { DECISIONS, type Decision, fateOf, takeOf } from '../portal/src/merge';
import {
  type Allergy,
  bodyOf,
  changesOf,
  NO_KIN,
  NO_PAYER,
  NOBODY,
  type Person,
  personOf,
  tidy,
} from '../portal/src/person';
import { mergedFields } from '../src/resources/patient/merge/rules';
import { PatientInput } from '../src/resources/patient/schemas';

const asa: Person = { ...NOBODY, first_name: 'Åsa', last_name: 'Svensson' };
const latex: Allergy = { substance: 'Latex', reaction: null, severity: null, noted_date: null };
const begun: Allergy = { ...latex, substance: '', severity: 'severe' };

test.each([
  [{ system: 'urn:old-clinic', value: 'K-4711' }, 'K-4711 · old-clinic'],
  [{ system: 'http://hl7.org/fhir/sid/us-ssn', value: '1', type: { text: 'SSN' } }, '1 · SSN · us-ssn'],
  [
    { system: 'https://emr.example/', value: '1', type: { coding: [{ code: 'MR' }, { display: 'Chart' }] } },
    '1 · Chart · emr.example',
  ],
  [{ system: '://', value: '1' }, '1 · ://'],
])('A former number is said with its kind and whose it is: %j', (one, text) => {
  expect(formerNumberParts(one).join(' · ')).toBe(text);
});

describe('What the form of a patient sends', () => {
  test('names nobody where nobody has written a name, whatever is chosen beside it', () => {
    expect(tidy({ ...asa, next_of_kin: { ...NO_KIN }, payer: { ...NO_PAYER, kind: 'employer' } })).toEqual(asa);
    const payer = { ...NO_PAYER, member_number: 'F-1' };
    expect(tidy({ ...asa, payer }).payer).toEqual(payer);
  });

  test('says that no allergies are known only where that was said', () => {
    expect(tidy({ ...asa, allergies: [] }).allergies).toEqual([]);
    expect(tidy({ ...asa, allergies: [begun] }).allergies).toBeNull();
    expect(tidy({ ...asa, allergies: [begun, latex] }).allergies).toEqual([latex]);
    expect(tidy(asa).allergies).toBeNull();
  });

  test('is what was touched, so that an update keeps what the form does not show', () => {
    const stored = { ...asa, allergies: [latex], reg_number: 'PAT-1', email: undefined } as unknown as Person;
    expect(personOf(stored)).toEqual({ ...asa, allergies: [latex] });
    expect(changesOf(personOf(stored), { ...personOf(stored), email: 'a@b.example' })).toEqual({
      email: 'a@b.example',
    });
    expect(changesOf(personOf(stored), personOf(stored))).toEqual({});
  });
});

describe('The birth date in the form of a patient', () => {
  const year = { ...asa, dob: '1984-01-01', dob_precision: 'year' as const };

  test('is what is known of it, and is sent as a date and how much of it is known', () => {
    expect(personOf(year).dob).toBe('1984');
    expect(bodyOf(changesOf(personOf(year), { ...personOf(year), gender: 'female' }))).toEqual({ gender: 'female' });
    const sent = (dob: string | null) => bodyOf(changesOf(personOf(year), { ...personOf(year), dob }));
    expect(sent('1984')).toEqual({});
    expect(sent('1984-01-01')).toEqual({ dob: '1984-01-01', dob_precision: 'day' });
    expect(sent('1984-05')).toEqual({ dob: '1984-05-01', dob_precision: 'month' });
    expect(sent('1985')).toEqual({ dob: '1985-01-01', dob_precision: 'year' });
    expect(sent(null)).toEqual({ dob: null, dob_precision: null });
    expect(sent('soon')).toEqual({ dob: 'soon', dob_precision: 'day' });
  });
});

describe('What the portal says before a merge', () => {
  const text = fc.constantFrom(null, 'one', 'other');
  const name = fc.constantFrom('', 'Åsa', 'Asa');
  const kin = fc.constantFrom(
    null,
    { name: 'Bo', relation: null, phone: null },
    { name: 'Bo', relation: 'son', phone: null },
  );
  const fields = fc.record({
    first_name: name,
    middle_name: text,
    last_name: name,
    gender: fc.constantFrom('female', 'male'),
    dob: fc.constantFrom(null, '1984-01-01', '1984-02-28'),
    year: fc.boolean(),
    phone_number: text,
    alt_phone_number: text,
    blood_group: fc.constantFrom('NOT_SET', 'A_POS', 'O_NEG'),
    email: text,
    national_id: text,
    preferred_language: text,
    next_of_kin: kin,
    mother_id: text,
    deceased_at: fc.constantFrom(null, '2026-01-02'),
    payer: fc.constantFrom(null, { name: 'Folksam', kind: 'insurance', member_number: null, tax_id: null }),
  });
  // Of a birth date perhaps the year alone is known.
  const born = fields.map(({ year, ...person }) => ({
    ...person,
    dob_precision: year && person.dob === '1984-01-01' ? ('year' as const) : null,
  }));
  const record = born.filter(({ first_name, last_name }) => `${first_name}${last_name}` !== '');
  const lists = { medical_conditions: [], past_surgeries: [], current_medications: [], addresses: [], allergies: null };
  type Record = Parameters<typeof fateOf>[1];

  test('is what the service does', () => {
    const decisions = Object.keys(DECISIONS) as Decision[];
    fc.assert(
      fc.property(record, record, fc.subarray(decisions), (one, other, wanted) => {
        const [stays, goes] = [one, other].map((it) => ({ ...lists, ...it })) as unknown as [
          PatientInput & Record,
          PatientInput & Record,
        ];
        const fateNow = (decision: Decision) => fateOf(decision, stays, goes);
        const asked = wanted.filter((decision) => fateNow(decision) === 'choice');
        const merged = mergedFields(stays, goes, takeOf(asked));
        for (const decision of decisions) {
          const from = asked.includes(decision) || fateNow(decision) === 'taken' ? goes : stays;
          for (const field of DECISIONS[decision]) {
            expect({ decision, field, value: merged[field] }).toEqual({ decision, field, value: from[field] });
            if (field === 'dob') expect(merged.dob_precision).toBe(from.dob_precision);
          }
        }
      }),
    );
  });

  test('leaves out no field that can be taken', () => {
    // How much is known of a birth date goes with it.
    const listed = [...Object.keys(lists), 'dob_precision', 'identifiers'];
    const takeable = Object.keys(PatientInput.shape).filter((field) => !listed.includes(field));
    expect(takeOf(Object.keys(DECISIONS) as Decision[]).toSorted()).toEqual(takeable.toSorted());
  });
});
