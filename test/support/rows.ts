import { env } from 'cloudflare:workers';

/** Rows straight from D1, past the service. */
export async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all<T>();
  return results;
}

/** What the audit trail says of an entity, oldest first: `update 2 first_name,dob`. */
export async function trail(entity_id: string): Promise<string[]> {
  const found = await rows<{ action: string; version: number; changed: string }>(
    'SELECT action, version, changed FROM audit WHERE entity_id = ? ORDER BY seq',
    entity_id,
  );
  return found.map(({ action, version, changed }) => `${action} ${version} ${JSON.parse(changed).join()}`.trim());
}
