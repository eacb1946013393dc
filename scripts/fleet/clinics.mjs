// Which environments are clinics of the fleet: those whose file has a table [fleet].
import { accountId } from '../deploy/api.mjs';
import { settingsFaults, unsafeSettings } from '../deploy/variables.mjs';
import { configOf, environment, environments, PRODUCTION } from '../environment.mjs';
import { fail } from '../lib.mjs';

/** Of a clinic that names none: after all others. Who was not thought of is not the first to try a version. */
const LAST = Number.POSITIVE_INFINITY;
export const ringName = (ring) => (ring === LAST ? 'last' : String(ring));

/** What the code that all share is built by: a clinic cannot have its own. */
const OF_THE_BUILD = 'main build define alias rules minify compatibility_date compatibility_flags'.split(' ');

/** @param target of `environment`: what it has under [fleet] is not of its Worker */
export function clinic({ config: { fleet, ...config }, ...target }) {
  const ring = fleet.ring === undefined ? LAST : Number(fleet.ring);
  return { ...target, config, ring, url: fleet.url || config.vars.BASE_URL };
}

/** @returns the clinics that the options mean, those of the first ring first */
export function clinicsOf({ only = '*', ring }) {
  const like = new RegExp(`^${only.replaceAll('*', '.*').replaceAll('?', '.')}$`);
  const found = environments()
    .filter((name) => name !== PRODUCTION && like.test(name) && configOf(name).fleet)
    .map((name) => clinic(environment(name)))
    .filter((it) => ring === undefined || ringName(it.ring) === ring)
    .sort((a, b) => (a.ring === b.ring ? a.name.localeCompare(b.name) : a.ring - b.ring));
  if (found.length === 0) fail('No file of environments/ that is meant has a table [fleet]: docs/chain.md');
  const base = configOf(PRODUCTION);
  const faults = found.flatMap((it) => faultsOf(it, base).map((fault) => `environments/${it.name}.toml: ${fault}`));
  if (faults.length > 0) fail(`These clinics could not be deployed:\n  ${faults.join('\n  ')}\nNothing was changed.`);
  const nameless = found.find(({ config }) => !config.account_id);
  const ofLogin = nameless && accountId(nameless); // which is asked once
  return found.map((it) => ({ ...it, account: it.config.account_id ?? ofLogin }));
}

function faultsOf({ config, ring, url }, base) {
  const own = OF_THE_BUILD.filter((key) => JSON.stringify(config[key]) !== JSON.stringify(base[key]));
  const wrong = settingsFaults(config);
  const unsafe = wrong.length > 0 ? [] : unsafeSettings(config);
  return [
    ...(ring === LAST || (Number.isInteger(ring) && ring > 0 && ring < 1_000)
      ? []
      : ['ring under [fleet] is a number from 1 to 999']),
    ...(URL.canParse(url) ? [] : ['url under [fleet] is needed, as "https://north.clinic.example"']),
    ...own.map((key) => `${key} is of the build, which all clinics share: it stands in wrangler.toml`),
    ...wrong,
    ...unsafe.map(({ name, value }) => `${name} = "${value}" is unsafe in a deployment`),
  ];
}

/** Some of them at once. @returns what `work` has found wrong, by name, in the order of the clinics */
export async function eachOf(clinics, parallel, work) {
  const left = [...clinics];
  const reasons = new Map();
  const worker = async () => {
    for (let it = left.shift(); it; it = left.shift())
      reasons.set(it.name, await work(it).catch(({ message }) => message));
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return new Map(clinics.flatMap(({ name }) => (reasons.get(name) ? [[name, reasons.get(name)]] : [])));
}
