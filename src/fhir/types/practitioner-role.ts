/** PractitionerRole (hl7.org/fhir/R4/practitionerrole.html): that a doctor is one. In which departments: Schedule. */
import { isNull } from 'drizzle-orm';
import { doctor } from '../../db/schema/doctor';
import { conceptOf, referenceTo } from '../elements/datatypes';
import { activeParameter } from '../search/constants';
import { referenceParameter } from '../search/parameters';
import type { StoredType } from '../served-type';
import { entityFields } from './fields';

const code = conceptOf('http://terminology.hl7.org/CodeSystem/practitioner-role', 'doctor', 'Doctor');

export const practitionerRoleType: StoredType = {
  type: 'PractitionerRole',
  table: doctor,
  fields: entityFields(doctor),
  live: isNull(doctor.deleted_at),
  deletions: { at: doctor.deleted_at },
  toFhir: ({ id }) => ({
    ...{ resourceType: 'PractitionerRole', id, active: true },
    practitioner: referenceTo('Practitioner', id),
    code: [code],
  }),
  mandatory: [],
  parameters: {
    active: activeParameter,
    practitioner: referenceParameter({ documentation: 'The doctor', to: { Practitioner: doctor.id } }),
  },
  includes: { practitioner: { to: 'Practitioner', column: doctor.id } },
};
