import { describe, expect, it } from 'vitest';
import { examples } from '../support/fhir/examples';
import type { Json } from '../support/fhir/issue';
import { validate } from '../support/fhir/validate';

const MARITAL = 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus';
const EXTENSIONS = 'http://hl7.org/fhir/StructureDefinition';
const UUID = 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0';
const ABSENT = { extension: [{ url: `${EXTENSIONS}/data-absent-reason`, valueCode: 'unknown' }] };
const DOCTOR = { resourceType: 'Practitioner', id: 'd', gender: 'female' };
const PERSON = { resourceType: 'Patient', id: '1', gender: 'female' };

const ref = (reference: string) => ({ reference });
const coded = (system: string, code: string, display?: string) => ({
  coding: [{ system, code, ...(display && { display }) }],
});
const narrative = (html: string) => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${html}</div>`,
});
const right = (type: string): Json => ({ ...examples.find(({ resourceType }) => resourceType === type) });

/** With one entry. What is undefined is left out. */
function bundle(entry: Json): Json {
  const whole = { fullUrl: 'https://a.example/Patient/1', resource: PERSON, search: { mode: 'match' }, ...entry };
  return JSON.parse(JSON.stringify({ ...right('Bundle'), entry: [whole] }));
}

describe('The validator takes', () => {
  it.each(examples.map((one) => [String(one.resourceType), one] as const))('%s', (_type, resource) => {
    expect(() => validate(resource)).not.toThrow();
  });

  it.each<[string, Json]>([
    [
      'a list with null where only the extension has something',
      { name: [{ given: ['A', null], _given: [null, ABSENT] }] },
    ],
    [
      'a reference by URL, URN and identifier',
      { generalPractitioner: [ref('https://a.example/Practitioner/1'), ref(UUID)] },
    ],
    ['an extension of others', { extension: [{ url: 'https://a.example/tag', valueString: 'vip' }] }],
    ['a narrative', { text: narrative('<p>Nina<br/>Berg</p>') }],
    ['what it contains', { contained: [DOCTOR], generalPractitioner: [ref('#d')] }],
    ['a code of a system that R4 does not list', { maritalStatus: coded('http://snomed.info/sct', '36629006') }],
  ])('%s', (_name, fields) => {
    expect(() => validate({ resourceType: 'Patient', ...fields })).not.toThrow();
  });
});

/** Fields of a patient, and the line that refuses them. */
const WRONG: [string, Json, RegExp][] = [
  ['a property that there is not', { nickname: 'B' }, /error Patient\.nickname: Invalid additional property/],
  ['one value where a list belongs', { name: { family: 'B' } }, /error Patient\.name: Expected array/],
  ['a list where one value belongs', { gender: ['male'] }, /error Patient\.gender: Expected single value/],
  ['a missing value', { link: [{ other: ref('Patient/2') }] }, /error Patient\.link\[0\]\.type: Missing required/],
  ['another type of JSON', { active: 'true' }, /error Patient\.active: Invalid JSON type/],
  ['two values of one choice', { deceasedBoolean: true, deceasedDateTime: '2020' }, /Conflicting choice/],
  ['a code that the value set lacks', { gender: 'm' }, /error Patient\.gender: m is not in .*administrative-gender/],
  [
    'a code within that the value set lacks',
    { telecom: [{ system: 'tel' }] },
    /error Patient\.telecom\[0\]\.system: tel/,
  ],
  [
    'a code that its system lacks',
    { maritalStatus: coded(MARITAL, 'Q') },
    /Patient\.maritalStatus\.coding\[0\]: Q is not/,
  ],
  ['another display', { maritalStatus: coded(MARITAL, 'M', 'Wed') }, /is displayed as Married, not as Wed/],
  ['a system of HL7 that there is not', { maritalStatus: coded(`${MARITAL}es`, 'M') }, /R4 knows no code system/],
  ['a code without its system', { maritalStatus: { coding: [{ code: 'M' }] } }, /warning .*has no system/],
  ['an empty text', { name: [{ family: '' }] }, /error Patient\.name\[0\]\.family: An empty text/],
  ['an empty list', { name: [] }, /error Patient\.name: An empty list/],
  ['an empty object', { contact: [{}] }, /error Patient\.contact\[0\]: An empty object/],
  ['null', { birthDate: null }, /error Patient\.birthDate: null/],
  ['null in a list', { name: [{ given: ['A', null] }] }, /error Patient\.name\[0\]\.given\[1\]: null/],
  ['whitespace at an end', { name: [{ family: 'B ' }] }, /error Patient\.name\[0\]\.family: Whitespace/],
  ['no id', { id: 'a/b' }, /error Patient\.id: No id/],
  ['no date', { birthDate: '1.3.2026' }, /error Patient\.birthDate: No date/],
  ['a day that there is not', { birthDate: '2026-02-29' }, /error Patient\.birthDate: A day/],
  [
    'no dateTime: no zone',
    { deceasedDateTime: '2026-03-01T09:00:00' },
    /error Patient\.deceased\.ofType\(dateTime\): No dateTime/,
  ],
  ['no instant', { meta: { lastUpdated: '2026-03-01' } }, /error Patient\.meta\.lastUpdated: No instant/],
  ['no uri', { identifier: [{ system: 'https://a b', value: '1' }] }, /error Patient\.identifier\[0\]\.system: No uri/],
  ['a relative system', { identifier: [{ system: 'pat', value: '1' }] }, /identifier\[0\]\.system: No absolute URI/],
  ['no UUID', { identifier: [{ system: 'urn:uuid:1', value: '1' }] }, /identifier\[0\]\.system: No UUID/],
  ['no base64', { photo: [{ data: '?' }] }, /error Patient\.photo\[0\]\.data: No base64/],
  ['another size', { photo: [{ contentType: 'image/png', data: 'QUJD', size: 4 }] }, /4 bytes are said, 3 are there/],
  ['no positiveInt', { telecom: [{ rank: 0 }] }, /error Patient\.telecom\[0\]\.rank: No positiveInt/],
  [
    'a fraction of an integer',
    { multipleBirthInteger: 1.5 },
    /error Patient\.multipleBirth\.ofType\(integer\): No integer/,
  ],
  [
    'more than 32 bits',
    { multipleBirthInteger: 2 ** 31 },
    /error Patient\.multipleBirth\.ofType\(integer\): More than 32 bits/,
  ],
  ['no reference', { managingOrganization: ref('o1') }, /error Patient\.managingOrganization: Neither Type\/id/],
  ['a reference to what is no resource', { managingOrganization: ref('Ward/1') }, /managingOrganization: Neither/],
  [
    'a reference to another type',
    { managingOrganization: ref('Patient/1') },
    /Refers to Patient, may refer to Organization/,
  ],
  ['a URL of another type', { managingOrganization: ref('https://a.example/Patient/1') }, /may refer to Organization/],
  [
    'a type that it is not',
    { managingOrganization: { ...ref('Organization/1'), type: 'Patient' } },
    /said to be a Patient/,
  ],
  ['an invariant of an element', { contact: [{ gender: 'male' }] }, /error Patient\.contact\[0\]: Constraint pat-1/],
  ['an invariant of a type', { telecom: [{ value: '1' }] }, /error Patient\.telecom\[0\]: Constraint cpt-2/],
  ['a reference to nothing contained', { managingOrganization: ref('#o') }, /managingOrganization: Constraint ref-1/],
  ['what is contained in vain', { contained: [DOCTOR] }, /error Patient\.contained\[0\]: Constraint dom-3/],
  [
    'what is contained and wrong',
    { contained: [{ ...DOCTOR, gender: 'm' }] },
    /error Patient\.contained\[0\]\.gender: m/,
  ],
  [
    'an extension that HL7 has not',
    { extension: [{ url: `${EXTENSIONS}/vip`, valueCode: 'a' }] },
    /R4 knows no extension/,
  ],
  [
    'an extension of another type',
    { extension: [{ url: `${EXTENSIONS}/patient-birthPlace`, valueCode: 'a' }] },
    /has no valueCode/,
  ],
  [
    'an extension without value',
    { extension: [{ url: 'https://a.example/tag' }] },
    /Patient\.extension\[0\]: Constraint ext-1/,
  ],
  [
    'a narrative that acts',
    { text: narrative('<script>1</script>') },
    /Patient\.text\.div: A narrative has no <script>/,
  ],
  ['a narrative that is not closed', { text: narrative('<p>1') }, /error Patient\.text\.div: <p?/],
];

/** Resources, and the line that refuses them. */
const WRONG_RESOURCES: [string, unknown, RegExp][] = [
  ['what is no object', 'Patient', /No FHIR resource/],
  ['a type that there is not', { resourceType: 'Ward' }, /No resource of R4: Ward/],
  ['an abstract type', { resourceType: 'DomainResource' }, /No resource of R4: DomainResource/],
  [
    'no decimal',
    { ...right('Observation'), valueQuantity: { value: '1' } },
    /error Observation\.value\.value: Invalid JSON type/,
  ],
  [
    'an invariant of a resource',
    { ...right('Observation'), dataAbsentReason: { text: 'a' } },
    /error Observation: Constraint obs-6/,
  ],
  ['an invariant that medplum leaves out', { resourceType: 'Organization' }, /error Organization: Constraint org-1/],
  ['an invariant that warns', { ...right('CapabilityStatement'), name: 'The hospital' }, /warning .*Constraint cpb-0/],
  [
    'a concept that the value set lacks',
    { ...right('Condition'), clinicalStatus: { text: 'a' } },
    /clinicalStatus: No coding is in/,
  ],
  [
    'a currency that there is not',
    { ...right('Invoice'), totalNet: { value: 1, currency: 'XXY' } },
    /totalNet\.currency: XXY/,
  ],
  ['no media type', { ...right('Binary'), contentType: 'pdf' }, /Binary\.contentType: pdf is not/],
  ['no time', { ...right('PractitionerRole'), availableTime: [{ availableStartTime: '8:00' }] }, /Time: No time/],
  ['no canonical', { ...right('CapabilityStatement'), instantiates: ['core'] }, /instantiates\[0\]: No absolute URI/],
  [
    'an end before its start',
    { ...right('Appointment'), requestedPeriod: [{ start: '2026', end: '2025' }] },
    /Constraint per-1/,
  ],
  [
    'a wrong resource in a bundle',
    bundle({ resource: { ...PERSON, gender: 'm' } }),
    /entry\[0\]\.resource\.gender: m is not/,
  ],
  [
    'an invariant in a bundle',
    bundle({ resource: { resourceType: 'Organization', id: '1' } }),
    /resource: Constraint org-1/,
  ],
  ['the URL of another in a bundle', bundle({ fullUrl: 'https://a.example/Patient/2' }), /The fullUrl is not that of/],
  ['no URL in a bundle', bundle({ fullUrl: undefined }), /error Bundle\.entry\[0\]: No fullUrl/],
  ['what was not found in a bundle', bundle({ search: undefined }), /warning Bundle\.entry\[0\]: What is found says/],
  ['a bundle without a link to itself', { ...bundle({}), link: undefined }, /warning Bundle: No link to self/],
  ['a total of what is no search', { ...bundle({}), type: 'collection' }, /error Bundle: Constraint bdl-1/],
  [
    'a wrong resource in parameters',
    { resourceType: 'Parameters', parameter: [{ name: 'a', resource: { resourceType: 'Patient', gender: 'm' } }] },
    /parameter\[0\]\.resource\.gender: m/,
  ],
];

describe('The validator refuses', () => {
  it.each(WRONG)('%s', (_name, fields, line) => {
    expect(() => validate({ resourceType: 'Patient', ...fields })).toThrow(line);
  });

  it.each(WRONG_RESOURCES)('%s', (_name, resource, line) => {
    expect(() => validate(resource)).toThrow(line);
  });
});

it('All that is wrong is in one error', () => {
  const wrong = { resourceType: 'Patient', gender: 'm', birthDate: '2026-02-30', name: [] };
  expect(() => validate(wrong)).toThrow(
    /^Not FHIR R4:\n(?=[\s\S]*Patient\.gender)(?=[\s\S]*Patient\.birthDate)(?=[\s\S]*Patient\.name)/,
  );
});
