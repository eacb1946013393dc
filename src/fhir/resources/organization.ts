/** Organization (hl7.org/fhir/R4/organization.html): a department. What it offers is a HealthcareService of the same id. */
import { conceptOf } from '../elements';
import type { StoredType } from '../type';
import { type DepartmentRow, departmentElements, ofDepartments } from './departments';

const type = conceptOf('http://terminology.hl7.org/CodeSystem/organization-type', 'dept', 'Hospital Department');

export const organizationType: StoredType<DepartmentRow> = {
  type: 'Organization',
  ...ofDepartments,
  toFhir: (row, house) => ({ resourceType: 'Organization', ...departmentElements(row, house), type: [type] }),
};
