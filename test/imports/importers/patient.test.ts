import { describe, expect, it } from 'vitest';
import { FHIR_IMPORTERS, IMPORTERS } from '../../../src/imports/importers';
import { type Body, ok } from '../../support/client';
import { SYSTEMS } from '../../support/deployment';
import { make } from '../../support/factories';
import { fhir } from '../../support/fhir/client';
import { PEOPLE, synthea } from '../../support/fhir/synthea';
import { contextOf, imported, preparedOf, SOURCE } from '../../support/importing';
import { input, unique } from '../../support/input';

const { patient } = IMPORTERS;
const { patient: fhirPatient } = FHIR_IMPORTERS;
const full = (id: unknown): Promise<Body> => ok('GET', `/patient/${id}?view=full`);
const resourceOf = async (id: unknown): Promise<Body> => (await fhir('GET', `/Patient/${id}`)).body;
const sibling = () => ({ ...input.patient(), ...input.person({ mother_id: null }) });

describe('A patient of an import', () => {
  it('is one whom a POST would make, with the number that the source has given', async () => {
    const external_id = unique('10-');
    const mother = await make.patient();
    const json = { ...sibling(), mother_id: mother.id };
    const [id, plain] = await imported(patient, [
      { external_id, ...json },
      { first_name: 'Bo', last_name: 'Ek', gender: 'male' },
    ]);
    expect(await full(id)).toMatchObject(json);
    expect((await resourceOf(id)).identifier).toContainEqual({ system: SOURCE, value: external_id });
    expect(await full(plain)).toMatchObject({ first_name: 'Bo', dob: null, blood_group: 'NOT_SET' });
  });

  it('has its other numbers, too', async () => {
    const external_id = unique();
    const identifiers = [{ system: 'urn:other', value: unique(), type: { text: 'Chart' } }];
    const own = { system: SOURCE, value: external_id };
    const rows = [{ identifiers }, { identifiers: [own, { system: 'urn:other', value: unique() }] }];
    const [one] = await imported(patient, [{ external_id, ...input.patient(), ...rows[0] }]);
    expect((await full(one)).identifiers).toEqual([...identifiers, own]);
    const wrong = { identifiers: [...identifiers, { system: SYSTEMS['patient-number'], value: 'PAT-1' }] };
    expect(
      await imported(patient, [
        { external_id, ...input.patient(), ...rows[1] },
        { ...input.patient(), ...wrong },
        { ...input.patient(), identifiers: [{ value: '1' }] },
      ]),
    ).toEqual([
      [['taken', 'identifiers']],
      [['row.identifiers.1.system', 'value_error']],
      [['row.identifiers.0.system', 'missing']],
    ]);
  });

  it.each<[what: string, row: () => unknown, ...refusal: unknown[]]>([
    ['a text', () => 'Anna', ['row', 'dict_type']],
    ['no name', () => ({ gender: 'female' }), ['row.first_name', 'missing'], ['row.last_name', 'missing']],
    ['a date that is none', () => input.patient({ dob: '31.02.1984' }), ['row.dob', 'date_parsing']],
    [
      'an address that is none',
      () => input.patient({ addresses: [{ city: 7 }] }),
      ['row.addresses.0.city', 'string_type'],
    ],
    ['a blood group that is none', () => input.patient({ blood_group: 'Z' }), ['row.blood_group', 'enum']],
    ['its number here', () => input.patient({ reg_number: 'PAT-1' }), ['row.reg_number', 'extra_forbidden']],
    ['a death before birth', () => input.patient({ deceased_at: '1970-01-01' }), ['row.deceased_at', 'value_error']],
    ['half a birth', () => input.patient({ dob: null, dob_precision: 'year' }), ['row.dob_precision', 'value_error']],
    [
      'a stranger as mother',
      () => ({ ...sibling(), mother_id: crypto.randomUUID() }),
      ['row.mother_id', 'reference_not_found'],
    ],
  ])('is refused with its place: %s', async (_, row, ...refusal) => {
    expect(await imported(patient, [row()])).toEqual([refusal]);
  });

  it('claims its numbers, and fails where another patient has one', async () => {
    const external_id = unique();
    const json = { external_id, ...sibling() };
    const [row] = await preparedOf(patient, [json]);
    expect(row?.claims.map(({ field }) => field)).toEqual(['national_id', 'identifiers']);
    await imported(patient, [json]);
    const others = [json, { ...json, national_id: null }, { ...json, external_id: null }];
    expect(await imported(patient, others)).toEqual([
      [['taken', 'national_id']],
      [['taken', 'identifiers']],
      [['taken', 'national_id']],
    ]);
    for (const [n, claim] of (row?.claims ?? []).entries()) {
      const [other] = await preparedOf(patient, [n === 0 ? json : { ...json, national_id: null }]);
      const made = other?.create(contextOf(), { key: unique(), fingerprint: '' });
      await expect(made).rejects.toMatchObject({ field: claim.field, message: claim.msg });
    }
  });

  it('is compared with others by name, birth and phone', async () => {
    const [row] = await preparedOf(patient, [input.patient({ dob: '1984-05-17', dob_precision: 'year' })]);
    expect(row?.person).toMatchObject({
      ...{ first_name: 'Anna', middle_name: 'Maria', phone_number: '+46 70 123 45 67' },
      ...{ dob: '1984-01-01', dob_precision: 'year' },
    });
  });
});

describe('A Patient of an import', () => {
  it.each(PEOPLE)('is one in the shape of Synthea: %s', async (_, make) => {
    const sent = make();
    const before = structuredClone(sent);
    const [id] = await imported(fhirPatient, [sent]);
    expect(sent, 'what was sent is still what was sent').toEqual(before);
    const { identifier, birthDate, gender } = await resourceOf(id);
    expect([birthDate, gender]).toEqual([sent.birthDate, sent.gender]);
    expect(identifier.slice(1)).toEqual([...sent.identifier, { system: SOURCE, value: sent.id }]);
  });

  it('has the id of the source once, where it is one of its identifiers, too', async () => {
    const id = unique();
    const type = { text: 'Chart' };
    const [row] = await imported(fhirPatient, [synthea({ id, identifier: [{ system: SOURCE, value: id, type }] })]);
    expect((await resourceOf(row)).identifier.slice(1)).toEqual([{ system: SOURCE, value: id, type }]);
    const again = await imported(fhirPatient, [
      synthea({ id }),
      synthea({ identifier: [{ system: SOURCE, value: id }] }),
    ]);
    expect(again).toEqual([[['taken', 'identifier']], [['taken', 'identifier']]]);
  });

  it('may have a family name alone, and no id', async () => {
    const [id] = await imported(fhirPatient, [{ resourceType: 'Patient', name: [{ family: 'Suharto' }] }]);
    expect(await full(id)).toMatchObject({ first_name: '', last_name: 'Suharto' });
    expect((await resourceOf(id)).identifier).toHaveLength(1);
  });

  it.each<[what: string, row: () => unknown, ...refusal: unknown[]]>([
    ['null', () => null, ['row', 'dict_type']],
    ['another type', () => synthea({ resourceType: 'Encounter' }), ['row.resourceType', 'enum']],
    ['a gender that is none', () => synthea({ gender: 'robot' }), ['row.gender', 'enum']],
    ['a date that is none', () => synthea({ birthDate: '1984-02-30' }), ['row.birthDate', 'value_error']],
    ['no name', () => synthea({ name: undefined }), ['row.name', 'missing']],
    ['a modifier', () => synthea({ modifierExtension: [] }), ['row.modifierExtension', 'extra_forbidden']],
    [
      'a death before birth',
      () => synthea({ deceasedDateTime: '1950-01-01T00:00:00Z' }),
      ['row.deceasedDateTime', 'value_error'],
    ],
    ['a long id', () => synthea({ id: 'x'.repeat(201) }), ['row.id', 'value_error']],
  ])('is refused with its element: %s', async (_, row, ...refusal) => {
    expect(await imported(fhirPatient, [row()])).toEqual([refusal]);
  });

  it('is refused however deep it is nested', async () => {
    const deep = JSON.parse(`${'{"name":'.repeat(200_000)}0${'}'.repeat(200_000)}`);
    const [refused] = await imported(fhirPatient, [deep]);
    expect(refused).toEqual(expect.arrayContaining([[expect.stringMatching(/^row/), expect.any(String)]]));
  });

  it('claims a national id as the identifier that it is there', async () => {
    const mine = await make.patient(sibling());
    const { identifier } = await resourceOf(mine.id);
    const national = identifier.find(({ value }: Body) => value === mine.national_id);
    const sent = synthea({ identifier: [national] });
    const [row] = await preparedOf(fhirPatient, [sent]);
    expect(row?.claims.map(({ field }) => field)).toEqual(['identifier', 'identifier']);
    expect(await imported(fhirPatient, [sent])).toEqual([[['taken', 'identifier']]]);
  });
});
