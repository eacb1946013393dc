/** HealthcareService (hl7.org/fhir/R4/healthcareservice.html): what a department offers, which appointments are made for. */
import { department } from '../../db/schema/department';
import { referenceTo } from '../elements/datatypes';
import type { StoredType } from '../served-type';
import { type DepartmentRow, departmentElements, ofDepartments } from './department-mapping';

type Row = DepartmentRow & Pick<typeof department.$inferSelect, 'description'>;

export const healthcareServiceType: StoredType<Row> = {
  type: 'HealthcareService',
  ...ofDepartments,
  fields: { ...ofDepartments.fields, description: department.description },
  toFhir: (row, deployment) => ({
    resourceType: 'HealthcareService',
    ...departmentElements(row, deployment),
    providedBy: referenceTo('Organization', row.id),
    comment: row.description,
  }),
};
