import { env } from 'cloudflare:workers';
import type { ServiceContext } from '../../src/context';
import { type Settings, settingsOf } from '../../src/env';
import { AppError, DuplicateError, InvalidError } from '../../src/errors';
import { deploymentAt } from '../../src/fhir/http/deployment';
import type { Importer, Prepared } from '../../src/imports/importers/importer';
import { testEnv } from './client';
import { newDatabase } from './trail';
import { actorOf } from './users';

export const SOURCE = 'urn:former-system';

export const contextOf = (given: Partial<Settings> = {}): ServiceContext => ({
  db: newDatabase(),
  bucket: env.FILES,
  settings: { ...settingsOf(testEnv), ...given },
  actor: actorOf('admin'),
  requestId: 'test',
  address: null,
  baseUrl: 'http://localhost',
  mail: null,
  now: Date.now(),
});

export const prepare = async (importer: Importer, records: readonly unknown[], given: Partial<Settings> = {}) => {
  const ctx = contextOf(given);
  const deployment = await deploymentAt(testEnv, 'http://localhost/fhir/r4', ctx.db);
  ctx.db.cost.trips = 0;
  return { ctx, rows: await importer.prepare(ctx, records, SOURCE, deployment) };
};

/** What an error says of its row: places and types of faults, or the field that is taken. */
export function refusalOf(error: unknown): unknown[] {
  if (error instanceof InvalidError) return error.faults.map(({ loc, type }) => [loc.join('.'), type]);
  if (error instanceof DuplicateError) return [['taken', error.field]];
  throw error;
}

let keys = 0;
/** As a run makes it, one row after the other. @returns ids, or refusals */
export async function imported(importer: Importer, records: readonly unknown[], given: Partial<Settings> = {}) {
  const { ctx, rows } = await prepare(importer, records, given);
  const results: unknown[] = [];
  for (const row of rows) results.push(row instanceof AppError ? refusalOf(row) : await created(ctx, row));
  return results;
}

const created = (ctx: ServiceContext, row: Prepared) =>
  row.create(ctx, { key: `import:test:${keys++}`, fingerprint: 'row' }).then(({ record }) => record.id, refusalOf);

/** Of rows that can all be read. */
export async function preparedOf(importer: Importer, records: readonly unknown[], given: Partial<Settings> = {}) {
  const { rows } = await prepare(importer, records, given);
  return rows.map((row) => {
    if (row instanceof AppError) throw new TypeError(JSON.stringify(refusalOf(row)));
    return row;
  });
}
