import * as z from 'zod';
import { DepartmentInput } from '../../resources/department/schemas';
import { createDepartment } from '../../resources/department/service';
import { uniqueKey } from '../../rules/unique-key';
import { claimOf, external_id, withExternalId } from './external';
import { plainImporter } from './plain';

const DepartmentRow = z.object({ external_id, ...DepartmentInput.shape });

export const departments = plainImporter(DepartmentRow, ({ external_id, ...input }, source) => ({
  external_id,
  claims: [claimOf('Department', 'code', uniqueKey(input.code))],
  person: null,
  create: async (ctx, idempotency) =>
    createDepartment(ctx, input, withExternalId(idempotency, 'department', source, external_id)),
}));
