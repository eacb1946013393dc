// Looks that are put on record past the service, for tests of what is done to the access log.
import { setTimeout } from 'node:timers/promises';
import '../../../scripts/typescript.mjs';

const { countUp } = await import('../../../src/access-log/queries.ts');
const { storeAccesses } = await import('../../../src/access-log/store.ts');
const { gunzip, objectKey } = await import('../../../src/access-log/objects.ts');
const { Database } = await import('../../../src/db/client.ts');
const { timeOrderedUuid } = await import('../../../src/rules/uuid.ts');

/** As the service sends it. */
export const look = (at, given = {}) => ({
  ...{ id: timeOrderedUuid(at), at, actor: null, role: 'staff', action: 'read', entity: 'patient', entity_id: null },
  ...{ patient_id: null, count: null, request_id: null, address: null, detail: null },
  ...given,
});

/** Keeps looks as the consumer does. */
export const keepAll = ({ DB, FILES }, looks) =>
  storeAccesses({ database: new Database(DB, 'first-primary'), bucket: FILES, timeZone: 'UTC' }, looks);

/** Counts what waits to be counted. */
export const countAll = ({ DB }) => new Database(DB, 'first-primary').run(countUp());

/** The keys of the objects on record, in order. */
export const keysOf = async ({ query }) =>
  (await query('SELECT * FROM access_object WHERE removed_at IS NULL ORDER BY seq')).map(objectKey);

/** All looks on record, in the order of their objects. */
export async function looksOf(service) {
  const looks = [];
  for (const key of await keysOf(service)) {
    const [, ...lines] = (await gunzip(await (await service.FILES.get(key)).arrayBuffer())).trimEnd().split('\n');
    looks.push(...lines.map((line) => JSON.parse(line)));
  }
  return looks;
}

/**
 * Creating a patient shows those who resemble it, and the queue puts that on record some seconds later. Waits for the look of
 * the patient that was created last, behind which no other is to come.
 */
export async function untilRecorded(service, patient) {
  const signal = AbortSignal.timeout(30_000);
  while (!(await looksOf(service)).some(({ entity_id }) => entity_id === patient)) {
    await setTimeout(100, undefined, { signal });
  }
}

/** Runs a statement that triggers of these tables refuse: whoever may write the database may also drop them. */
export async function tamper({ DB }, sql, ...values) {
  const { results: triggers } = await DB.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN ('access', 'access_day', 'access_object', 'access_uncounted')",
  ).all();
  await DB.batch([
    ...triggers.map(({ name }) => DB.prepare(`DROP TRIGGER ${name}`)),
    DB.prepare(sql).bind(...values),
    ...triggers.map((trigger) => DB.prepare(trigger.sql)),
  ]);
}

/** A patient and an account, without what is not needed to be seen. */
export async function addPeople({ query }, patients, accounts) {
  for (const id of patients)
    await query(
      `INSERT INTO patient (id, version, created_at, updated_at, gender, first_name, last_name, blood_group, medical_conditions,
        past_surgeries, current_medications, addresses, terms, name_terms)
        VALUES (?, 1, 1, 1, 'female', 'Anna', 'Berg', 'NOT_SET', '[]', '[]', '[]', '[]', '[]', '[]')`,
      id,
    );
  for (const id of accounts)
    await query(
      `INSERT INTO user (id, version, created_at, updated_at, email, email_key, username, username_key, type, password_hash)
        VALUES (?1, 1, 1, 1, ?1, ?1, ?1, ?1, 'staff', '')`,
      id,
    );
}
