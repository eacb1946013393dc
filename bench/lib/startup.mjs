// How long the service's start keeps the processor busy, beside a Worker that only imports the same libraries.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWrangler } from '../../scripts/build.mjs';
import { root } from '../../scripts/lib.mjs';
import { librariesOf } from './libraries.mjs';
import { quartiles } from './results.mjs';

const isLibrary = (path) => path.includes('node_modules/');

/** Bundles a Worker for `wrangler check startup`; without `entry`, the service. @returns also the bytes by source */
function bundle(dir, name, ...entry) {
  const [file, meta] = [join(dir, `${name}.bundle`), join(dir, `${name}.json`)];
  runWrangler(['deploy', ...entry, '--dry-run', '--outfile', file, '--metafile', meta]);
  const outputs = Object.values(JSON.parse(readFileSync(meta, 'utf8')).outputs);
  return { file, sources: outputs.flatMap(({ inputs }) => Object.entries(inputs)) };
}

/** Bundles what the service imports from its libraries. */
function bundleLibraries(dir, { sources }) {
  const entry = join(dir, 'libraries.mjs');
  writeFileSync(entry, librariesOf(sources.map(([path]) => path).filter((path) => path.startsWith('src/'))));
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  // Without it wrangler looks for its settings beside the entry.
  return bundle(dir, 'libraries', entry, '--config', join(root, 'wrangler.toml'));
}

const libraryBytes = ({ sources }) =>
  sources.reduce((sum, [path, { bytesInOutput }]) => (isLibrary(path) ? sum + bytesInOutput : sum), 0);

/** @returns what `wrangler check startup` says; undefined where it gave up after its ten seconds, as the machine was busy */
function startupReport(args) {
  try {
    return runWrangler(['check', 'startup', ...args]);
  } catch (error) {
    if (/startup profiling timed out/.test(error.message)) return undefined;
    throw error;
  }
}

/**
 * Milliseconds in which the processor was busy, as `wrangler check startup` reports them. It counts samples: of a short
 * start on a busy machine it may have none, which measures nothing, and is done again.
 */
function activeTime(dir, { file }) {
  for (let attempt = 0; attempt < 10; attempt++) {
    const report = startupReport(['--worker', file, '--outfile', join(dir, 'startup.cpuprofile')]);
    if (report === undefined) continue;
    const active = Number(/Active: ([\d.]+) ms/.exec(report)?.[1]);
    if (!(active >= 0)) throw new Error(`wrangler check startup reported no active time:\n${report}`);
    if (active > 0) return active;
  }
  throw new Error('wrangler check startup measured nothing, ten times');
}

/** Measures both in turn, `pairs` times. @returns one sentence with the figures */
export function startup(dir, pairs) {
  const service = bundle(dir, 'service');
  const libraries = bundleLibraries(dir, service);
  const [has, of] = [libraries, service].map(libraryBytes);
  // Names that the minifier chooses make a difference of a few hundred bytes.
  if (Math.abs(of - has) > of / 100) {
    throw new Error(`bench/lib/libraries.mjs finds ${has} bytes of libraries, the service holds ${of}`);
  }
  const times = { service: [], libraries: [] };
  for (let pair = 0; pair < pairs; pair++) {
    times.service.push(activeTime(dir, service));
    times.libraries.push(activeTime(dir, libraries));
  }
  const ratios = times.service.map((ms, pair) => ms / times.libraries[pair]);
  return (
    `Startup: ${quartiles(times.service, 1)} ms active by \`wrangler check startup\`; a Worker that only imports the same ` +
    `libraries ${quartiles(times.libraries, 1)} ms; ratio ${quartiles(ratios, 2)}. ` +
    `Medians (quartiles) of ${pairs} pairs.`
  );
}
