import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { cutPage, type KeysetQuery } from '../../db/keyset-list';
import { file } from '../../db/schema/file';
import { asExpression, db, type Inputs, statement } from '../../db/statement';
import { NotFoundError } from '../../errors';
import { isoTime } from '../../rules/datetime';
import { fileColumns, toFile } from './entity-files';
import { ownerOf } from './owners';
import type { ListedFile } from './schemas';

const columns = {
  ...fileColumns,
  name: file.name,
  size: file.size,
  created_at: file.created_at,
  deleted_at: file.deleted_at,
};
type Row = Pick<typeof file.$inferSelect, keyof typeof columns>;

/** Each state has an index of its own, by entity and order of creation. */
const pageOf = (state: typeof isNull) =>
  statement((p: Inputs<{ entity_id: string; cursor: number; limit: number }>) =>
    db
      .select({ ...columns, seq: file.seq })
      .from(file)
      .where(and(eq(file.entity_id, p.entity_id), lt(file.seq, p.cursor), state(file.deleted_at)))
      .orderBy(desc(file.seq))
      .limit(asExpression(p.limit)),
  );
const live = pageOf(isNull);
const deleted = pageOf(isNotNull);

const toListed = (ctx: ServiceContext, row: Row): ListedFile => ({
  ...toFile(ctx, row),
  ...(row.deleted_at !== null && { url: null }),
  filename: row.name,
  size: row.size,
  created_at: isoTime(row.created_at),
  deleted_at: row.deleted_at === null ? null : isoTime(row.deleted_at),
});

type FilesQuery = Omit<KeysetQuery, 'offset'> & { entity_id: string; deleted: boolean };

/** The files of an entity that can be read, newest first. @throws NotFoundError of the entity */
export async function listFiles(ctx: ServiceContext, query: FilesQuery) {
  const { entity_id, limit, cursor = Number.MAX_SAFE_INTEGER } = query;
  const page = query.deleted ? deleted : live;
  const { owner, found } = await ctx.db.batch({
    owner: ownerOf({ entity_id }),
    found: page({ entity_id, cursor, limit: limit + 1 }),
  });
  if (owner.length === 0) throw new NotFoundError('Entity', entity_id);
  const { rows, next } = cutPage(found, limit);
  return { rows: rows.map((row) => toListed(ctx, row)), next };
}
