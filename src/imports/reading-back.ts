/** What an import has to show: the beginning of its file, and the report of its last run. */
import type { ServiceContext } from '../context';
import { ConflictError, InvalidError } from '../errors';
import type { Columns } from '../rules/csv';
import type { SourceShape } from '../schemas/import';
import { importerOf } from './importers';
import { fileKey } from './job';
import { pathsIn } from './reading/fields';
import { readRecords, TooLongError } from './reading/records';
import { isReadColumn } from './reading/shape';
import { suggestedMapping } from './reading/suggestions';
import { reportedRows } from './report';
import { type ImportPreview, type ImportRow, PREVIEW_ROWS, type Result, type RowsQuery } from './schemas';
import { getJob } from './service';

const PREVIEW_BYTES = 1024 * 1024;

/** @throws NotFoundError, ConflictError where there is no file, InvalidError where a row is too long */
export async function previewOf(ctx: ServiceContext, id: string): Promise<ImportPreview> {
  const job = await getJob(ctx, id);
  const { file, shape, start_offset: offset, start_line: line } = job;
  if (file === null || shape === null || offset === null || line === null)
    throw new ConflictError('import_state', 'The import is draft: it has no file yet');
  const most = { rows: PREVIEW_ROWS, bytes: PREVIEW_BYTES };
  const { records } = await readRecords(ctx.bucket, fileKey(id, file), shape, { offset, line }, most).catch((error) => {
    throw error instanceof TooLongError
      ? new InvalidError([{ loc: ['path', 'id'], msg: error.message, type: 'value_error' }])
      : error;
  });
  const { fields } = importerOf(job);
  const columns = shape.columns.filter(isReadColumn);
  return {
    columns,
    rows: records.map(({ cells }) => cells),
    suggested_mapping: fields ? suggestedMapping(columns, fields) : {},
    fields: fields ? pathsIn(fields) : [],
  };
}

interface Rows {
  rows: ImportRow[];
  next: string | null;
}

/** @throws NotFoundError */
export async function listRows(ctx: ServiceContext, id: string, { result, limit, cursor }: RowsQuery): Promise<Rows> {
  const job = await getJob(ctx, id);
  const [chunk = 0, seen = 0] = cursor?.split('.').map(Number) ?? [];
  const rows: ImportRow[] = [];
  for await (const part of reportedRows(ctx, job, result, [chunk, seen])) {
    const taken = part.rows.slice(0, limit - rows.length);
    rows.push(...taken);
    if (taken.length < part.rows.length) {
      const before = part.chunk === chunk ? seen : 0;
      return { rows, next: `${part.chunk}.${before + taken.length}` };
    }
  }
  return { rows, next: null };
}

const cellOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || value === null || value === undefined
    ? value
    : JSON.stringify(value);

/** Ours come first: whoever mends the file sees them, and the next import leaves them out. */
export const columnsOf = ({ shape }: { shape: Pick<SourceShape, 'columns'> | null }): Columns<ImportRow> => ({
  import_line: ({ line }) => line,
  import_column: ({ column }) => column,
  import_type: ({ type }) => type,
  import_msg: ({ msg }) => msg,
  ...Object.fromEntries(
    (shape?.columns ?? [])
      .filter(isReadColumn)
      .map((name): [string, Columns<ImportRow>[string]] => [name, ({ row }) => cellOf(row[name])]),
  ),
});

/** @throws NotFoundError */
export async function tableOf(ctx: ServiceContext, id: string, result: Result) {
  const job = await getJob(ctx, id);
  async function* rest() {
    for await (const { rows } of reportedRows(ctx, job, result)) yield rows;
  }
  return { name: `import-${result}`, columns: columnsOf(job), rows: [], rest: rest() };
}
