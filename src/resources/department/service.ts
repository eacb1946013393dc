import { and, eq, isNull } from 'drizzle-orm';
import { auditEvent, newEntity } from '../../db/audit';
import { createOnce, type Idempotency, rememberCreate } from '../../db/idempotency';
import { keyset, type Page } from '../../db/keyset';
import { selection } from '../../db/reads';
import { department } from '../../db/schema/department';
import { db, type Inputs, insertion, statement } from '../../db/statement';
import { taken } from '../../db/unique';
import { NotFoundError } from '../../errors';
import { keyOf } from '../../fields';
import type { ServiceContext } from '../../http/context';
import { terms } from '../../search';
import { Department, type DepartmentInput } from './schemas';

const columns = selection(department, Department);

const insert = insertion(department);
const page = keyset(department, columns);
const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select(columns)
    .from(department)
    .where(and(eq(department.id, p.id), isNull(department.deleted_at))),
);

export async function createDepartment(
  ctx: ServiceContext,
  input: DepartmentInput,
  idempotency: Idempotency | null,
): Promise<Department> {
  const row = { ...newEntity(ctx), ...input, code_key: keyOf(input.code), terms: terms([input.name, input.code]) };
  const create = () =>
    ctx.db
      .batch([
        insert(row),
        ...rememberCreate(ctx, idempotency, row.id),
        auditEvent(ctx, 'create', 'department', row.id),
      ])
      .then(() => ({ id: row.id, ...input }))
      .catch((error) => {
        throw taken(error, 'Department', { 'department.code_key': 'code' });
      });
  return createOnce(ctx, idempotency, create, (id) => getDepartment(ctx, id));
}

export const listDepartments = (
  ctx: ServiceContext,
  query: Page,
): Promise<{ rows: Department[]; next: number | null }> => page(ctx.db, query);

export async function getDepartment(ctx: ServiceContext, id: string): Promise<Department> {
  const row = await ctx.db.first(byId({ id }));
  if (!row) throw new NotFoundError('Department', id);
  return row;
}
