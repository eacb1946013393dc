/** Searches and reads of types that are rows of a table: one round trip each. */
import { and, sql } from 'drizzle-orm';
import type { Actor, ServiceContext } from '../../context';
import { selected } from '../../db/fields';
import { wholeRows } from '../../db/page-bytes';
import { batchOf, type Query } from '../../db/query';
import { rawStatement } from '../../db/statement';
import { type Deployment, present, type Resource } from '../elements/datatypes';
import { badParameter, gone, notFound } from '../errors';
import { type Found, found, type Prepared, type RowMeta, type SearchPage, type StoredType } from '../served-type';
import { FHIR_SCAN_MAX, PAGE_BYTES } from './bounds';
import type { Condition, SearchRequest } from './condition';
import { searchOf } from './statement';
import type { Place } from './way';

export const textOf = ({ key, seq }: Place) => Buffer.from(JSON.stringify([key, seq])).toString('base64url');

export function placeIn(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  try {
    const [key, seq] = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (['string', 'number'].includes(typeof key) && Number.isSafeInteger(seq)) return { key, seq };
  } catch {}
  throw badParameter('_cursor', 'should be that of a link');
}

const withMeta = (resource: Resource, { version, updated_at }: RowMeta): Resource => {
  const { resourceType, id, meta, ...elements } = resource;
  const lastUpdated = new Date(updated_at).toISOString();
  return present({ resourceType, id, meta: { versionId: String(version), lastUpdated, ...meta }, ...elements });
};

export function foundOf<Row extends RowMeta>(
  { toFhir, access }: StoredType<Row>,
  row: Row,
  deployment: Deployment,
): Found {
  const { version, updated_at } = row;
  return found(withMeta(toFhir(row, deployment), row), { version, updated_at, access: access?.(row) });
}

/** At least one. */
export function fitting<One extends { found: Found }>(all: readonly One[]): One[] {
  let bytes = 0;
  const end = all.findIndex(({ found: { json } }, n) => {
    bytes += Buffer.byteLength(json);
    return n > 0 && bytes > PAGE_BYTES;
  });
  return all.slice(0, end < 0 ? all.length : end);
}

const prepared = <Read>(query: Query<Read>, page: (read: Read) => SearchPage): Prepared<Read> => ({ query, page });

/** In JSON. */
const REFERENCE = /"[A-Z][A-Za-z]+\/[^"]+"/g;

const NOTHING: SearchPage = { matches: [], included: [], next: null };

export const send = async (ctx: ServiceContext, prepared: Prepared | undefined): Promise<SearchPage> =>
  prepared ? prepared.page(await ctx.db.run(prepared.query)) : NOTHING;

/** No id of an account. */
const EVERYBODY = '';

/** Where an account does not see all rows. @param actor null: what everybody sees */
export const seenBy = ({ seenBy: where }: Pick<StoredType, 'seenBy'>, actor: Actor | null): Condition[] =>
  where ? [{ shape: 'seen', value: actor?.id ?? EVERYBODY, where }] : [];

export function storedReads(stored: StoredType) {
  const { type, table, fields, includes = {} } = stored;
  const byId = rawStatement<{ id: string; reader: string }, RowMeta>(
    (p) =>
      sql`select ${selected(fields)} from ${table} where ${and(sql`${table.id} = ${p.id}`, stored.seenBy?.(p.reader))}`,
    fields,
  );
  const whole = wholeRows(fields);

  return {
    /** @throws FhirError 404, 410 */
    async read(ctx: ServiceContext, deployment: Deployment, id: string): Promise<Found> {
      const row = await ctx.db.first(byId({ id, reader: ctx.actor?.id ?? EVERYBODY }));
      if (!row) throw notFound(type, id);
      if (row.deleted_at !== null) throw gone(type, id);
      return foundOf(stored, row, deployment);
    },

    /** @param others stored types by name, to include */
    prepare(
      deployment: Deployment,
      { conditions: asked, isEmpty, count, cursor, includes: wanted }: SearchRequest,
      actor: Actor | null,
      others: (type: string) => StoredType,
    ) {
      const place = placeIn(cursor);
      if (isEmpty) return undefined;
      // Several names may mean one column.
      const byColumn = new Map(
        wanted.flatMap((name) => {
          const include = includes[name];
          return include ? [[include.column, { ...include, other: others(include.to) }]] : [];
        }),
      );
      const included = [...byColumn.values()];
      const conditions = [...asked, ...seenBy(stored, actor)];
      const isRefined = conditions.some(({ refine, where, access }) => refine && !where && !access);
      const looksAt = stored.isFew && isRefined ? FHIR_SCAN_MAX : count;
      const { rows, reached, referred } = searchOf(stored, conditions, place, looksAt + 1, 1 + included.length);
      const query = batchOf({
        rows,
        reached,
        included: batchOf(
          Object.fromEntries(included.map(({ column, other }, n) => [String(n), referred(column, other)])),
        ),
      });
      return prepared(query, (read) => {
        const looked = read.rows.slice(0, Math.min(looksAt, whole(read.rows)));
        const all = looked
          .map((row) => ({ row, found: { ...foundOf(stored, row, deployment), cursor: textOf(row) } }))
          .filter(({ found }) => conditions.every(({ refine }) => refine?.(found.resource) ?? true));
        const page = fitting(all.slice(0, count));
        const last = page.length < all.length ? page.at(-1)?.row : looked.at(-1);
        const next = page.length < all.length || looked.length < read.rows.length ? last : read.reached?.[0];
        const matches = page.map(({ found }) => found);
        const shown = new Set(matches.flatMap(({ json }) => json.match(REFERENCE) ?? []));
        return {
          matches,
          included: included.flatMap(({ other }, n) => {
            const rows = read.included[n] ?? [];
            // The statement brings those of the whole page, and of one row more.
            const referred = rows.filter(({ id }) => shown.has(`"${other.type}/${id}"`));
            return referred.slice(0, wholeRows(other.fields)(referred)).map((row) => foundOf(other, row, deployment));
          }),
          next: next ? textOf(next) : null,
        };
      });
    },
  };
}
