// Whether the loaded rows are what the service itself would have written: a record is sent back as it was read, and there is
// nothing to write, of what follows from its fields neither.

/** @param rows ids by table; the first is the record's own row */
async function check(d1, request, path, rows) {
  const read = async () => {
    const selects = Object.entries(rows).map(([table, id]) =>
      d1.prepare(`SELECT '${table}' AS source, * FROM ${table} WHERE id = ?`).bind(id),
    );
    return (await d1.batch(selects)).map(({ results }) => results[0]);
  };
  const [id] = Object.values(rows);
  const before = await read();
  const record = await request('GET', `${path}/${id}?view=full`);
  await request('PUT', `${path}/${id}`, record.json());
  const after = await read();
  for (const [i, row] of before.entries()) {
    for (const column of Object.keys(row)) {
      if (row[column] === after[i][column]) continue;
      throw new Error(`${row.source}.${column}: loaded ${row[column]}, the service writes ${after[i][column]}`);
    }
  }
}

/** Checks some records of each kind that has a PUT. @throws Error */
export async function verify(d1, request, world) {
  for (const k of [0, 1, 2]) {
    await check(d1, request, '/patient', { patient: world.patient(21 + k) });
    await check(d1, request, '/doctor', { doctor: world.doctor(40 + k), user: world.doctorUser(40 + k) });
    await check(d1, request, '/invoice', { invoice: world.drafts[7 + k] });
    await check(d1, request, '/catalog', { catalog_item: world.catalog(40 + k) });
  }
}
