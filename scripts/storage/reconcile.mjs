// What `npm run reconcile` does. Time Travel takes the whole database back to a moment, and with it what must not go back.
// The backup that was made just before says what that was.
import { checkFiles, manifestOf, rowsOf } from './files.mjs';
import { pages, select, selectAll } from './pages.mjs';
import { reconcileAccess } from './reconcile-access.mjs';
import { thoseThatDiffer } from './reconcile-clients.mjs';
import { schemaVersion } from './tables.mjs';

const ACTOR = 'command:reconcile';
/** Audit rows at the end of the restored trail among which the last common one is looked for. */
const TAIL = 5_000;
const NAMED = ['at', 'action', 'entity', 'entity_id', 'version'];

const isSameEvent = (a, b) => NAMED.every((name) => a[name] === b[name]);

/**
 * The last audit row that the restored trail and the backup have in common, what the backup has behind it (undone), and
 * what the database has (written since the restore). @throws Error where they have none in common
 */
async function divergence(DB, rows) {
  const tail = await select(DB, `SELECT seq, ${NAMED.join(', ')} FROM audit ORDER BY seq DESC LIMIT ${TAIL}`);
  const restored = new Map(tail.map((row) => [row.seq, row]));
  let common = 0;
  let undone = [];
  for (const row of rows) {
    if (restored.has(row.seq) && isSameEvent(row, restored.get(row.seq))) {
      common = row.seq;
      undone = [];
    } else if (row.seq > (tail.at(-1)?.seq ?? 0)) undone.push(row);
  }
  if (common === 0 && tail.length > 0)
    throw new Error('the backup is not one of this database before it was restored.');
  return { common, undone, since: tail.filter(({ seq }) => seq > common) };
}

/** Accounts that may do something else than before the restore. */
async function accountsThatDiffer(DB, before) {
  const state = ({ type, disabled_at, deleted_at }) =>
    deleted_at === null ? `${type}${disabled_at === null ? '' : ', disabled'}` : 'deleted';
  const known = new Map();
  for (const row of before) known.set(row.id, { ...row, state: state(row) });
  const factor = ['totp_secret', 'recovery_codes'];
  const columns = ['seq', 'id', 'type', 'disabled_at', 'deleted_at', 'password_hash', ...factor];
  const different = [];
  for await (const rows of pages(DB, { name: 'user', columns, key: ['seq'] })) {
    for (const row of rows) {
      const was = known.get(row.id);
      known.delete(row.id);
      if (!was) continue;
      if (state(row) !== was.state)
        different.push(`user ${row.id} is ${state(row)} again; before the restore: ${was.state}`);
      if (row.password_hash !== was.password_hash) different.push(`user ${row.id} has an earlier password again`);
      // Of its recovery codes, those that were used since are among them again.
      if (factor.some((name) => row[name] !== was[name]))
        different.push(`user ${row.id} has an earlier second factor again, or none`);
    }
  }
  for (const [id, { state }] of known) different.push(`user ${id} (${state}) is gone: it was made since`);
  return different;
}

/** Numbers to leave out: those given out before the restore that the database has forgotten. */
async function numbersToLeaveOut(DB, sequences) {
  const now = await select(DB, 'SELECT name, seq FROM sqlite_sequence');
  return Object.entries(sequences).flatMap(([table, last]) => {
    if (table === 'd1_migrations') return [];
    const from = (now.find(({ name }) => name === table)?.seq ?? 0) + 1;
    return from <= last ? [{ table, from, last }] : [];
  });
}

/** On paper, with numbers that are made of `seq`, which goes on behind the last row that there is: none can be left out. */
const PAPERS = { payment: 'RCP', credit_note: 'CRN' };

/** Numbers of receipts and credit notes that the database has forgotten, and gives out again, or has done so since. */
async function numbersGivenAgain(DB, part) {
  const found = [];
  for (const [table, prefix] of Object.entries(PAPERS)) {
    const tail = await select(DB, `SELECT seq, id FROM ${table} ORDER BY seq DESC LIMIT ${TAIL}`);
    const ids = new Map(tail.map(({ seq, id }) => [seq, id]));
    let common = tail.length < TAIL ? 0 : tail.at(-1).seq - 1;
    let last = 0;
    for (const { seq, id } of part(table)) {
      if (ids.get(seq) === id) common = seq;
      last = seq;
    }
    const [from, to] = [common + 1, last].map((seq) => `${prefix}-${String(seq).padStart(8, '0')}`);
    if (common < last) found.push({ table, from, last: to });
  }
  return found;
}

/** Of one value that is bound. */
const IDS_AT_ONCE = 20_000;

/** Messages that have gone out since, or were dropped, and wait again: nobody is told twice. @returns how many */
async function endMessages(DB, before) {
  const ended = [...before].filter((row) => row.ended_at !== null || row.state === 'told').map(({ id }) => id);
  const now = Date.now();
  let found = 0;
  for (let at = 0; at < ended.length; at += IDS_AT_ONCE) {
    const dropped = await select(
      DB,
      `UPDATE message SET state = 'dropped', reason = 'restored', ended_at = ?1, changed_at = ?1
        WHERE ended_at IS NULL AND state <> 'told' AND id IN (SELECT value FROM json_each(?2)) RETURNING id`,
      now,
      JSON.stringify(ended.slice(at, at + IDS_AT_ONCE)),
    );
    found += dropped.length;
  }
  return found;
}

/**
 * All in one transaction, but for the access log and messages; run again, it changes nothing more.
 * @param dir the backup that was made before the restore
 * @returns what was done and what somebody has to look at
 */
export async function reconcile({ DB }, dir) {
  const manifest = manifestOf(dir);
  checkFiles(dir, manifest);
  const version = await schemaVersion(DB);
  if (version !== manifest.schema) {
    throw new Error(`the database is at ${version}, the backup at ${manifest.schema}: apply the migrations first.`);
  }
  const part = (name) =>
    rowsOf(
      dir,
      manifest.tables.find((table) => table.name === name),
    );
  const { common, undone, since } = await divergence(DB, part('audit'));

  // A file that was hidden with its patient, at the same moment, is back as the patient is.
  const deletes = undone.filter(({ action }) => action === 'delete');
  const deleted = new Set(deletes.map(({ at, entity_id }) => `${at} ${entity_id}`));
  const hidden = new Set();
  for (const row of part('file')) if (deleted.has(`${row.deleted_at} ${row.entity_id}`)) hidden.add(row.id);
  const removed = deletes.filter(({ entity, entity_id }) => entity === 'file' && !hidden.has(entity_id));
  const files = JSON.stringify([...new Set(removed.map(({ entity_id }) => entity_id))]);
  const numbers = await numbersToLeaveOut(DB, manifest.sequences);
  const now = Date.now();
  const event = (action) => `INSERT INTO audit (at, actor, action, entity, entity_id, version, changed)
    SELECT ${now}, '${ACTOR}', '${action}'`;
  const isNew = `WHERE NOT EXISTS (SELECT 1 FROM audit WHERE entity_id = ?2 AND entity = ?1 AND action = 'restore')`;
  const range = `audit:${common + 1}-${undone.at(-1)?.seq ?? common}`;

  const ofFiles = 'WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL';
  const [, , deletedAgain, , ended] = await selectAll(DB, [
    [`${event('restore')}, ?1, ?2, 1, '[]' ${isNew}`, 'database', range],
    [`${event('delete')}, 'file', id, version + 1, '["deleted_at"]' FROM file ${ofFiles}`, files],
    [
      `UPDATE file SET deleted_at = ${now}, updated_at = ${now}, updated_by = '${ACTOR}', version = version + 1
        ${ofFiles} RETURNING id`,
      files,
    ],
    [`UPDATE login_session SET revoked_at = ? WHERE revoked_at IS NULL`, now],
    ['SELECT changes() AS n'],
    // One that was used or ended since would work again.
    ['DELETE FROM password_token'],
    ['DELETE FROM forgot_token'],
    ...numbers.flatMap(({ table, from, last }) => [
      [`${event('restore')}, ?1, ?2, 1, '[]' ${isNew}`, table, `numbers:${from}-${last}`],
      ['UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1', table, last],
      [
        `INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)`,
        table,
        last,
      ],
    ]),
  ]);
  return {
    looks: await reconcileAccess(DB, part),
    undone: undone.length,
    messages: await endMessages(DB, part('message')),
    numbers,
    again: await numbersGivenAgain(DB, part),
    files: deletedAgain.length,
    sessions: ended[0].n,
    accounts: [
      ...(await accountsThatDiffer(DB, part('user'))),
      ...(await thoseThatDiffer(DB, 'client', part('client'))),
      ...(await thoseThatDiffer(DB, 'webhook', part('webhook'))),
    ],
    /** made since the restore, with numbers that were given out before */
    twice: since.filter(({ action, entity_id }) => action === 'create' && !entity_id.startsWith('numbers:')),
  };
}
