/** Reads and searches of AuditEvents, newest first, by the service of the audit trail, which asks whether who reads still may. */
import type { ServiceContext } from '../../context';
import type { AuditEntry } from '../../resources/audit/schemas';
import { getChanges, listChanges } from '../../resources/audit/service';
import { TRAIL_SCAN_MAX } from '../../resources/audit/trail-page';
import { type Deployment, present } from '../elements/datatypes';
import { badParameter, notFound } from '../errors';
import type { SearchRequest } from '../search/condition';
import { fitting } from '../search/run';
import { type Found, found, type SearchPage, type ServedType } from '../served-type';
import { eventOf, filtersOf, idOf, isServed, parameters, seqOf } from './audit-event-mapping';
import { namedBy } from './history-type';

const TYPE = 'AuditEvent';

const foundOf = (row: AuditEntry, deployment: Deployment): Found =>
  found(present(eventOf(row, deployment)), {
    ...{ version: 1, updated_at: Date.parse(row.at) },
    access: { id: idOf(row), of: null },
  });

function beforeOf(cursor: string | undefined): number | undefined {
  const before = cursor === undefined ? undefined : seqOf(`a.${cursor}`);
  if (cursor !== undefined && before === undefined) throw badParameter('_cursor', 'should be that of a link');
  return before;
}

async function search(ctx: ServiceContext, deployment: Deployment, request: SearchRequest): Promise<SearchPage> {
  const { conditions, isEmpty, count } = request;
  const cursor = beforeOf(request.cursor);
  if (isEmpty) return { matches: [], included: [], next: null };
  const ids = namedBy(conditions, 'ids')?.flatMap((id) => seqOf(id) ?? []);
  // The conditions may leave few of the rows: then more are asked for than fit on the page.
  const limit = isServed(conditions) ? count : TRAIL_SCAN_MAX;
  const { rows, next } = ids
    ? { rows: await getChanges(ctx, ids), next: null }
    : await listChanges(ctx, { limit, cursor, ...filtersOf(conditions) });
  const all = rows
    .filter(({ seq }) => cursor === undefined || seq < cursor)
    .sort((a, b) => b.seq - a.seq)
    .map((row) => ({ row, found: foundOf(row, deployment) }))
    .filter(({ found }) => conditions.every(({ refine }) => refine?.(found.resource) ?? true));
  const page = fitting(all.slice(0, count));
  const last = page.at(-1)?.row.seq;
  return {
    matches: page.map(({ found }) => found),
    included: [],
    next: all.length > page.length && last !== undefined ? String(last) : next,
  };
}

export const auditEventType: ServedType = {
  ...{ type: TYPE, parameters, includes: {}, mandatory: ['type', 'recorded', 'agent', 'source'] },
  async read(ctx, deployment, id) {
    const seq = seqOf(id);
    const [row] = seq === undefined ? [] : await getChanges(ctx, [seq]);
    if (!row) throw notFound(TYPE, id);
    return foundOf(row, deployment);
  },
  search,
};
