import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { Times } from '../../src/access-log/counts';
import { bitOf } from '../../src/access-log/kinds';
import { type AccessObject, gunzip, objectKey, type StoredAccess } from '../../src/access-log/objects';
import { countUp } from '../../src/access-log/queries';
import { NO_HASH } from '../../src/audit/chain';
import { dateOfDay } from '../../src/rules/datetime';
import { sha256 } from '../../src/rules/sha256';
import { rows } from './rows';
import { newDatabase } from './trail';

type Day = Times & { patient_seq: number; day: number; actor_seq: number; looks: number; kinds: number };

/** Of the first and the last look. */
const timesOf = (looks: readonly StoredAccess[]): Times => {
  const times = looks.map(({ at }) => at).sort((a, b) => a - b);
  return { first_at: times[0] ?? 0, last_at: times.at(-1) ?? 0 };
};

async function seqsOf(table: 'patient' | 'user') {
  const found = await rows<{ id: string; seq: number }>(`SELECT id, seq FROM ${table}`);
  const seqs = new Map(found.map(({ id, seq }) => [id, seq]));
  return (id: string | null) => seqs.get(id ?? '') ?? 0;
}

/** What `access_day` must say of looks, in the order of its key. */
async function countsOf(kept: readonly { day: number; look: StoredAccess }[]): Promise<Day[]> {
  const [patientSeq, actorSeq] = [await seqsOf('patient'), await seqsOf('user')];
  const keyOf = ({ day, look }: (typeof kept)[number]) => [patientSeq(look.patient_id), day, actorSeq(look.actor)];
  return [...Map.groupBy(kept, (one) => keyOf(one).join())]
    .map(([key, some]) => {
      const [patient_seq = 0, day = 0, actor_seq = 0] = key.split(',').map(Number);
      const looks = some.map(({ look }) => look);
      const kinds = looks.reduce((bits, look) => bits | bitOf(look), 0);
      return { ...{ patient_seq, day, actor_seq }, looks: looks.length, kinds, ...timesOf(looks) };
    })
    .sort((a, b) => a.patient_seq - b.patient_seq || a.day - b.day || a.actor_seq - b.actor_seq);
}

/**
 * The looks on record, in the order of their objects, once it is seen that nothing contradicts: each is there once, in an
 * object of its day, the objects are a chain, and what D1 says of objects and days is what they hold.
 * @param timeZone null: it was not always the same
 */
export async function keptAccesses(timeZone: string | null = 'UTC'): Promise<StoredAccess[]> {
  const objects = await rows<AccessObject & Times>('SELECT * FROM access_object WHERE removed_at IS NULL ORDER BY seq');
  const kept: { day: number; look: StoredAccess }[] = [];
  let previous = NO_HASH;
  for (const [n, { seq, day, looks: count, hash, first_at, last_at }] of objects.entries()) {
    expect(seq, 'no number is left out').toBe(n + 1);
    const bytes = await (await env.FILES.get(objectKey({ seq, day, hash })))?.arrayBuffer();
    expect(bytes, `object ${seq}`).toBeDefined();
    const text = await gunzip(bytes as ArrayBuffer);
    expect(await sha256(text)).toBe(hash);
    const [header, ...looks] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(header).toEqual({ seq, day: dateOfDay(day), looks: count, previous });
    expect([looks.length, timesOf(looks)]).toEqual([count, { first_at, last_at }]);
    expect(looks.map(({ id }) => id)).toEqual(looks.map(({ id }) => id).sort());
    if (timeZone) {
      const days = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
      for (const { at } of looks) expect(days.format(at), `a look at ${at}`).toBe(dateOfDay(day));
    }
    kept.push(...looks.map((look: StoredAccess) => ({ day, look })));
    previous = hash;
  }
  await newDatabase().run(countUp());
  const found = await rows<Day>('SELECT * FROM access_day ORDER BY patient_seq, day, actor_seq');
  expect(found).toEqual((await countsOf(kept)).map((day) => expect.objectContaining(day)));
  const looks = kept.map(({ look }) => look);
  expect(new Set(looks.map(({ id }) => id)).size, 'each look is on record once').toBe(looks.length);
  return looks;
}
