type Row = Record<string, unknown>;
/** Runs statements directly on D1: a service that runs in a process of its own and the tests in workerd both can. */
export type Ask = (statements: string[]) => Promise<Row[][]>;

/** The tables of records: those with the columns of every entity, and which further columns they have. */
export async function entities(ask: Ask) {
  const [columns] = await ask([
    `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '\\_cf%' ESCAPE '\\'`,
  ]);
  const tables = new Map<string, Set<string>>();
  for (const { table, column } of columns as { table: string; column: string }[]) {
    tables.set(table, (tables.get(table) ?? new Set()).add(column));
  }
  return [...tables].filter(([, has]) => has.has('seq') && has.has('version') && has.has('deleted_at'));
}

const LIVE = 'deleted_at IS NULL';
/** Rows that one side has and the other lacks. */
const differences = (one: string, other: string) =>
  `SELECT * FROM (SELECT * FROM (${one}) EXCEPT SELECT * FROM (${other}))
   UNION ALL SELECT * FROM (SELECT * FROM (${other}) EXCEPT SELECT * FROM (${one}))`;
const counted = (kind: string) => `SELECT term, n FROM counter WHERE kind = '${kind}' AND n <> 0`;
const written = (table: string, actions: string) =>
  `SELECT entity_id, version FROM audit WHERE entity = '${table}' AND action IN (${actions})
   AND entity_id NOT IN (SELECT id FROM "${table}" WHERE created_at = 0)`;

/** What must be true of one table, as statements that find what is not. */
function ofTable(table: string, has: Set<string>): Record<string, string> {
  const must: Record<string, string> = {};
  if (has.has('tags') && has.has('terms')) {
    const by = table === 'invoice' ? 'status' : "''";
    const rows = `SELECT ${by} AS term, count(*) AS n FROM "${table}" WHERE ${LIVE} GROUP BY 1`;
    must.counters = differences(counted(table), rows);
    must['counters of tags'] = differences(
      counted(`${table}:tag`),
      `SELECT value AS term, count(DISTINCT seq) AS n FROM "${table}", json_each("${table}".tags) WHERE ${LIVE} GROUP BY 1`,
    );
  }
  must['files of deleted rows'] = `SELECT f.id FROM file f JOIN "${table}" o ON o.id = f.entity_id
    WHERE f.deleted_at IS NULL AND o.deleted_at IS NOT NULL`;
  must.numbers = `SELECT max(seq) AS last, count(*) AS n FROM "${table}" HAVING last <> n`;
  must['audit rows, one for each version'] = differences(
    written(table, "'create', 'update', 'delete', 'merge', 'unmerge'"),
    `SELECT t.id, v.key + 1 FROM "${table}" t, json_each('[' || substr(replace(hex(zeroblob(t.version)), '00', ',1'), 2) || ']') v
     WHERE t.created_at > 0`,
  );
  return must;
}

/** What must be true besides. */
const OF_ALL: Record<string, string> = {
  'audit: numbers': 'SELECT max(seq) AS last, count(*) AS n FROM audit HAVING last <> n',
  'sessions of people: one unused token': `SELECT id FROM login_session WHERE revoked_at IS NULL
    AND user_id NOT IN (SELECT id FROM client)
    AND (SELECT count(*) FROM refresh_token WHERE session_id = login_session.id AND used_at IS NULL) <> 1`,
  'clients: their accounts': `SELECT c.id FROM client c JOIN user u ON u.id = c.id
    WHERE c.created_at > 0 AND (u.type <> 'client' OR u.full_name <> c.name OR u.deleted_at IS NOT c.deleted_at
      OR (c.secret_hash IS NULL) = (c.jwks IS NULL))`,
  // With a kind before the id: no record (a hold, an import).
  'idempotency keys: what they created': `SELECT key, entity_id FROM idempotency_key
    WHERE entity_id NOT LIKE '%:%' AND entity_id NOT IN (SELECT entity_id FROM audit WHERE action = 'create')`,
  'notes: whose the visit is': `SELECT n.id FROM note n JOIN appointment a ON a.id = n.appointment_id
    WHERE n.patient_id <> a.patient_id`,
  'notes: who has signed': `SELECT id FROM note WHERE (signed_at IS NULL) <> (signed_by IS NULL)
    OR signed_by ->> 'id' <> doctor_id OR (signed_at IS NULL AND addenda <> '[]')`,
  'invoices: what is taxed': `SELECT id, tax_amount, taxes FROM invoice
    WHERE tax_amount <> (SELECT coalesce(sum(value ->> 'tax_amount'), 0) FROM json_each(taxes))`,
  'invoices: what was paid': `SELECT id, paid_amount, remaining_amount FROM invoice
    WHERE paid_amount <> (SELECT coalesce(sum(amount), 0) FROM payment WHERE invoice_id = invoice.id)
      OR credited_amount <> (SELECT coalesce(sum(amount), 0) FROM credit_note WHERE invoice_id = invoice.id)
      OR remaining_amount <> total_amount - credited_amount - paid_amount`,
  'payments: numbers of receipts': 'SELECT max(seq) AS last, count(*) AS n FROM payment HAVING last <> n',
  'payments: totals by method': `SELECT seq, method, method_total FROM
    (SELECT *, sum(amount) OVER (PARTITION BY method ORDER BY seq) AS total FROM payment) WHERE method_total <> total`,
  'payments: audit rows of creates': `SELECT id FROM payment
    EXCEPT SELECT entity_id FROM audit WHERE entity = 'payment' AND action = 'create'`,
  'credit notes: numbers': 'SELECT max(seq) AS last, count(*) AS n FROM credit_note HAVING last <> n',
  'credit notes: audit rows of creates': `SELECT id FROM credit_note
    EXCEPT SELECT entity_id FROM audit WHERE entity = 'credit_note' AND action = 'create'`,
  'series: none without visits': `SELECT id FROM appointment_series
    WHERE NOT EXISTS (SELECT 1 FROM appointment WHERE series_id = appointment_series.id)`,
  'merges: who is where': differences(
    'SELECT id, merged_into FROM patient WHERE merged_into IS NOT NULL',
    'SELECT merged_id, patient_id FROM patient_merge WHERE undone_at IS NULL',
  ),
  'merges: what was left with the other record': `SELECT p.id, o.entity, o.id FROM patient p JOIN (
      SELECT 'appointment' AS entity, id, patient_id AS of FROM appointment
      UNION ALL SELECT 'appointment_series', id, patient_id FROM appointment_series
      UNION ALL SELECT 'invoice', id, patient_id FROM invoice
      UNION ALL SELECT 'file', id, entity_id FROM file
    ) o ON o.of = p.id WHERE p.merged_into IS NOT NULL`,
  'foreign keys': 'SELECT * FROM pragma_foreign_key_check',
};

/** The full-text indexes that lack something that their views say, or have something else. */
export async function staleIndexes(ask: Ask): Promise<string[]> {
  const [indexes = []] = await ask(["SELECT name FROM pragma_table_list WHERE type = 'virtual'"]);
  const stale: string[] = [];
  for (const { name } of indexes) {
    const check = ask([`INSERT INTO ${name} (${name}, rank) VALUES ('integrity-check', 1)`]);
    await check.catch((error) => stale.push(`${name}: ${error.message}`));
  }
  return stale;
}

/**
 * Everything in the database that contradicts something else in it, as `invoice: counters {"term":"DRAFT","n":3}`: indexes
 * have the words of the rows, counters their number, there is an audit row for each version and no gap in the numbers, and
 * what an idempotency key created is there. Rows that were created at the time 0 were inserted by a test, without audit rows.
 */
export async function contradictions(ask: Ask): Promise<string[]> {
  const rules = Object.entries(OF_ALL);
  for (const [table, has] of await entities(ask)) {
    for (const [what, sql] of Object.entries(ofTable(table, has))) rules.push([`${table}: ${what}`, sql]);
  }
  const wrong = await ask(rules.map(([, sql]) => `SELECT * FROM (${sql}) LIMIT 5`));
  const found = wrong.flatMap((rows, i) => rows.map((row) => `${rules[i]?.[0]} ${JSON.stringify(row)}`));
  return [...found, ...(await staleIndexes(ask))];
}
