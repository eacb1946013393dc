// The table of milliseconds.mjs: the slowest searches of each list, and whether they may take so long.
import { circumstances, table, writeSection } from '../lib/results.mjs';
import { LARGE, MILLISECONDS } from './verdict.mjs';

const NAMES = { usual: '3 % Maria', few: '40 % Nguyễn' };
const HEAD = ['list', 'names', '', 'searches', 'worst', 'p90', 'median', 'worst by'];

const figures = (values, digits = 1) => values.map((value) => value.toFixed(digits)).join(' / ');
/** Of searches, the slowest first. */
const at = (part) => (found) => found[Math.floor((found.length - 1) * part)].ms;

function rowOf(names, list, results) {
  const found = results.map((result) => result[names].lists[list]);
  const [worst, p90, middle] = [0, 0.1, 0.5].map((part) => found.map(at(part)));
  const most = MILLISECONDS[names];
  const isOver = results.some(({ patients }, i) => patients >= LARGE && (worst[i] > most.worst || p90[i] > most.p90));
  const named = [list, NAMES[names], isOver ? 'OVER' : 'bounded', found[0].length];
  return [...named, ...[worst, p90, middle].map((values) => figures(values)), found.at(-1)[0].by];
}

/** Of the largest hospital, each search with the page of it that takes longest. */
function everySearch({ usual, few }) {
  const found = Object.entries({ usual, few }).flatMap(([names, { lists }]) =>
    Object.entries(lists).flatMap(([list, searches]) =>
      searches.map(({ by, ms }) => [list, NAMES[names], by, ms.toFixed(2)]),
    ),
  );
  return table(['list', 'names', 'search', 'ms'], found);
}

/** Prints the table, writes it to RESULTS.md. @returns whether no search takes longer than it may */
export function reportMilliseconds(results, { all, write }) {
  const rows = Object.keys(NAMES).flatMap((names) =>
    Object.keys(results[0][names].lists).map((list) => rowOf(names, list, results)),
  );
  const sizes = results.map(({ patients }) => patients.toLocaleString('en')).join(' / ');
  const keys = figures(
    results.map(({ usual }) => usual.key),
    4,
  );
  const { usual, few } = MILLISECONDS;
  const text = [
    `The SQL of searches for a page of 100, in milliseconds, at ${sizes} patients and as many invoices. A read by key takes ${keys}. ` +
      `At most ${usual.worst} are allowed, and ${usual.p90} to nine in ten; ${few.worst} and ${few.p90} where 40 % are called Nguyễn.`,
    table(HEAD, rows),
  ].join('\n\n');
  if (all) console.log(everySearch(results.at(-1)));
  console.log(`\n${text}`);
  if (write) writeSection('milliseconds', ['## Milliseconds of searches', circumstances(), text].join('\n\n'));
  return rows.every(([, , verdict]) => verdict !== 'OVER');
}
