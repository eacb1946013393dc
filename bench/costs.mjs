// Writes docs/costs.md, and the years of docs/latency.md, from what the tests count and the benches have measured.
// `npm run costs`
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/lib.mjs';
import { costsPage, latencyPage } from './costs/page.ts';

const LATENCY = 'docs/latency.md';
const read = (path) => readFileSync(join(root, path), 'utf8');
const write = (path, text) => {
  writeFileSync(join(root, path), text);
  console.log(`Written: ${path}`);
};

const [ledger, results] = ['test/support/operations/ledger.md', 'bench/RESULTS.md'].map(read);
write(LATENCY, latencyPage(read(LATENCY)));
write('docs/costs.md', costsPage({ ledger, results, latency: read(LATENCY) }));
