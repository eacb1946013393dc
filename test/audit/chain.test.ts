import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeAccess } from '../../src/audit/access';
import { lineOf } from '../../src/audit/chain';
import { SEAL_ROWS } from '../../src/audit/seal';
import type { Trail } from '../../src/db/schema';
import { accessRecord } from '../support/access';
import { make } from '../support/factories';
import { row, rows } from '../support/rows';
import { addAudit, newDatabase, seal, tamper, verify } from '../support/trail';

const TRAILS: Trail[] = ['audit', 'access'];
const lastSeq = async (trail: Trail) => (await row<{ n: number }>(`SELECT max(seq) AS n FROM ${trail}`))?.n ?? 0;

async function addAccess(n: number): Promise<void> {
  await writeAccess(
    newDatabase(),
    Array.from({ length: n }, () => accessRecord()),
  );
}
const add = { audit: (n: number) => addAudit(n), access: addAccess };

beforeAll(async () => {
  await make.patient();
  await add.audit(30);
  await add.access(30);
});

describe.each(TRAILS)('The seals of %s', (trail) => {
  it('hold every row, each once, in order', async () => {
    const head = await seal(trail);
    expect(head.to_seq).toBe(await lastSeq(trail));
    expect(await seal(trail)).toEqual({ ...head, rows: 0 });
    await add[trail](5);
    expect(await seal(trail)).toMatchObject({ rows: 5, to_seq: head.to_seq + 5 });
    const { faults, sealed, unsealed } = await verify(trail);
    expect([faults, sealed, unsealed]).toEqual([[], head.to_seq + 5, 0]);
  });

  it('follow each other in bounded steps, and are one after two runs at once', async () => {
    const from = await lastSeq(trail);
    if (trail === 'audit') await addAudit(SEAL_ROWS + 10);
    else for (let i = 0; i < 11; i++) await addAccess(SEAL_ROWS / 10);
    await Promise.all([seal(trail), seal(trail), seal(trail)]);
    await seal(trail);
    const seals = await rows<{ from_seq: number; to_seq: number }>(
      'SELECT from_seq, to_seq FROM audit_seal WHERE trail = ? AND from_seq > ? ORDER BY from_seq',
      ...[trail, from],
    );
    expect(seals).toEqual([
      { from_seq: from + 1, to_seq: from + SEAL_ROWS },
      { from_seq: from + SEAL_ROWS + 1, to_seq: await lastSeq(trail) },
    ]);
    expect((await verify(trail)).faults).toEqual([]);
  });

  it('say what they do not hold yet', async () => {
    await add[trail](3);
    expect(await verify(trail)).toMatchObject({ faults: [], unsealed: 3 });
    await seal(trail);
    expect(await verify(trail)).toMatchObject({ faults: [], unsealed: 0 });
  });

  it('cannot be changed or removed', async () => {
    await expect(rows("UPDATE audit_seal SET hash = ''")).rejects.toThrow('append-only');
    await expect(rows('DELETE FROM audit_seal')).rejects.toThrow('append-only');
    for (const table of ['audit_seal', 'access'])
      await expect(rows(`INSERT OR REPLACE INTO ${table} SELECT * FROM ${table} LIMIT 1`)).rejects.toThrow(
        'append-only',
      );
    await expect(rows(`DELETE FROM ${trail} WHERE seq = 2`)).rejects.toThrow('append-only');
    await expect(rows(`UPDATE ${trail} SET actor = 'me'`)).rejects.toThrow('append-only');
  });

  const copy = (seq: string) =>
    trail === 'audit'
      ? `INSERT INTO audit (seq, at, action, entity, entity_id, version, changed) VALUES (${seq}, 0, 'x', 'x', 'x', 1, '[]')`
      : `INSERT INTO access (seq, id, at, action, entity) VALUES (${seq}, 'x${seq}', 0, 'x', 'x')`;

  it.each([
    ['a changed row', "UPDATE $ SET actor = 'someone else' WHERE seq = 7", /rows 1 to \d+: altered$/],
    ['a removed row', 'DELETE FROM $ WHERE seq = 8', /rows 1 to \d+: missing 8$/],
    ['a row that was added', copy('0'), /rows 1 to \d+: added$/],
    ['a row in place of another', copy('8'), /rows 1 to \d+: altered$/],
    ['a removed end', 'DELETE FROM $ WHERE seq = (SELECT max(seq) FROM $)', /: missing \d+$/],
  ])('find %s', async (_, sql, expected) => {
    const before = await rows(`SELECT * FROM ${trail} WHERE seq IN (0, 7, 8)`);
    const last = await rows(`SELECT * FROM ${trail} ORDER BY seq DESC LIMIT 1`);
    if (sql === copy('8')) await tamper(trail, `DELETE FROM ${trail} WHERE seq = 8`);
    await tamper(trail, sql.replaceAll('$', trail));
    const { faults } = await verify(trail);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(expected);
    // As it was, for the next one.
    await tamper(trail, `DELETE FROM ${trail} WHERE seq IN (0, 7, 8)`);
    for (const old of [...before, ...last]) {
      const names = Object.keys(old);
      const values = names.map(() => '?').join();
      await rows(
        `INSERT INTO ${trail} (${names}) SELECT ${values} WHERE NOT EXISTS (SELECT 1 FROM ${trail} WHERE seq = ${old.seq})`,
        ...Object.values(old),
      );
    }
    expect((await verify(trail)).faults).toEqual([]);
  });

  it('find numbers that were given again', async () => {
    const last = await lastSeq(trail);
    await tamper(trail, `DELETE FROM ${trail} WHERE seq > ${last - 2}`);
    await add[trail](4);
    await seal(trail);
    const { faults } = await verify(trail);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/: altered$/);
  });

  it('find a row that was removed before it was sealed', async () => {
    const last = await lastSeq(trail);
    await add[trail](3);
    await tamper(trail, `DELETE FROM ${trail} WHERE seq = ${last + 2}`);
    expect((await verify(trail)).faults.at(-1)).toBe(`${trail}: row ${last + 2}: missing, not sealed yet`);
    await seal(trail);
    expect((await verify(trail)).faults.at(-1)).toMatch(/: only 2 were left when they were sealed$/);
  });

  it('find a seal that was removed or changed', async () => {
    const faults = async () => (await verify(trail)).faults.join('\n');
    const before = await faults();
    const [second] = await rows<{ from_seq: number; hash: string }>(
      'SELECT * FROM audit_seal WHERE trail = ? ORDER BY from_seq LIMIT 1 OFFSET 1',
      trail,
    );
    await env.DB.prepare('DROP TRIGGER audit_seal_keep_update').run();
    const change = (hash?: string) =>
      rows('UPDATE audit_seal SET hash = ? WHERE trail = ? AND from_seq = ?', hash, trail, second?.from_seq);
    await change('0'.repeat(64));
    expect(await faults()).toMatch(new RegExp(`${second?.from_seq} to \\d+: altered`));
    await change(second?.hash);
    expect(await faults()).toBe(before);
    await env.DB.prepare(
      "CREATE TRIGGER audit_seal_keep_update BEFORE UPDATE ON audit_seal BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END",
    ).run();
    await env.DB.prepare('DROP TRIGGER audit_seal_keep_delete').run();
    await rows('DELETE FROM audit_seal WHERE trail = ? AND from_seq = ?', trail, second?.from_seq);
    expect(await faults()).toMatch(/: no seal, and they are before a sealed row/);
    await env.DB.prepare(
      "CREATE TRIGGER audit_seal_keep_delete BEFORE DELETE ON audit_seal BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END",
    ).run();
  });
});

describe('A row as it is sealed', () => {
  it('does not depend on the order of its columns, or on columns without a value', () => {
    expect(lineOf({ seq: 1, b: null, a: 'x' })).toBe('{"a":"x","seq":1}');
    expect(lineOf({ a: 'x', seq: 1, later: null })).toBe('{"a":"x","seq":1}');
  });
});
