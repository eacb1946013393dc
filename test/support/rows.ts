import { env } from 'cloudflare:workers';

/** Runs a statement directly on D1, past the service, and returns its rows. */
export async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all<T>();
  return results;
}

/** The first row of a statement that is run directly on D1. */
export const row = async <T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T | undefined> =>
  (await rows<T>(sql, ...values))[0];

/** Counts rows: `count('user WHERE email = ?', email)`. */
export const count = async (from: string, ...values: unknown[]): Promise<number | undefined> =>
  (await row<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...values))?.n;

/** What the audit trail says about an entity, oldest first: `update 2 first_name,dob`. */
export async function trail(entity_id: string): Promise<string[]> {
  const found = await rows<{ action: string; version: number; changed: string }>(
    'SELECT action, version, changed FROM audit WHERE entity_id = ? ORDER BY seq',
    entity_id,
  );
  return found.map(({ action, version, changed }) => `${action} ${version} ${JSON.parse(changed).join()}`.trim());
}
