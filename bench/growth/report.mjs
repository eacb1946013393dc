// The growth table: what a request costs at each size, and whether that may differ.
import { circumstances, table, writeSection } from '../lib/results.mjs';

const number = (n) => n.toLocaleString('en');
const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** One figure where all sizes agree, else one for each. */
const figures = (costs, name) => {
  const values = costs.map((cost) => cost[name]);
  return new Set(values).size === 1 ? number(values[0]) : values.map(number).join(' / ');
};

const same = (costs, name) => new Set(costs.map((cost) => cost[name])).size === 1;

function rowOf(name, costs) {
  const [first, ...larger] = costs;
  const flat = same(costs, 'rows_read') && same(costs, 'rows_written') && same(costs, 'trips');
  const verdict = flat ? 'flat' : first.grows ? 'grows, may' : 'GROWS';
  const cells = [
    name,
    verdict,
    figures(costs, 'trips'),
    figures(costs, 'statements'),
    figures(costs, 'rows_read'),
    figures(costs, 'rows_written'),
    figures(costs, 'r2'),
    (Math.max(...costs.map(({ bytes }) => bytes)) / 1024).toFixed(1),
    first.ms.toFixed(1),
    larger.map(({ ms }) => `${(ms / first.ms).toFixed(2)}×`).join(' / '),
  ];
  return { name, flat, verdict, cells, grows: first.grows };
}

function sizesTable(results) {
  const rows = results.map(({ patients, counts, bytes, terms, seconds }) => [
    number(patients),
    number(counts.invoice),
    number(counts.appointment),
    number(counts.file),
    number(counts.catalog_item),
    number(counts.doctor),
    number(terms),
    mib(bytes),
    number(Math.round(bytes / patients)),
    seconds.toFixed(1),
  ]);
  const names = ['patients', 'invoices', 'appointments', 'files', 'catalog', 'doctors', 'search terms'];
  return table([...names, 'database', 'bytes per patient', 'loaded in s'], rows);
}

/**
 * Prints the table, writes it to RESULTS.md. @returns whether all is flat that must be
 * @param options `all`: print flat rows too
 */
export function report(results, { all, write }) {
  const names = [...results[0].costs.keys()];
  const rows = names.map((name) =>
    rowOf(
      name,
      results.map(({ costs }) => costs.get(name)),
    ),
  );
  const wrong = rows.filter(({ verdict }) => verdict === 'GROWS');
  const may = rows.filter(({ verdict }) => verdict === 'grows, may');
  const sizes = results.map(({ patients }) => number(patients)).join(' / ');
  const head = ['request', '', 'trips', 'statements', 'rows read', 'rows written', 'R2', 'KiB', 'ms', 'time'];
  const summary =
    `${rows.length} requests at ${sizes} patients: ${rows.length - may.length - wrong.length} read and write the same ` +
    `number of rows at every size; ${may.length} grow as they may; ${wrong.length} grow and must not.`;
  const reasons = [...new Set(may.map(({ grows }) => grows))].map(
    (why) => `- ${why}: ${may.filter(({ grows }) => grows === why).length}`,
  );

  console.log(`\n${sizesTable(results)}\n`);
  console.log(
    table(
      head,
      (all ? rows : [...wrong, ...may]).map(({ cells }) => cells),
    ),
  );
  console.log(`\n${summary}`);
  if (write) {
    const text = [
      '## Growth',
      circumstances(),
      sizesTable(results),
      summary,
      reasons.length ? `Where it may grow:\n\n${reasons.join('\n')}` : '',
      `Figures that differ are given for ${sizes}; ms at ${number(results[0].patients)}, time as a ratio to that.`,
      table(
        head,
        rows.map(({ cells }) => cells),
      ),
    ];
    writeSection('growth', text.filter(Boolean).join('\n\n'));
  }
  return wrong.length === 0;
}
