// How long the service's start keeps the processor busy, beside a Worker that only imports the same libraries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWrangler } from '../../scripts/build.mjs';
import { root } from '../../scripts/lib.mjs';
import { quartiles } from './results.mjs';

const PAIRS = 15;

/** Bundles a Worker for `wrangler check startup`; without `entry`, the service. */
function bundle(dir, name, ...entry) {
  const [file, meta] = [join(dir, `${name}.bundle`), join(dir, `${name}.json`)];
  runWrangler(['deploy', ...entry, '--dry-run', '--outfile', file, '--metafile', meta]);
  return { file, libraries: libraryBytes(meta) };
}

/** Bytes of code from node_modules in a build, by its metafile. */
function libraryBytes(meta) {
  const outputs = Object.values(JSON.parse(readFileSync(meta, 'utf8')).outputs);
  const inputs = outputs.flatMap(({ inputs }) => Object.entries(inputs));
  return inputs.reduce(
    (sum, [path, { bytesInOutput }]) => (path.includes('node_modules/') ? sum + bytesInOutput : sum),
    0,
  );
}

/** Milliseconds in which the processor was busy, as `wrangler check startup` reports them. */
function activeTime(dir, { file }) {
  const report = runWrangler(['check', 'startup', '--worker', file, '--outfile', join(dir, 'startup.cpuprofile')]);
  const active = Number(/Active: ([\d.]+) ms/.exec(report)?.[1]);
  if (!(active >= 0)) throw new Error(`wrangler check startup reported no active time:\n${report}`);
  return active;
}

/** Measures both in turn. @returns one sentence with the figures */
export function startup(dir) {
  const service = bundle(dir, 'service');
  const libraries = bundle(dir, 'libraries', join(root, 'bench', 'libraries.ts'));
  // Names that the minifier chooses make a difference of a few hundred bytes.
  if (Math.abs(service.libraries - libraries.libraries) > service.libraries / 100) {
    const [of, has] = [service.libraries, libraries.libraries];
    throw new Error(`bench/libraries.ts holds ${has} bytes of libraries, the service ${of}: its imports have changed`);
  }
  const times = { service: [], libraries: [] };
  for (let pair = 0; pair < PAIRS; pair++) {
    times.service.push(activeTime(dir, service));
    times.libraries.push(activeTime(dir, libraries));
  }
  const ratios = times.service.map((ms, pair) => ms / times.libraries[pair]);
  return (
    `Startup: ${quartiles(times.service, 1)} ms active by \`wrangler check startup\`; a Worker that only imports the same ` +
    `libraries ${quartiles(times.libraries, 1)} ms; ratio ${quartiles(ratios, 2)}. ` +
    `Medians (quartiles) of ${PAIRS} pairs.`
  );
}
