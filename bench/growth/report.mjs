// The growth tables: what a request costs at each size, and whether that may differ.
import { circumstances, table, writeSection } from '../lib/results.mjs';
import { BYTES_MAX, LARGE, verdictOf } from './verdict.mjs';

/** Of the searches at their worst, so many that read most have a row in RESULTS.md. */
const SHOWN = 50;
const HEAD = ['request', '', 'trips', 'statements', 'rows read', 'rows written', 'R2', 'KiB', 'ms', 'time'];

const number = (n) => n.toLocaleString('en');
const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const greatest = (values) => Math.max(0, ...values);
const cells = (rows) => rows.map((row) => row.cells);

/** One figure where all sizes agree, else one for each. */
const figures = (values) => (new Set(values).size === 1 ? number(values[0]) : values.map(number).join(' / '));

function rowOf(name, costs) {
  const [first, ...larger] = costs;
  const verdict = verdictOf(costs);
  const of = (what) => figures(costs.map((cost) => cost[what]));
  const cells = [
    name,
    verdict,
    ...['trips', 'statements', 'rows_read', 'rows_written', 'r2'].map(of),
    (greatest(costs.map(({ bytes }) => bytes)) / 1024).toFixed(1),
    first.ms.toFixed(1),
    larger.map(({ ms }) => `${(ms / first.ms).toFixed(2)}×`).join(' / '),
  ];
  return { name, costs, verdict, cells, most: greatest(costs.map(({ rows_read }) => rows_read)), ...first };
}

function sizesTable(results) {
  const rows = results.map(({ patients, counts, bytes, index, seconds }) => [
    number(patients),
    number(counts.invoice),
    number(counts.appointment),
    number(counts.file),
    number(counts.catalog_item),
    number(counts.doctor),
    mib(bytes),
    number(Math.round(bytes / patients)),
    number(Math.round(index / patients)),
    seconds.toFixed(1),
  ]);
  const names = [
    'patients',
    'invoices',
    'appointments',
    'files',
    'catalog',
    'doctors',
    'database',
    'bytes per patient',
  ];
  return table([...names, 'of which search', 'loaded in s'], rows);
}

/** Of each list: how many searches were asked, and the one that reads most. */
function worstTable(rows) {
  const lists = Map.groupBy(rows, ({ name }) => name.split(':')[0]);
  const worst = [...lists].map(([list, searches]) => {
    const [{ name, costs, verdict }] = searches.toSorted((a, b) => b.most - a.most);
    const text = name.slice(list.length + 2);
    return [list, searches.length, figures(costs.map(({ rows_read }) => rows_read)), verdict, text];
  });
  return table(['list', 'searches', 'most rows read', '', 'by'], worst);
}

function summaryOf(rows, sizes) {
  const those = (wanted) => rows.filter(({ verdict }) => verdict === wanted);
  const bounded = those('bounded');
  return (
    `${rows.length} requests at ${sizes} patients: ${those('flat').length} read and write the same number of rows at every ` +
    `size; ${bounded.length} searches and lists along dates read more in a larger hospital, at most ` +
    `${number(greatest(bounded.map(({ most }) => most)))} rows; ${those('grows, may').length} grow as they may; ` +
    `${those('GROWS').length} grow and must not; ${those('OVER').length} cost more than their bounds.`
  );
}

/**
 * Prints the tables, writes them to RESULTS.md. @returns whether no request costs more than it may
 * @param options `all`: print flat rows too
 */
export function report(results, { all, write }) {
  const names = [...results[0].costs.keys()];
  const costsOf = (name) => results.map(({ costs }) => costs.get(name));
  const rows = names.map((name) => rowOf(name, costsOf(name)));
  const wrong = rows.filter(({ verdict }) => ['GROWS', 'OVER'].includes(verdict));
  const isTooLarge = results.some(({ patients, bytes }) => patients >= LARGE && bytes > BYTES_MAX * patients);
  const hostile = rows.filter((row) => row.hostile).sort((a, b) => b.most - a.most);
  const sizes = results.map(({ patients }) => number(patients)).join(' / ');
  const summary = summaryOf(rows, sizes);

  const shown = all ? rows : [...wrong, ...rows.filter(({ verdict }) => verdict === 'grows, may')];
  console.log(`\n${sizesTable(results)}\n\n${table(HEAD, cells(shown))}\n\n${worstTable(hostile)}\n\n${summary}`);
  if (write) {
    const text = [
      '## Growth',
      circumstances(),
      sizesTable(results),
      summary,
      `Figures that differ are given for ${sizes}; ms at ${number(results[0].patients)}, time as a ratio to that.`,
      table(HEAD, cells(rows.filter((row) => !row.hostile))),
      '### Searches and tags at their worst',
      worstTable(hostile),
      `The ${SHOWN} that read most:`,
      table(HEAD, cells(hostile.slice(0, SHOWN))),
    ];
    writeSection('growth', text.join('\n\n'));
  }
  if (isTooLarge) console.log(`A patient takes more than ${number(BYTES_MAX)} bytes`);
  return wrong.length === 0 && !isTooLarge;
}
