// Which deployment a command is for. Production is wrangler.toml as it stands; others (`--env staging`) are derived from it, as
// wrangler's own [env.NAME] inherits no bindings.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { experimental_readRawConfig as readRawConfig } from 'wrangler';
import { fail, root } from './lib.mjs';

export const PRODUCTION = 'production';

/** A new table for each call, as its caller may change it. */
const read = (path) => readRawConfig({ config: path }).rawConfig;

/** There may be others beside the service's own. */
export const databaseOf = ({ d1_databases }) => d1_databases.find(({ binding }) => binding === 'DB');
export const bucketOf = ({ r2_buckets }) => r2_buckets.find(({ binding }) => binding === 'FILES');

export const settingsPath = (name) =>
  name === PRODUCTION ? join(root, 'wrangler.toml') : join(root, 'environments', `${name}.toml`);

export const environments = () => [
  PRODUCTION,
  ...readdirSync(join(root, 'environments')).flatMap((file) => /^(.+)\.toml$/.exec(file)?.[1] ?? []),
];

/** The file, from the root, that gives an environment one of its [vars]. */
export const fileWith = (name, variable) =>
  relative(root, settingsPath(variable in (read(settingsPath(name)).vars ?? {}) ? name : PRODUCTION));

/** The number of an environment's limits, which is ours. Versions before wrote it into [limits], which is wrangler's own. */
export const numberOf = ({ rate_limits, limits }) => rate_limits?.number ?? limits?.number;

/** What is ours is left out. */
function forWrangler({ rate_limits, fleet, limits, ...config }) {
  const { number, ...wranglers } = limits ?? {};
  return Object.keys(wranglers).length > 0 ? { ...config, limits: wranglers } : config;
}

/** As wrangler reads it; of others than production also `fleet`, and what `numberOf` finds, which are not for wrangler. */
export function configOf(name) {
  const base = read(settingsPath(PRODUCTION));
  if (name === PRODUCTION) return base;
  const own = read(settingsPath(name));
  return merge(derive(base, name, own), own);
}

/** @returns `config` of `configOf`, and `path` of a file with it, which is written anew for all but production */
export function environment(name = PRODUCTION) {
  const own = settingsPath(name);
  if (name === PRODUCTION) return { name, path: own, config: configOf(name) };
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(name)) fail(`Not a name of an environment (a-z, 0-9, -): ${name}`);
  // `hospital-access-dead` is where production's queue of the access log gives up its messages.
  if (name.split('-').includes('dead'))
    fail(`Not a name of an environment, as queues of dead letters have it: ${name}`);
  if (!existsSync(own)) {
    fail(
      `There is no environment ${name}: make a file ${relative(root, own)} for what it has of its own, or an empty one.`,
    );
  }
  const config = configOf(name);
  const path = join(root, `wrangler.${name}.json`);
  writeFileSync(path, `${JSON.stringify(forWrangler(config), undefined, 2)}\n`);
  return { name, path, config };
}

/** Nothing of production's is shared: no data, no counter, no address. */
function derive(config, name, settings) {
  const own = (value) => `${value}-${name}`;
  const { route, routes, workers_dev, ...rest } = config;
  const { producers, consumers } = config.queues;
  return {
    ...rest,
    name: own(config.name),
    d1_databases: config.d1_databases.map(({ database_id, ...db }) => ({
      ...db,
      database_name: own(db.database_name),
    })),
    r2_buckets: config.r2_buckets.map((bucket) => ({ ...bucket, bucket_name: own(bucket.bucket_name) })),
    ratelimits: numbered(config.ratelimits, numberOf(settings) ?? firstNumber(name)),
    queues: {
      producers: producers.map((producer) => ({ ...producer, queue: own(producer.queue) })),
      consumers: consumers.map(({ queue, dead_letter_queue, ...consumer }) => ({
        ...consumer,
        queue: own(queue),
        ...(dead_letter_queue && { dead_letter_queue: own(dead_letter_queue) }),
      })),
    },
    // A copy of production's data must not write to its patients.
    vars: { ...config.vars, BASE_URL: '', MAIL_FROM: '' },
  };
}

export const NUMBERS = 9_999;
/** For an environment that keeps no number: always the same, but others may have it, too (scripts/deploy/limits.mjs). */
export const firstNumber = (name) => 1 + (createHash('sha256').update(name).digest().readUInt32BE() % NUMBERS);

export const numbered = (ratelimits, number) =>
  ratelimits.map((limit) => ({ ...limit, namespace_id: `${number}${limit.namespace_id}` }));

const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `own` over `base`: tables key by key, lists of tables by their binding or name, anything else as a whole. */
function merge(base, own) {
  if (isTable(base) && isTable(own)) {
    const merged = Object.entries(own).map(([key, value]) => [key, key in base ? merge(base[key], value) : value]);
    return { ...base, ...Object.fromEntries(merged) };
  }
  if (Array.isArray(base) && Array.isArray(own) && [...base, ...own].every(isTable)) {
    const key = (entry) => entry.binding ?? entry.name ?? entry.queue;
    const known = base.map((entry) => merge(entry, own.find((other) => key(other) === key(entry)) ?? {}));
    return [...known, ...own.filter((entry) => !base.some((other) => key(other) === key(entry)))];
  }
  return own;
}
