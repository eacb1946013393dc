/**
 * Systems of the hospital's own identifiers and codes (docs/fhir.md): URNs of the id of the deployment, so that they are the same
 * by whatever address it is asked, and after a move. In the release of 26 November 2026 they were addresses,
 * `{base_url}/fhir/r4/id/{name}`.
 */

import { eq, sql } from 'drizzle-orm';
import { recordOf } from '../rules/fields-of';
import { namedUuid } from '../rules/uuid';
import type { Database } from './client';
import { deployment } from './schema/deployment';
import { db, statement } from './statement';

const NAMES = [
  'patient-number',
  'national-id',
  'doctor-number',
  'license',
  'department',
  'appointment-type',
  'resource-kind',
  'invoice-number',
  'receipt-number',
  'catalog',
  'tag',
  'user',
] as const;
export type IdSystem = (typeof NAMES)[number];
export type Systems = Readonly<Record<IdSystem, string>>;

const deploymentId = statement(() =>
  db.select({ id: deployment.id }).from(deployment).where(eq(deployment.one, sql`1`)),
);

const known = new WeakMap<D1Database, Systems>();

/** Read by the first request of an isolate that needs them: they never change. */
export async function systemsOf(database: Database): Promise<Systems> {
  const before = known.get(database.d1);
  if (before) return before;
  const { id } = await database.one(deploymentId({}));
  const named = NAMES.map(async (name) => [name, `urn:uuid:${await namedUuid(id, name)}`] as const);
  const systems: Systems = recordOf(await Promise.all(named));
  known.set(database.d1, systems);
  return systems;
}

const FORMER = /^https?:\/\/.+\/fhir\/r4\/id\/(.*)$/is;

/** What a system is called, if it is one of ours, also in the former form of any address; there a name may be unknown. */
export function ownName(system: string, systems: Systems): IdSystem | 'unknown' | undefined {
  const [, former] = FORMER.exec(system) ?? [];
  if (former !== undefined) return NAMES.find((name) => name === former) ?? 'unknown';
  const urn = system.toLowerCase();
  return NAMES.find((name) => systems[name] === urn);
}
