/** Organization (hl7.org/fhir/R4/organization.html): a department. What it offers is a HealthcareService of the same id. */
import { conceptOf } from '../elements/datatypes';
import type { StoredType } from '../served-type';
import { type DepartmentRow, departmentElements, ofDepartments } from './department-mapping';

const type = conceptOf('http://terminology.hl7.org/CodeSystem/organization-type', 'dept', 'Hospital Department');

export const organizationType: StoredType<DepartmentRow> = {
  type: 'Organization',
  ...ofDepartments,
  toFhir: (row, deployment) => ({ resourceType: 'Organization', ...departmentElements(row, deployment), type: [type] }),
};
