import { beforeAll, describe, expect, it } from 'vitest';
import { make } from '../support/factories';
import { ask } from '../support/full-text';
import { contradictions } from '../support/invariants';
import { merge, unmerge } from '../support/merges';
import { newVisit } from '../support/notes';
import { row, rows } from '../support/rows';

type Row = Record<string, unknown>;
const read = (id: string) => row<Row>('SELECT * FROM note WHERE id = ?', id);
const refused = (sql: string, ...values: unknown[]) =>
  expect(rows(sql, ...values), sql).rejects.toThrow(/a signed note is final/);

/** What the service never sends: a statement of somebody who has the database. */
describe('A signed note', () => {
  let id: string;
  let visit: Awaited<ReturnType<typeof newVisit>>;
  beforeAll(async () => {
    visit = await newVisit();
    id = (await visit.put()).body.id;
    await visit.sign();
    await visit.add('First.');
  });

  it('is changed by no statement, column by column, but for what a merge and an addendum change', async () => {
    const before = await read(id);
    const free = ['version', 'updated_at', 'updated_by', 'patient_id', 'addenda'];
    const { doctor } = await newVisit();
    const others: Row = {
      doctor_id: doctor.id,
      appointment_id: (await make.appointment()).id,
      signed_by: '{}',
      seq: 999,
      deleted_at: 1,
    };
    for (const column of Object.keys(before ?? {}).filter((name) => !free.includes(name))) {
      const value = others[column] ?? (typeof before?.[column] === 'number' ? 7 : 'x');
      await refused(`UPDATE note SET "${column}" = ?2 WHERE id = ?1`, id, value);
    }
    for (const column of ['signed_at', 'signed_by', 'title'])
      await refused(`UPDATE note SET ${column} = NULL WHERE id = ?`, id);
    expect(await read(id)).toEqual(before);
  });

  it('keeps its addenda: more may follow, and nothing of those that are there changes', async () => {
    const before = await read(id);
    const [first] = JSON.parse(String(before?.addenda));
    const kept = JSON.stringify([first]);
    const others = [[], [{ ...first, text: 'Other.' }], [{ ...first, text: 'Other.' }, first]].map((list) =>
      JSON.stringify(list),
    );
    for (const addenda of [...others, kept.slice(0, -1), `${kept.slice(0, -1)},`])
      await refused('UPDATE note SET addenda = ?2 WHERE id = ?1', id, addenda);
    expect((await visit.add('Second.')).body.addenda).toHaveLength(2);
  });

  it('is neither removed nor replaced', async () => {
    const before = await read(id);
    await refused('DELETE FROM note WHERE id = ?', id);
    const columns = Object.keys(before ?? {});
    const replace = (changed: Row, from = before) => {
      const values = columns.map((name) => changed[name] ?? from?.[name] ?? null);
      return refused(`INSERT OR REPLACE INTO note VALUES (${columns.map(() => '?').join()})`, ...values);
    };
    await replace({ text: 'Other.' });
    await replace({ id: crypto.randomUUID(), seq: 998, text: 'Other.' });
    await replace({ id: crypto.randomUUID(), appointment_id: (await make.appointment()).id, text: 'Other.' });
    const draft = await newVisit();
    const other = (await draft.put()).body.id;
    for (const column of ['seq', 'id']) {
      await refused(`UPDATE OR REPLACE note SET ${column} = ?2 WHERE id = ?1`, other, before?.[column]);
    }
    const { appointment_id, doctor_id } = before ?? {};
    await refused(
      'UPDATE OR REPLACE note SET appointment_id = ?2, doctor_id = ?3 WHERE id = ?1',
      other,
      appointment_id,
      doctor_id,
    );
    expect(await read(id)).toEqual(before);
  });

  it('moves with a merge, and back, and a draft with it', async () => {
    const [other, { id: to }] = [await newVisit({ patient_id: visit.patient_id }), await make.patient()];
    const draft = (await other.put()).body.id;
    const before = [await visit.get(), await other.get()].map(({ body }) => body);
    const { status, body } = await merge(to, visit.patient_id);
    expect([status, body.moved.notes]).toEqual([200, 2]);
    const moved = (patient_id: string) =>
      before.map((note) => ({ ...note, patient_id, updated_at: expect.any(String) }));
    expect([await visit.get(), await other.get()].map(({ body }) => body)).toEqual(moved(to));
    expect((await unmerge(to, visit.patient_id)).status).toBe(200);
    expect([await visit.get(), await other.get()].map(({ body }) => body)).toEqual(moved(visit.patient_id));
    expect((await other.put({ text: 'Goes on.' })).body.id).toBe(draft);
    expect(await contradictions(ask)).toEqual([]);
  });
});

describe('At once,', () => {
  const AT_ONCE = 12;
  const all = <T>(one: (i: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, i) => one(i)));

  it('signing and changing: what is signed is what the last change before it wrote', async () => {
    const { put, sign, get } = await newVisit();
    await put({ text: 'v' });
    const [changed, signed] = await Promise.all([
      all((i) => put({ text: `v${i}` })),
      all((i) => (i === 6 ? sign() : put({ text: `w${i}` }))),
    ]);
    const final = (await get()).body;
    const seal = signed[6];
    expect([seal?.status, seal?.body]).toEqual([200, final]);
    const answers = [...changed, ...signed.filter((_, i) => i !== 6)];
    for (const { status, body } of answers)
      expect([`200 ${'draft'}`, '400 not_editable']).toContain(`${status} ${body.status ?? body.code}`);
    const versions = answers.flatMap(({ status, headers, body }) =>
      status === 200 ? [[Number(headers.get('etag')?.slice(1, -1)), body.text]] : [],
    );
    const last = versions.sort(([a], [b]) => Number(b) - Number(a))[0];
    expect(last?.[1] ?? 'v').toBe(final.text);
  });

  it('signing from two tabs: who has not seen the last change signs nothing', async () => {
    const { put, sign, get } = await newVisit();
    await put({ text: 'Seen.' });
    const seen = { headers: { 'if-match': '"1"' } };
    const [changed, signed] = await Promise.all([put({ text: 'Unseen.' }, seen), sign(seen)]);
    const { text, status } = (await get()).body;
    expect([changed.status, signed.status, text, status].join(' ')).toMatch(
      /^(200 412 Unseen. draft|400 200 Seen. final)$/,
    );
  });

  it('the first words, from everywhere, are one note', async () => {
    const { put, get, id } = await newVisit();
    const begun = await all(() => put({}, { headers: { 'if-match': '"0"' } }));
    expect(begun.map(({ status }) => status).sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(412)]);
    expect((await all((i) => put({ text: `v${i}` }))).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect([(await get()).status, await rows('SELECT id FROM note WHERE appointment_id = ?', id)]).toMatchObject([
      200,
      [{}],
    ]);
  });

  it('a merge, a signature and addenda: nothing is lost, and all of it is with the patient who stays', async () => {
    const [visit, other, { id: to }] = [await newVisit(), await newVisit(), await make.patient()];
    const from = visit.patient_id;
    await rows('UPDATE appointment SET patient_id = ? WHERE id = ?', from, other.id);
    await visit.put({ text: 'Draft.' });
    await other.put({ text: 'Final.' });
    await other.sign();
    const [merged, signed, added, begun] = await Promise.all([
      merge(to, from),
      visit.sign(),
      all((i) => other.add(`a${i}`)),
      newVisit({ patient_id: from }).then(
        ({ put }) => put(),
        () => undefined,
      ),
    ]);
    expect([merged.status, signed.status, added.map(({ status }) => status)]).toEqual([
      200,
      200,
      Array(AT_ONCE).fill(201),
    ]);
    const left = await rows('SELECT id FROM note WHERE patient_id = ?', from);
    expect(left).toEqual([]);
    const texts = (await other.get()).body.addenda.map(({ text }: { text: string }) => text);
    expect(texts.sort()).toEqual(Array.from({ length: AT_ONCE }, (_, i) => `a${i}`).sort());
    expect([(await visit.get()).body, (await other.get()).body]).toMatchObject([
      { patient_id: to, status: 'final', text: 'Draft.' },
      { patient_id: to, status: 'amended', text: 'Final.' },
    ]);
    expect(begun === undefined || [200, 404].includes(begun.status)).toBe(true);
    expect(await contradictions(ask)).toEqual([]);
  });
});
