/** Which rows can be made side by side. */
import type { Row } from './row';
import { isLikelySame } from './same';

const namesOf = ({ prepared: { external_id, claims } }: Row): string[] => [
  ...(external_id === null ? [] : [`external:${external_id}`]),
  ...claims.map(({ key }) => key),
];

/**
 * Rows that may be in each other's way come one after the other, in the order of the file, each once what came before it is done.
 * @returns those that come first, and the rest
 */
export function firstWave(rows: readonly Row[]): { wave: Row[]; rest: Row[] } {
  const names = new Set<string>();
  const [wave, rest]: [Row[], Row[]] = [[], []];
  for (const [n, row] of rows.entries()) {
    const { person } = row;
    const own = namesOf(row);
    const isInTheWay =
      own.some((name) => names.has(name)) ||
      (person !== null && rows.slice(0, n).some((other) => other.person && isLikelySame(person, other.person)));
    (isInTheWay ? rest : wave).push(row);
    for (const name of own) names.add(name);
  }
  return { wave, rest };
}
