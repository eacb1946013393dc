/** What Organization and HealthcareService have in common: both are a department, under its id. */
import { isNull } from 'drizzle-orm';
import { department } from '../../db/schema/department';
import { uniqueKey } from '../../rules/unique-key';
import { type Deployment, identifierOf } from '../elements/datatypes';
import { activeParameter } from '../search/constants';
import { identifierParameter } from '../search/identifiers';
import { stringParameter } from '../search/texts';
import type { RowMeta } from '../served-type';
import { entityFields } from './fields';

export type DepartmentRow = RowMeta & Pick<typeof department.$inferSelect, 'name' | 'code'>;

export const departmentElements = ({ id, name, code }: DepartmentRow, deployment: Deployment) => ({
  ...{ id, identifier: identifierOf(deployment, 'department', code) },
  ...{ active: true, name },
});

export const ofDepartments = {
  table: department,
  fields: { ...entityFields(department), name: department.name, code: department.code },
  live: isNull(department.deleted_at),
  deletions: { at: department.deleted_at },
  mandatory: [],
  parameters: {
    active: activeParameter,
    identifier: identifierParameter({
      documentation: 'Code of the department',
      table: department,
      own: [{ system: 'department', column: department.code_key, keyOf: uniqueKey, isTyped: true }],
    }),
    name: stringParameter({
      documentation: 'Beginning of the name, or of a word in it',
      texts: ({ name }) => (typeof name === 'string' ? [name] : []),
    }),
  },
} as const;
