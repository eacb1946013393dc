/*
 * bulk-data-client of the SMART team as a program, configured as docs/programs.md has it: it finds the token's address by itself, signs
 * ES384, and exports everything, with the files of patients. It is not on npm: bulk-data-client-1.2.1.tgz is what it runs of, unchanged, of commit 3be801e of
 * github.com/smart-on-fhir/bulk-data-client: `git archive --prefix=package/ 3be801e package.json LICENSE README.md config/defaults.js
 * built/app.js built/index.js built/lib built/loggers built/reporters built/streams | gzip -9n`.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from '../../../scripts/third-party.mjs';
import { FILE, idsIn, resourcesIn } from './hospital.mjs';
import { makeKey } from './keys.mjs';
import { codeBelow } from './page.mjs';

const COMMAND = 'node_modules/bulk-data-client/built/app.js';

export async function runBulkDataClient({ fhirUrl, addPatients, attachFile, idsOf, register }) {
  const [patient] = await addPatients('Bulk', 1);
  await attachFile(patient);
  const { privateJwk, publicJwk } = makeKey('ES384');
  const { client_id } = await register('bulk-data-client', 'system/*.rs', { jwks: { keys: [publicJwk] } });
  const dir = mkdtempSync(join(tmpdir(), 'bulk-'));
  const config = join(dir, 'hospital.cjs');
  writeFileSync(config, codeBelow('First hour by bulk-data-client').code);
  writeFileSync(join(dir, 'private.json'), JSON.stringify(privateJwk));
  const args = ['--config', config, '--global', '--fhir-url', fhirUrl, '--destination', dir];
  const { status, ...printed } = await runScript(COMMAND, args, { CLIENT_ID: client_id, SHOW_ERRORS: 'y' });
  assert.equal(status, 0, `${printed.stdout}${printed.stderr}`);

  for (const type of ['Patient', 'DocumentReference']) {
    const exported = resourcesIn(readFileSync(join(dir, `1.${type}.ndjson`), 'utf8'));
    assert.deepEqual(idsIn(exported), await idsOf(type));
  }
  const files = readdirSync(join(dir, 'attachments'));
  assert.ok(files.length > 0);
  for (const file of files) assert.equal(readFileSync(join(dir, 'attachments', file), 'utf8'), FILE);
}
