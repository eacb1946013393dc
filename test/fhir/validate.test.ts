import { describe, expect, it } from 'vitest';
import { validate } from '../support/fhir/validate';

const subject = { reference: 'Patient/1' };
const appointment = {
  resourceType: 'Appointment',
  status: 'booked',
  start: '2026-11-26T09:00:00Z',
  end: '2026-11-26T09:30:00Z',
  participant: [{ actor: subject, status: 'accepted' }],
};
const dated = (dateTime: unknown) => ({
  ...{ resourceType: 'Procedure', status: 'completed', subject, performedDateTime: dateTime },
});

describe('The validator of the tests', () => {
  it.each([
    ['a patient', { resourceType: 'Patient', id: '1', gender: 'male', name: [{ family: 'X' }] }],
    ['an appointment', appointment],
    ['a year', dated('2026')],
    [
      'a search',
      {
        resourceType: 'Bundle',
        type: 'searchset',
        entry: [{ fullUrl: 'http://a.example/1', resource: appointment, search: { mode: 'match' } }],
      },
    ],
  ])('takes %s', (_, resource) => {
    validate(resource);
  });

  it.each([
    ['an unknown element', { resourceType: 'Patient', shoe: 1 }, 'Invalid additional property "shoe"'],
    ['a missing element', { resourceType: 'Procedure', subject }, 'Missing required property'],
    ['a wrong JSON type', { resourceType: 'Patient', active: 'yes' }, 'Invalid JSON type'],
    ['a single value that should be a list', { resourceType: 'Patient', name: { family: 'X' } }, 'Expected array'],
    ['an invariant', { ...appointment, start: undefined, end: undefined }, 'app-3'],
    ['a code that is not of its list', { resourceType: 'Patient', gender: 'robot' }, 'administrative-gender'],
    [
      'one within',
      { resourceType: 'Patient', contact: [{ name: { family: 'X' }, gender: 'robot' }] },
      'Patient.contact[0].gender is not of',
    ],
    [
      'one in a list of codings',
      {
        resourceType: 'AllergyIntolerance',
        patient: subject,
        clinicalStatus: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'well' }],
        },
      },
      'allergyintolerance-clinical',
    ],
    [
      'a reference to the wrong type',
      { ...appointment, participant: [{ actor: { reference: 'Invoice/1' }, status: 'accepted' }] },
      'may not refer to Invoice',
    ],
    ['what is no reference', { ...dated('2026'), subject: { reference: 'Anna' } }, 'is no reference'],
    ['an empty text', { resourceType: 'Patient', name: [{ family: '' }] }, 'Patient.name[0].family is empty'],
    ['an empty list', { resourceType: 'Patient', name: [] }, 'Patient.name is empty'],
    ['an empty element', { resourceType: 'Patient', name: [{}] }, 'Patient.name[0] is empty'],
    ['null', { resourceType: 'Patient', birthDate: null }, 'Patient.birthDate is empty'],
    ['a code with spaces at its end', { resourceType: 'Patient', gender: 'male ' }, 'Patient.gender is no code'],
    ['a date that is none', { resourceType: 'Patient', birthDate: '1984-2-9' }, 'date'],
    ['a time without a zone', dated('2026-11-26T09:00:00'), 'dateTime'],
    [
      'a resource in a bundle',
      {
        resourceType: 'Bundle',
        type: 'searchset',
        entry: [{ fullUrl: 'http://a.example/1', resource: { resourceType: 'Patient', gender: 'robot' } }],
      },
      'Bundle.entry[0].resource.gender',
    ],
    ['a type that is not answered', { resourceType: 'Basic' }, 'Basic'],
  ])('refuses %s', (_, resource, message) => {
    expect(() => validate(resource)).toThrow(message);
  });
});
