/** What one message of the queue makes: records of some rows of the file. */
import type { ServiceContext } from '../context';
import { StorageError } from '../db/errors';
import type { SharedTrips } from '../db/shared-trips';
import type { Bindings } from '../env';
import { AppError, UnauthenticatedError, UnavailableError } from '../errors';
import type { Deployment } from '../fhir/elements/datatypes';
import type { Mapping } from '../schemas/import';
import { importerOf } from './importers';
import { fileKey } from './job';
import { knownExternalIds, knownIdentifiers, usedKeys } from './known-queries';
import { faultOf, type Outcome } from './outcome';
import type { Job } from './queries';
import type { SourceRecord } from './reading/found';
import { recordOf } from './reading/mapping';
import { readRecords } from './reading/records';
import type { Place } from './reading/shape';
import type { Row } from './row';
import { type Compared, comparedOf, firstSame, likelyThere } from './same';
import { claimedIn, isKnownIn, sameIn, take, takenBefore } from './trial';
import { firstWave } from './waves';

/** D1 takes 1,000 statements of an invocation: a row has six, and again as many where a wave is refused. */
const ROWS = 80;
const BYTES = 1024 * 1024;
/** Rows whose statements share a trip: other requests wait for as long. */
const WAVE = 20;

/** An import under way, of which there is a file. */
export interface Run {
  env: Bindings;
  job: Job;
  ctx: ServiceContext;
  deployment: Deployment;
  mapping: Mapping | null;
  /** for creates that share their trips */
  shared: SharedTrips;
}

export interface Chunk {
  records: readonly SourceRecord[];
  outcomes: readonly Outcome[];
  next: Place | null;
}

const keyOf = ({ id }: Job, record: number) => `import:${id}:${record}`;

/** Of whom something was made before: the message came twice. */
async function madeBefore({ ctx, job }: Run, records: readonly SourceRecord[]): Promise<Map<string, string>> {
  if (job.is_trial || !ctx.actor) return new Map();
  const keys = JSON.stringify(records.map((_, n) => keyOf(job, job.rows + n)));
  const used = await ctx.db.run(usedKeys({ actor: ctx.actor.id, keys }));
  return new Map(used.map(({ key, entity_id }) => [key, entity_id]));
}

/** The records as their importer reads them; an outcome for those that it refuses. */
async function prepared(run: Run, first: number, records: readonly SourceRecord[]): Promise<(Row | Outcome)[]> {
  const { job, ctx, deployment, mapping } = run;
  const importer = importerOf(job);
  const readable = records.filter(({ fault }) => !fault);
  const values = readable.map(({ cells }) =>
    mapping && importer.fields ? recordOf(cells, mapping, importer.fields, job) : cells,
  );
  const made = await importer.prepare(ctx, values, job.source, deployment);
  const bySource = new Map(readable.map((source, n) => [source, made[n]]));
  return records.map((source, n): Row | Outcome => {
    if (source.fault) return { is: 'failed', fault: { path: null, ...source.fault } };
    const one = bySource.get(source);
    if (!one || one instanceof AppError)
      return { is: 'failed', fault: one ? faultOf(one) : { path: null, type: 'value_error', msg: 'No record' } };
    return { record: first + n, source, prepared: one, person: one.person && comparedOf(one.person) };
  });
}

/** Which of the rows there is already. */
async function knownOf({ job, shared }: Run, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const values = rows.flatMap(({ prepared: { external_id } }) => (external_id === null ? [] : [external_id]));
  if (values.length === 0) return new Set();
  const named = { system: job.source, values: JSON.stringify(values) };
  const found = await shared.run(
    job.entity === 'patient' ? knownIdentifiers(named) : knownExternalIds({ ...named, entity: job.entity }),
  );
  return new Set(found.map(({ value }) => value));
}

async function sameOf({ job, shared }: Run, person: Compared | null, made: string | undefined) {
  const candidates = person && job.on_duplicate !== 'create' ? likelyThere(person) : undefined;
  return person && candidates && firstSame(person, await shared.run(candidates), made);
}

/** @returns why it is refused */
async function make(run: Run, { record, prepared }: Row): Promise<Outcome | undefined> {
  const { job, ctx, shared } = run;
  const key = keyOf(job, record);
  try {
    // Each trial is undone by itself.
    await (job.is_trial
      ? prepared.create(ctx, { key, fingerprint: key, isTrial: true })
      : prepared.create({ ...ctx, db: shared }, { key, fingerprint: key }));
  } catch (error) {
    if (error instanceof StorageError && error.kind === 'trial') return undefined;
    if (error instanceof StorageError && error.kind === 'too-large')
      return { is: 'failed', fault: { path: null, type: 'too_large', msg: 'The row is too large' } };
    if (error instanceof UnauthenticatedError || error instanceof UnavailableError || !(error instanceof AppError))
      throw error;
    return { is: 'failed', fault: faultOf(error) };
  }
  if (job.is_trial) throw new Error('A dry run has made a record');
  return undefined;
}

/** Of a wave: none is in another's way. */
async function wave(run: Run, rows: readonly Row[], before: ReadonlyMap<string, string>): Promise<Outcome[]> {
  const { job, ctx } = run;
  const madeOf = ({ record }: Row) => before.get(keyOf(job, record));
  const taken = job.is_trial ? await takenBefore(ctx.db, job.id, rows) : [];
  const [known, ...same] = await Promise.all([
    knownOf(run, rows),
    ...rows.map((row) => sameOf(run, row.person, madeOf(row))),
  ]);
  const outcomes = await Promise.all(
    rows.map(async (row, n): Promise<Outcome> => {
      const isMade = madeOf(row) !== undefined;
      const { external_id } = row.prepared;
      if (!isMade && ((external_id !== null && known.has(external_id)) || isKnownIn(taken, row)))
        return { is: 'known' };
      const { person } = row;
      const of = same[n] ?? (person && job.on_duplicate !== 'create' ? sameIn(taken, row, person) : undefined);
      if (of && job.on_duplicate === 'skip' && !isMade) return { is: 'duplicate', of, isMade: false };
      const refused = isMade ? undefined : await make(run, row);
      const claimed = claimedIn(taken, row);
      if (refused) return refused;
      if (claimed) return { is: 'failed', fault: claimed };
      return of && job.on_duplicate === 'report' ? { is: 'duplicate', of, isMade: true } : { is: 'created' };
    }),
  );
  const isTaking = (outcome: Outcome | undefined) =>
    outcome?.is === 'created' || (outcome?.is === 'duplicate' && outcome.isMade);
  if (job.is_trial)
    await take(
      ctx.db,
      job.id,
      rows.filter((_, n) => isTaking(outcomes[n])),
    );
  return outcomes;
}

const isRow = (one: Row | Outcome): one is Row => 'prepared' in one;

/** @throws TooLongError, StorageError, UnavailableError */
export async function makeChunk(run: Run): Promise<Chunk> {
  const { env, job } = run;
  if (job.file === null || job.shape === null) throw new Error('The import has no file');
  const { records, next } = await readRecords(env.FILES, fileKey(job.id, job.file), job.shape, job, {
    rows: ROWS,
    bytes: BYTES,
  });
  const before = await madeBefore(run, records);
  const results = new Map<number, Outcome>();
  for (let at = 0; at < records.length; at += WAVE) {
    const first = job.rows + at;
    const group = await prepared(run, first, records.slice(at, at + WAVE));
    for (const [n, one] of group.entries()) if (!isRow(one)) results.set(first + n, one);
    for (let left = group.filter(isRow); left.length > 0; ) {
      const { wave: rows, rest } = firstWave(left);
      const outcomes = await wave(run, rows, before);
      for (const [n, { record }] of rows.entries()) {
        const outcome = outcomes[n];
        if (outcome) results.set(record, outcome);
      }
      left = rest;
    }
  }
  const outcomes = [...results].toSorted(([a], [b]) => a - b).map(([, outcome]) => outcome);
  return { records, outcomes, next };
}
