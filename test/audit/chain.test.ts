import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { lineOf } from '../../src/audit/chain';
import { SEAL_ROWS } from '../../src/audit/seal';
import { make } from '../support/factories';
import { row, rows } from '../support/rows';
import { addAudit, seal, tamper, verify } from '../support/trail';

const lastSeq = async () => (await row<{ n: number }>('SELECT max(seq) AS n FROM audit'))?.n ?? 0;

beforeAll(async () => {
  await make.patient();
  await addAudit(30);
});

describe('The seals of the audit trail', () => {
  it('hold every row, each once, in order', async () => {
    const head = await seal();
    expect(head.to_seq).toBe(await lastSeq());
    expect(await seal()).toEqual({ ...head, rows: 0 });
    await addAudit(5);
    expect(await seal()).toMatchObject({ rows: 5, to_seq: head.to_seq + 5 });
    const { faults, sealed, unsealed } = await verify();
    expect([faults, sealed, unsealed]).toEqual([[], head.to_seq + 5, 0]);
  });

  it('follow each other in bounded steps, and are one after two runs at once', async () => {
    const from = await lastSeq();
    await addAudit(SEAL_ROWS + 10);
    await Promise.all([seal(), seal(), seal()]);
    await seal();
    const seals = await rows<{ from_seq: number; to_seq: number }>(
      "SELECT from_seq, to_seq FROM audit_seal WHERE trail = 'audit' AND from_seq > ? ORDER BY from_seq",
      from,
    );
    expect(seals).toEqual([
      { from_seq: from + 1, to_seq: from + SEAL_ROWS },
      { from_seq: from + SEAL_ROWS + 1, to_seq: await lastSeq() },
    ]);
    expect((await verify()).faults).toEqual([]);
  });

  it('say what they do not hold yet', async () => {
    await addAudit(3);
    expect(await verify()).toMatchObject({ faults: [], unsealed: 3 });
    await seal();
    expect(await verify()).toMatchObject({ faults: [], unsealed: 0 });
  });

  it('cannot be changed or removed', async () => {
    await expect(rows("UPDATE audit_seal SET hash = ''")).rejects.toThrow('append-only');
    await expect(rows('DELETE FROM audit_seal')).rejects.toThrow('append-only');
    const replace = 'INSERT OR REPLACE INTO audit_seal SELECT * FROM audit_seal LIMIT 1';
    await expect(rows(replace)).rejects.toThrow('append-only');
    await expect(rows('DELETE FROM audit WHERE seq = 2')).rejects.toThrow('append-only');
    await expect(rows("UPDATE audit SET actor = 'me'")).rejects.toThrow('append-only');
  });

  const copy = (seq: string) =>
    `INSERT INTO audit (seq, at, action, entity, entity_id, version, changed) VALUES (${seq}, 0, 'x', 'x', 'x', 1, '[]')`;

  it.each([
    ['a changed row', "UPDATE $ SET actor = 'someone else' WHERE seq = 7", /rows 1 to \d+: altered$/],
    ['a removed row', 'DELETE FROM $ WHERE seq = 8', /rows 1 to \d+: missing 8$/],
    ['a row that was added', copy('0'), /rows 1 to \d+: added$/],
    ['a row in place of another', copy('8'), /rows 1 to \d+: altered$/],
    ['a removed end', 'DELETE FROM $ WHERE seq = (SELECT max(seq) FROM $)', /: missing \d+$/],
  ])('find %s', async (_, sql, expected) => {
    const before = await rows(`SELECT * FROM audit WHERE seq IN (0, 7, 8)`);
    const last = await rows(`SELECT * FROM audit ORDER BY seq DESC LIMIT 1`);
    if (sql === copy('8')) await tamper(`DELETE FROM audit WHERE seq = 8`);
    await tamper(sql.replaceAll('$', 'audit'));
    const { faults } = await verify();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(expected);
    // As it was, for the next one.
    await tamper(`DELETE FROM audit WHERE seq IN (0, 7, 8)`);
    for (const old of [...before, ...last]) {
      const names = Object.keys(old);
      const values = names.map(() => '?').join();
      await rows(
        `INSERT INTO audit (${names}) SELECT ${values} WHERE NOT EXISTS (SELECT 1 FROM audit WHERE seq = ${old.seq})`,
        ...Object.values(old),
      );
    }
    expect((await verify()).faults).toEqual([]);
  });

  it('find numbers that were given again', async () => {
    const last = await lastSeq();
    await tamper(`DELETE FROM audit WHERE seq > ${last - 2}`);
    await addAudit(4);
    await seal();
    const { faults } = await verify();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/: altered$/);
  });

  it('find a row that was removed before it was sealed', async () => {
    const last = await lastSeq();
    await addAudit(3);
    await tamper(`DELETE FROM audit WHERE seq = ${last + 2}`);
    expect((await verify()).faults.at(-1)).toBe(`audit: row ${last + 2}: missing, not sealed yet`);
    await seal();
    expect((await verify()).faults.at(-1)).toMatch(/: only 2 were left when they were sealed$/);
  });

  it('find a seal that was removed or changed', async () => {
    const faults = async () => (await verify()).faults.join('\n');
    const before = await faults();
    const [second] = await rows<{ from_seq: number; hash: string }>(
      "SELECT * FROM audit_seal WHERE trail = 'audit' ORDER BY from_seq LIMIT 1 OFFSET 1",
    );
    await env.DB.prepare('DROP TRIGGER audit_seal_keep_update').run();
    const change = (hash?: string) =>
      rows("UPDATE audit_seal SET hash = ? WHERE trail = 'audit' AND from_seq = ?", hash, second?.from_seq);
    await change('0'.repeat(64));
    expect(await faults()).toMatch(new RegExp(`${second?.from_seq} to \\d+: altered`));
    await change(second?.hash);
    expect(await faults()).toBe(before);
    await env.DB.prepare(
      "CREATE TRIGGER audit_seal_keep_update BEFORE UPDATE ON audit_seal BEGIN SELECT RAISE(ABORT, 'audit_seal is append-only'); END",
    ).run();
    await env.DB.prepare('DROP TRIGGER audit_seal_keep_delete').run();
    await rows("DELETE FROM audit_seal WHERE trail = 'audit' AND from_seq = ?", second?.from_seq);
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
