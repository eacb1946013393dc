// What is written beside records: who has seen whom, logins, and the keys of repeated requests.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import '../../scripts/typescript.mjs';
import { inserter } from '../lib/database.mjs';
import { idOf } from '../lib/hospital.mjs';

const { NO_HASH } = await import('../../src/audit/chain.ts');
const { countUp, recorded } = await import('../../src/access-log/queries.ts');
const { COUNTED_TOGETHER } = await import('../../src/access-log/store.ts');

const DAYS = 30;
const DAY = 86_400_000;
const FIRST_DAY = 20_454;
/** Accounts that see each patient of a day, patients of a day among all, and objects in which an account sees a patient. */
const SEEN_BY = 3;
const SEEN_OF = 12;
const OBJECTS_OF_A_PAIR = 2;
/** Accounts and patients who meet in an object of 100 looks. */
const IN_OBJECT = 10;

const hash = () => createHash('sha256').update(randomBytes(16)).digest('hex');

/** By the statements of the queue's consumer, day by day, patients in any order. */
function writeLooks(db, hospital, patients) {
  const prepared = new Map();
  const run = ({ sql, values }) => {
    if (!prepared.has(sql)) prepared.set(sql, db.prepare(sql));
    prepared.get(sql).run(...values);
  };
  const accounts = hospital.counts.user - 1;
  const any = (n) => 1 + Math.floor(Math.random() * n);
  let [seq, previous] = [0, NO_HASH];
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day++) {
    const pairs = Array.from({ length: Math.ceil(patients / SEEN_OF) }, () => any(patients)).flatMap((patient) =>
      Array.from({ length: SEEN_BY }, () => ({
        patient_id: idOf('patient', patient),
        actor: idOf('user', any(accounts)),
      })),
    );
    const step = IN_OBJECT / OBJECTS_OF_A_PAIR;
    for (let from = 0; from < pairs.length; from += step) {
      const at = day * DAY + Math.round((from / pairs.length) * DAY);
      const times = { first_at: at, last_at: at + 30_000 };
      const counts = pairs.slice(Math.max(0, from - step), from + step);
      const object = { seq: ++seq, day, looks: 100, hash: hash(), previous, ...times };
      const of = { looks: 100 / IN_OBJECT, kinds: 8 + (from % 2) * 128, ...times };
      const written = recorded(
        object,
        counts.map((pair) => ({ ...pair, ...of })),
      );
      const queries = [written, ...((seq * object.looks) % COUNTED_TOGETHER === 0 ? [countUp()] : [])];
      db.exec('BEGIN IMMEDIATE');
      for (const { statements } of queries) statements.forEach(run);
      db.exec('COMMIT');
      previous = object.hash;
    }
  }
}

const DEVICE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** As many of each as there are patients: only their size is asked for. */
function writeLogins(db, hospital, patients) {
  const insert = inserter(db);
  db.exec('BEGIN IMMEDIATE');
  for (let n = 1; n <= patients; n++) {
    const created_at = FIRST_DAY * DAY + n * 30_000;
    const user_id = idOf('user', 1 + (n % (hospital.counts.user - 1)));
    const expires_at = created_at + 30 * DAY;
    const session = { id: randomUUID(), user_id, created_at, expires_at, revoked_at: null, last_used_at: created_at };
    insert('login_session', { ...session, device: DEVICE, address: '192.0.2.1' });
    insert('refresh_token', { token_hash: hash(), session_id: session.id, expires_at, used_at: created_at });
    insert('idempotency_key', {
      ...{ actor: user_id, key: randomUUID(), fingerprint: hash(), entity_id: randomUUID(), created_at },
    });
  }
  db.exec('COMMIT');
}

export function writeBeside(db, hospital, patients) {
  writeLooks(db, hospital, patients);
  writeLogins(db, hospital, patients);
}
