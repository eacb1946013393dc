import '../typescript.mjs';
import { patiently, select } from '../storage/pages.mjs';

const { fileKey } = await import('../../src/storage/bucket.ts');

const ROWS = 2_000;
const FILE_KEY = /^[0-9a-f-]{36}\/([0-9a-f-]{36})\.[a-z]+$/;

const ownerOf = (key) => key.split('/', 1)[0];

/** The bytes of files in the order of their keys, some whole owners at a time: `{ sizes by key, last owner }`. */
async function* objects(FILES) {
  let carried = [];
  let cursor;
  do {
    const page = await patiently(() => FILES.list(cursor && { cursor }));
    const all = [...carried, ...page.objects.filter(({ key }) => FILE_KEY.test(key))];
    cursor = page.truncated ? page.cursor : undefined;
    // The last owner's other objects may be on the next page.
    const last = cursor && all.length > 0 ? ownerOf(all.at(-1).key) : undefined;
    carried = all.filter(({ key }) => ownerOf(key) === last);
    const whole = all.filter(({ key }) => ownerOf(key) !== last);
    const until = cursor ? whole.at(-1) && ownerOf(whole.at(-1).key) : '~';
    if (until) yield { sizes: new Map(whole.map(({ key, size }) => [key, size])), until };
  } while (cursor);
}

/** Rows of files of the owners behind one and up to another. */
async function* live(DB, owner, until) {
  // Behind all of the owner's.
  let after = [owner, Number.MAX_SAFE_INTEGER];
  for (;;) {
    const rows = await select(
      DB,
      `SELECT seq, id, entity_id, stored_under, extension, size FROM file WHERE (entity_id, seq) > (?, ?) AND entity_id <= ?
        AND deleted_at IS NULL ORDER BY entity_id, seq LIMIT ${ROWS}`,
      ...[...after, until],
    );
    if (rows.length === 0) return;
    yield* rows;
    after = [rows.at(-1).entity_id, rows.at(-1).seq];
  }
}

/** What is wrong with a file; it may have been deleted meanwhile, or its bytes may be newer than the list of objects. */
async function faultOf({ DB, FILES }, row) {
  const object = await patiently(() => FILES.head(fileKey(row)));
  if (object?.size === row.size) return undefined;
  const [there] = await select(DB, 'SELECT 1 FROM file WHERE id = ? AND deleted_at IS NULL', row.id);
  if (!there) return undefined;
  return object ? `has ${object.size} bytes instead of ${row.size}` : 'has no bytes';
}

async function withoutRow(DB, keys) {
  const ids = keys.flatMap((key) => FILE_KEY.exec(key)?.[1] ?? []);
  const sql = 'SELECT count(*) AS n FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM file WHERE id = value)';
  let n = 0;
  for (let i = 0; i < ids.length; i += ROWS) n += (await select(DB, sql, JSON.stringify(ids.slice(i, i + ROWS))))[0].n;
  return n;
}

/** Every file has its bytes, and as many as its row says. Bytes without a row are no fault: the hourly job removes them. */
export async function files(storage, wrong) {
  const { DB, FILES } = storage;
  let [rows, orphans, owner] = [0, 0, ''];
  for await (const { sizes, until } of objects(FILES)) {
    const left = new Set(sizes.keys());
    for await (const row of live(DB, owner, until)) {
      rows++;
      const key = fileKey(row);
      left.delete(key);
      if (sizes.get(key) === row.size) continue;
      const fault = await faultOf(storage, row);
      if (fault) wrong(`file ${row.id} ${fault}`);
    }
    orphans += await withoutRow(DB, [...left]);
    owner = until;
  }
  return `${rows} files; ${orphans} objects without a row, which the hourly job removes in time`;
}
