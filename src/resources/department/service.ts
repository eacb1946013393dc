import type { ServiceContext } from '../../context';
import { auditedInsert } from '../../db/audit';
import { columnsFor, isLive, newEntity } from '../../db/entity';
import { createOnce, type Idempotency } from '../../db/idempotency';
import { type KeysetQuery, keysetList } from '../../db/keyset-list';
import { department } from '../../db/schema/department';
import { ownTerms } from '../../db/search/plan';
import { db, type Inputs, statement } from '../../db/statement';
import { rethrowUnique } from '../../db/unique';
import { NotFoundError } from '../../errors';
import { criteriaOf } from '../../rules/search/criteria';
import type { SearchRules } from '../../rules/search/criterion';
import { uniqueKey } from '../../rules/unique-key';
import { Department, type DepartmentInput } from './schemas';
import { departmentTerms } from './terms';

const columns = columnsFor(department, Department);

const insert = auditedInsert(department);
const list = keysetList(department, columns, ownTerms(department));
const byId = statement((p: Inputs<{ id: string }>) =>
  db.select(columns).from(department).where(isLive(department, p.id)),
);

const rethrowTaken = rethrowUnique('Department', { 'department.code_key': 'code' });

const SEARCHED_BY: SearchRules = { codes: [], phones: false, dateOfBirth: null };

/** @throws RuleError when the code is taken */
export function createDepartment(
  ctx: ServiceContext,
  input: DepartmentInput,
  idempotency: Idempotency | null,
): Promise<Department> {
  const row = {
    ...newEntity(ctx),
    ...input,
    code_key: uniqueKey(input.code),
    ...departmentTerms(input),
  };
  return createOnce(ctx, idempotency, {
    create: async () => {
      await ctx.db.run(insert(ctx, row, idempotency)).catch(rethrowTaken);
      return { id: row.id, ...input };
    },
    read: (id) => getDepartment(ctx, id),
  });
}

export const listDepartments = (
  ctx: ServiceContext,
  { search, ...query }: KeysetQuery & { search?: string | undefined },
) => {
  const criteria = criteriaOf(search, SEARCHED_BY);
  return list(ctx.db, query, criteria);
};

/** @throws NotFoundError */
export async function getDepartment(ctx: ServiceContext, id: string): Promise<Department> {
  const row = await ctx.db.first(byId({ id }));
  if (!row) throw new NotFoundError('Department', id);
  return row;
}
