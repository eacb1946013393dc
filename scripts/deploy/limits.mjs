// Limits with the same number in one account count together, so that one environment's clients would use up another's. Those
// of an environment begin with a number of its own, which its file keeps under [rate_limits].
import { configOf, environments, firstNumber, NUMBERS, numbered, numberOf, PRODUCTION } from '../environment.mjs';

const idsOf = (ratelimits) => ratelimits.map(({ namespace_id }) => String(namespace_id));

/** Which other environment has a limit's number, by the number. */
const taken = (name) =>
  new Map(
    environments()
      .filter((other) => other !== name)
      .flatMap((other) => idsOf(configOf(other).ratelimits).map((id) => [id, other])),
  );

/** @returns a number that no other environment has: that which the name has always had, or one behind it */
function freeNumber(name) {
  const others = taken(name);
  const { ratelimits } = configOf(PRODUCTION);
  for (let i = 0, number = firstNumber(name); i < NUMBERS; i++, number = (number % NUMBERS) + 1) {
    if (!idsOf(numbered(ratelimits, number)).some((id) => others.has(id))) return String(number);
  }
  throw new Error('every number is taken.');
}

/** @returns what an environment is to keep; undefined for production, whose limits are wrangler.toml's, and if it keeps one */
export const numberToKeep = ({ name, config }) =>
  name === PRODUCTION || numberOf(config) !== undefined ? undefined : freeNumber(name);

/** @returns why it cannot be deployed with the numbers that it has; undefined if it can */
export function sharedLimits({ name, config }) {
  const number = numberOf(config);
  if (number !== undefined && !/^[1-9]\d{0,3}$/.test(number)) {
    return `environments/${name}.toml: number under [rate_limits] is from 1 to ${NUMBERS}, as "${freeNumber(name)}".`;
  }
  const others = taken(name);
  const id = idsOf(config.ratelimits).find((id) => others.has(id));
  if (!id) return undefined;
  const [one] = name === PRODUCTION ? [others.get(id)] : [name];
  return (
    `Limits of ${name} would count together with those of ${others.get(id)}: both have the number ${id}. In ` +
    `environments/${one}.toml write number = "${freeNumber(one)}" under [rate_limits], and no namespace_id of another environment.`
  );
}

/** @returns what to write where a version before has kept the number; undefined if it has not */
export function misplacedNumber({ name, config: { limits } }) {
  if (name === PRODUCTION || limits?.number === undefined) return undefined;
  return (
    `environments/${name}.toml: write number = "${limits.number}" under [rate_limits] instead of [limits], which is ` +
    "wrangler's own and may have cpu_ms and subrequests."
  );
}
