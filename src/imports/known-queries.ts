/** What rows are compared with: what there is already, and in a dry run what earlier rows would have taken. */
import { sql } from 'drizzle-orm';
import { externalId, idempotencyKey, identifier, importClaim } from '../db/schema';
import { type Inputs, rawStatement } from '../db/statement';

/** Rows of claims that one statement removes. */
const CLAIMS_MAX = 5_000;

/** Which of the keys an account has used: what they stand for was made. */
export const usedKeys = rawStatement<{ actor: string; keys: string }, { key: string; entity_id: string }>(
  (p) =>
    sql`select key, entity_id from ${idempotencyKey} where actor = ${p.actor} and key in (select value from json_each(${p.keys}))`,
);

type Named = { system: string; values: string };
const given = (p: Inputs<Named>) => sql`(select value from json_each(${p.values}))`;

/** Which of the external ids there are. */
export const knownIdentifiers = rawStatement<Named, { value: string }>(
  (p) => sql`select value from ${identifier} where value in ${given(p)} and system = ${p.system}`,
);
export const knownExternalIds = rawStatement<Named & { entity: string }, { value: string }>(
  (p) =>
    sql`select value from ${externalId} where entity = ${p.entity} and value in ${given(p)} and system = ${p.system}`,
);

export interface Claimed {
  key: string;
  record: number;
  detail: string | null;
}

export const claimsOf = rawStatement<{ job: string; keys: string }, Claimed>(
  (p) => sql`select key, record, detail from ${importClaim}
    where job_id = ${p.job} and key in (select value from json_each(${p.keys})) order by record, key`,
);

/** @param p.claims JSON of `Claimed[]` */
export const claim = rawStatement<{ job: string; claims: string }, never>(
  (p) => sql`insert or ignore into ${importClaim} (job_id, key, record, detail)
    select ${p.job}, value ->> 'key', value ->> 'record', value ->> 'detail' from json_each(${p.claims})`,
);

export const removeClaims = rawStatement<{ job: string }, { record: number }>(
  (p) => sql`delete from ${importClaim} where (job_id, key, record) in
    (select job_id, key, record from ${importClaim} where job_id = ${p.job} limit ${sql.raw(String(CLAIMS_MAX))})
    returning record`,
);
export const CLAIMS_REMOVED_AT_ONCE = CLAIMS_MAX;
