import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Dialect } from '../../../src/imports/reading/cells';
import { fieldAt } from '../../../src/imports/reading/fields';
import { columnAt, faultsInMapping, recordOf } from '../../../src/imports/reading/mapping';
import { AppointmentInput } from '../../../src/resources/appointment/schemas';
import { CatalogItemInput } from '../../../src/resources/catalog/schemas';
import { DepartmentInput } from '../../../src/resources/department/schemas';
import { DoctorInput } from '../../../src/resources/doctor/schemas';
import { PatientInput } from '../../../src/resources/patient/schemas';
import { name, optional, optionalList } from '../../../src/schemas/fields';
import type { Mapping } from '../../../src/schemas/import';

const identifier = z.object({ system: name, value: name, type: optional(name) });
const PATIENT = z.object({ ...PatientInput.shape, external_id: optional(name), identifiers: optionalList(identifier) });
const NONE: Dialect = { locale: null, date_order: null };
const GERMAN: Dialect = { locale: 'de-DE', date_order: 'dmy' };
const US: Dialect = { locale: 'en-US', date_order: 'mdy' };

describe('The fields that a column may be mapped to', () => {
  it.each<[z.ZodType, Record<string, string>]>([
    [
      PATIENT,
      {
        first_name: 'text',
        dob: 'date',
        deceased_at: 'datetime',
        blood_group: 'enum',
        'contact.email': 'boolean',
        'addresses.0.city': 'text',
        'addresses.19.city': 'text',
        'identifiers.0.value': 'text',
        'medical_conditions.0.diagnozed_date': 'date',
        external_id: 'text',
      },
    ],
    [DoctorInput, { 'user.email': 'text', consultation_fee: 'number', dob: 'date' }],
    [CatalogItemInput, { default_price: 'number', tags: 'list', 'tags.0': 'text' }],
    [DepartmentInput, { icon_codes: 'list' }],
    [
      AppointmentInput,
      { schedule: 'datetime', is_follow_up: 'boolean', tags: 'list', expected_duration_minutes: 'number' },
    ],
  ])('have paths and kinds (%#)', (fields, kinds) => {
    expect(Object.keys(kinds).map((path) => [path, fieldAt(fields, path)?.kind])).toEqual(Object.entries(kinds));
  });

  it.each([
    ...['', 'none', 'addresses', 'addresses.0', 'addresses.20.city', 'addresses.00.city', 'addresses.-1.city'],
    ...['addresses.x.city', '__proto__', 'constructor', 'dob.length', 'next_of_kin', 'addresses.0.city.0', '.dob'],
  ])('have no path %j', (path) => expect(fieldAt(PATIENT, path)).toBeUndefined());
});

describe('A mapping', () => {
  const msgs = (mapping: Mapping, columns: string[] | null = null) =>
    Object.fromEntries(faultsInMapping(mapping, PATIENT, columns).map(({ loc, msg }) => [loc.join('.'), msg]));

  it('is told where it is wrong', () => {
    expect(msgs({ Name: 'surname', Vorname: 'first_name' })).toEqual({
      'body.mapping.Name': 'No field has this path: the preview of the import lists them, and suggests a mapping',
    });
    expect(msgs({ a: 'dob', b: 'dob', c: 'last_name' })).toEqual({
      'body.mapping.a': 'Another column is mapped to the same field',
      'body.mapping.b': 'Another column is mapped to the same field',
    });
    expect(msgs({ a: 'identifiers.0.value', b: 'identifiers.1.system' })).toEqual({
      'body.mapping.a': expect.stringContaining('The system of an identifier'),
    });
    expect(msgs({ a: 'identifiers.0.value', b: 'identifiers.0.system' })).toEqual({});
    expect(msgs({ a: 'first_name', import_msg: 'last_name' }, ['b', 'import_msg'])).toEqual({
      'body.mapping.a': 'The file has no such column',
      'body.mapping.import_msg': 'The file has no such column',
    });
  });

  it('makes a record of a row, without what is empty', () => {
    const mapping = {
      Nr: 'external_id',
      Vorname: 'first_name',
      Name: 'last_name',
      Ort: 'addresses.0.city',
      Ort2: 'addresses.1.city',
      Land2: 'addresses.1.country',
      Kasse: 'identifiers.0.system',
      KVNR: 'identifiers.0.value',
      Notfall: 'next_of_kin.name',
      Mail: 'contact.email',
    };
    const row = {
      Nr: ' 7 ',
      Vorname: 'Zoë',
      Name: '',
      Ort: ' ',
      Ort2: 'Bern',
      Land2: 'CH',
      Kasse: 'urn:k',
      Mail: 'nein',
      Other: 'x',
    };
    expect(recordOf(row, mapping, PATIENT, NONE)).toEqual({
      external_id: '7',
      first_name: 'Zoë',
      addresses: [{ city: 'Bern', country: 'CH' }],
      contact: { email: false },
    });
    expect(recordOf({ Kasse: 'urn:k', KVNR: 'A1' }, mapping, PATIENT, NONE)).toEqual({
      identifiers: [{ system: 'urn:k', value: 'A1' }],
    });
    expect(recordOf({}, { constructor: 'first_name' }, PATIENT, NONE)).toEqual({});
  });

  it('takes what NDJSON has as it is, and numbers as texts where texts are meant', () => {
    const mapping = { id: 'external_id', n: 'first_name', b: 'blood_group', c: 'contact.email', d: 'dob' };
    const row = { id: 12, n: ['x'], b: null, c: true, d: '31.12.1984' };
    expect(recordOf(row, mapping, PATIENT, GERMAN)).toEqual({
      external_id: '12',
      first_name: ['x'],
      contact: { email: true },
      dob: '1984-12-31',
    });
  });

  it('names the column of a fault', () => {
    const mapping = { a: 'addresses.0.city', t: 'tags', v: 'identifiers.1.value', s: 'identifiers.1.system' };
    expect(columnAt(['addresses', 0, 'city'], mapping)).toBe('a');
    expect(columnAt(['tags', 3], mapping)).toBe('t');
    expect(columnAt(['identifiers', 1], mapping)).toBe('v');
    expect(columnAt(['identifiers', 10], mapping)).toBeNull();
    expect(columnAt(['first_name'], mapping)).toBeNull();
  });

  it('leaves what no field takes as its text, whatever that is', () => {
    const mapping = { a: 'dob', b: 'blood_group', c: 'deceased_at' };
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.constantFrom(NONE, GERMAN, US), (text, dialect) => {
        fc.pre(!/\d/.test(text) && text.trim().length > 4);
        const left = text.trim();
        expect(recordOf({ a: text, b: text, c: text }, mapping, PATIENT, dialect)).toEqual({
          dob: left,
          blood_group: left,
          deceased_at: left,
        });
      }),
    );
  });
});

describe('A cell', () => {
  const read = (path: string, text: string, dialect: Dialect, fields: z.ZodType = PATIENT) =>
    z.record(z.string(), z.unknown()).parse(recordOf({ a: text }, { a: path }, fields, dialect))[path];

  it.each<[string, Dialect, string]>([
    ['1984-12-31', NONE, '1984-12-31'],
    ['1984-12-31', GERMAN, '1984-12-31'],
    ['1984-12-31 00:00:00.0', NONE, '1984-12-31'],
    ['31.12.1984', GERMAN, '1984-12-31'],
    ['1. 2. 1984', GERMAN, '1984-02-01'],
    ['31/12/1984 00:00:00', GERMAN, '1984-12-31'],
    ['12/31/1984', US, '1984-12-31'],
    ['1-2-1984', US, '1984-01-02'],
    ['1984/1/2', { locale: null, date_order: 'ymd' }, '1984-01-02'],
    ['٣١/١٢/١٩٨٤', GERMAN, '1984-12-31'],
    // Left as they are: the schema refuses them.
    ['31.12.1984', NONE, '31.12.1984'],
    ['31.12.1984', US, '31.12.1984'],
    ['31.12.84', GERMAN, '31.12.84'],
    ['31.02.1984', GERMAN, '31.02.1984'],
    ['31.12/1984', GERMAN, '31.12/1984'],
    ['1984/12/31', GERMAN, '1984/12/31'],
    ['31.12.1984 10:30', GERMAN, '31.12.1984 10:30'],
    ['30682', GERMAN, '30682'],
  ])('is a date: %j by %j', (text, dialect, date) => expect(read('dob', text, dialect)).toBe(date));

  it.each<[string, Dialect, object]>([
    ['1984', NONE, { dob: '1984-01-01', dob_precision: 'year' }],
    ['1984-03', NONE, { dob: '1984-03-01', dob_precision: 'month' }],
    ['03.1984', GERMAN, { dob: '1984-03-01', dob_precision: 'month' }],
    ['٣/١٩٨٤', US, { dob: '1984-03-01', dob_precision: 'month' }],
    ['3/1984', US, { dob: '1984-03-01', dob_precision: 'month' }],
    ['03.1984', NONE, { dob: '03.1984' }],
    ['13.1984', GERMAN, { dob: '13.1984' }],
    ['0000-00-00', NONE, {}],
    ['\\N', NONE, {}],
  ])('is a birth that is partly known: %j by %j', (text, dialect, record) =>
    expect(recordOf({ a: text }, { a: 'dob' }, PATIENT, dialect)).toEqual(record),
  );

  it.each<[string, Dialect, string]>([
    ['2026-03-01T10:30:00+01:00', NONE, '2026-03-01T10:30:00+01:00'],
    ['2026-03-01 10:30', NONE, '2026-03-01 10:30'],
    ['2026-03-01 9:30', NONE, '2026-03-01T09:30:00'],
    ['01.03.2026 10:30', GERMAN, '2026-03-01T10:30:00'],
    ['1.3.2026, 9:05:07', GERMAN, '2026-03-01T09:05:07'],
    ['01.03.2026', GERMAN, '2026-03-01'],
    ['3/1/2026 2:30 PM', US, '2026-03-01T14:30:00'],
    ['3/1/2026 12:05 a.m.', US, '2026-03-01T00:05:00'],
    ['3/1/2026 14:30 PM', US, '3/1/2026 14:30 PM'],
    ['01.03.2026 24:30', GERMAN, '01.03.2026 24:30'],
    ['01.03.2026 10.30 Uhr', GERMAN, '01.03.2026 10.30 Uhr'],
  ])('is a time: %j by %j', (text, dialect, time) =>
    expect(read('schedule', text, dialect, AppointmentInput)).toBe(time),
  );

  const locale = (tag: string): Dialect => ({ locale: tag, date_order: null });
  it.each<[string, Dialect, number | string]>([
    ['12.5', NONE, 12.5],
    ['-3', NONE, -3],
    ['12,5', NONE, '12,5'],
    ['1,234.5', NONE, '1,234.5'],
    ['12,5', GERMAN, 12.5],
    ['1.234.567,50', GERMAN, 1_234_567.5],
    ['1.234', GERMAN, 1234],
    ['1.23', GERMAN, '1.23'],
    ['1.2345', GERMAN, '1.2345'],
    ['1.234 567', GERMAN, '1.234 567'],
    ['1,234,567.5', US, 1_234_567.5],
    ['1,23', US, '1,23'],
    ['12,34,567.5', locale('en-IN'), 1_234_567.5],
    ['1 234,5', locale('fr-FR'), 1234.5],
    ['1’234.50', locale('de-CH'), 1234.5],
    ['١٢٫٥', locale('ar-EG'), 12.5],
    ['۱۲٬۳۴۵', locale('fa'), 12_345],
    ['−5', US, -5],
    ['1e3', US, '1e3'],
    ['0x10', NONE, '0x10'],
    ['5 €', GERMAN, '5 €'],
    ['1'.repeat(200), NONE, '1'.repeat(200)],
  ])('is a number: %j by %j', (text, dialect, number) =>
    expect(read('default_price', text, dialect, CatalogItemInput)).toBe(number),
  );

  it.each<[string, boolean | string]>([
    ...['true', 'YES', 'Ja', 'oui', 'Sí', '1', 'x', 'نعم', 'evet', 'WAHR'].map((text): [string, boolean] => [
      text,
      true,
    ]),
    ...['false', 'no', 'Nein', 'NON', '0', 'لا', 'hayır', 'não'].map((text): [string, boolean] => [text, false]),
    ['perhaps', 'perhaps'],
  ])('is yes or no: %j', (text, value) => expect(read('is_follow_up', text, NONE, AppointmentInput)).toBe(value));

  it.each([
    ['A+', 'A_POS'],
    ['0 neg.', 'O_NEG'],
    ['O Rh-', 'O_NEG'],
    ['AB Rh(D) positive', 'AB_POS'],
    ['a_pos', 'A_POS'],
    ['A-POS', 'A_POS'],
    ['B −', 'B_NEG'],
    ['B+ve', 'B_POS'],
    ['unbekannt', 'NOT_SET'],
    ['A', 'A'],
    ['C+', 'C+'],
  ])('is a blood group: %j', (text, group) => expect(read('blood_group', text, NONE)).toBe(group));

  it.each<[string, Dialect, string]>([
    ['W', GERMAN, 'female'],
    ['männlich', GERMAN, 'male'],
    ['Femme', NONE, 'female'],
    ['M', NONE, 'male'],
    ['M', locale('es-MX'), 'M'],
    ['H', locale('es'), 'male'],
    ['أنثى', NONE, 'female'],
    ['divers', NONE, 'other'],
    ['Agender', NONE, 'Agender'],
  ])('is a gender: %j by %j', (text, dialect, gender) => expect(read('gender', text, dialect)).toBe(gender));

  it('is a list of what stands in lines, or between bars', () =>
    expect(read('tags', ' a, b | c\nd |', NONE, CatalogItemInput)).toEqual(['a, b', 'c', 'd']));

  it('is a text as it stands, but for blanks around it', () => {
    expect(read('national_id', ' 0012,50 ', GERMAN)).toBe('0012,50');
    expect(read('first_name', '=1+1', GERMAN)).toBe('=1+1');
  });
});
