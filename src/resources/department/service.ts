import { auditEvent, newEntity } from '../../db/audit';
import { createOnce, type Idempotency, rememberCreate } from '../../db/idempotency';
import { keyset, type Page } from '../../db/keyset';
import { keysOf, rowBy } from '../../db/reads';
import { department } from '../../db/schema/department';
import { insertion } from '../../db/statement';
import { taken } from '../../db/unique';
import { NotFoundError } from '../../errors';
import { keyOf } from '../../fields';
import type { ServiceContext } from '../../http/context';
import { terms } from '../../search';
import { Department, type DepartmentInput } from './schemas';

const COLUMNS = keysOf(Department);
type Row = Pick<typeof department.$inferSelect, keyof Department>;

const insert = insertion(department);
const page = keyset(department, COLUMNS);
const byId = rowBy(department, 'id', COLUMNS);

const toDepartment = ({ id, name, code, description, icon_codes }: Row): Department => ({
  id,
  name,
  code,
  description,
  icon_codes: JSON.parse(icon_codes),
});

export async function createDepartment(
  ctx: ServiceContext,
  input: DepartmentInput,
  idempotency: Idempotency | null,
): Promise<Department> {
  const entity = newEntity(ctx);
  const row = {
    ...entity,
    ...input,
    code_key: keyOf(input.code),
    icon_codes: JSON.stringify(input.icon_codes),
    terms: JSON.stringify(terms([input.name, input.code])),
  };
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

export async function listDepartments(
  ctx: ServiceContext,
  query: Page,
): Promise<{ rows: Department[]; next: number | null }> {
  const { rows, next } = await page(ctx.db, query);
  return { rows: rows.map(toDepartment), next };
}

export async function getDepartment(ctx: ServiceContext, id: string): Promise<Department> {
  const row = await ctx.db.first(byId({ value: id }));
  if (!row) throw new NotFoundError('Department', id);
  return toDepartment(row);
}
