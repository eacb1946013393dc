// Compares what the log has with what was sent: each look once, whole, and each day of a patient and an account.
import { gunzipSync } from 'node:zlib';
import '../../scripts/typescript.mjs';

const { lineOf } = await import('../../src/audit/chain.ts');
const { bitOf } = await import('../../src/access-log/kinds.ts');
const { dayPrefix } = await import('../../src/access-log/objects.ts');
const { countUp } = await import('../../src/access-log/queries.ts');

const DAY = 86_400_000;

/** What the log has to have of a look: the patient whose file it was, and no null. */
const keptOf = ({ owner_id, ...record }) => ({ ...record, patient_id: record.patient_id ?? owner_id });

/** @param seqs numbers of patients and accounts by their ids */
export function expectations(seqs) {
  const days = new Map();
  const seqOf = (id) => seqs.get(id) ?? 0;
  return {
    /** Compares a day's objects with its looks, and remembers what is to be counted. @throws Error */
    async checkDay({ url }, records) {
      const left = new Map(records.map((record) => [record.id, lineOf(keptOf(record))]));
      const day = Math.floor(records[0].at / DAY);
      for (const record of records) {
        const { patient_id, actor, at } = keptOf(record);
        const key = [seqOf(patient_id), day, seqOf(actor)].join();
        const one = days.get(key) ?? { looks: 0, first_at: at, last_at: at, kinds: 0 };
        one.looks++;
        one.first_at = Math.min(one.first_at, at);
        one.last_at = Math.max(one.last_at, at);
        one.kinds |= bitOf(record);
        days.set(key, one);
      }
      const answer = await fetch(`${url}/?objects=${encodeURIComponent(dayPrefix(day))}`);
      const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
      for (const line of text.trimEnd().split('\n')) {
        const { id, previous } = JSON.parse(line);
        if (previous !== undefined) continue; // an object's first line
        if (left.get(id) !== line) throw new Error(`Was not sent, or was sent otherwise, or is there twice: ${line}`);
        left.delete(id);
      }
      if (left.size > 0) throw new Error(`${left.size} looks are missing`);
    },
    /** Compares the counts, once those that wait are counted. @throws Error */
    checkCounts(db) {
      for (const { sql } of countUp().statements) db.exec(sql);
      for (const { patient_seq, day, actor_seq, ...row } of db.prepare('SELECT * FROM access_day').iterate()) {
        const key = [patient_seq, day, actor_seq].join();
        const expected = days.get(key);
        for (const [name, value] of Object.entries(row)) {
          if (value !== expected?.[name]) throw new Error(`${key}: ${name} is ${value} instead of ${expected?.[name]}`);
        }
        days.delete(key);
      }
      if (days.size > 0) throw new Error(`${days.size} days are missing`);
    },
  };
}
