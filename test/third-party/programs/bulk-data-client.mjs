/*
 * bulk-data-client of the SMART team as a program: it finds the token's address by itself, signs ES384, and exports everything, with the
 * files of patients. It is not on npm: bulk-data-client-1.2.1.tgz is what it runs of, unchanged, of commit 3be801e of
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

const COMMAND = 'node_modules/bulk-data-client/built/app.js';
const SCOPE = 'system/*.rs';

export async function runBulkDataClient({ fhirUrl, addPatients, attachFile, idsOf, register }) {
  const [patient] = await addPatients('Bulk', 1);
  await attachFile(patient);
  const { privateJwk: privateKey, publicJwk } = makeKey('ES384');
  const { client_id: clientId } = await register('bulk-data-client', SCOPE, { jwks: { keys: [publicJwk] } });
  const dir = mkdtempSync(join(tmpdir(), 'bulk-'));
  const config = join(dir, 'config.json');
  writeFileSync(config, JSON.stringify({ tokenUrl: '', clientId, privateKey, scope: SCOPE }));
  const args = ['--fhir-url', fhirUrl, '--global', '--config', config, '--destination', dir, '--reporter', 'text'];
  const { status, ...printed } = await runScript(COMMAND, args, { SHOW_ERRORS: 'y' });
  assert.equal(status, 0, `${printed.stdout}${printed.stderr}`);

  for (const type of ['Patient', 'DocumentReference']) {
    const exported = resourcesIn(readFileSync(join(dir, `1.${type}.ndjson`), 'utf8'));
    assert.deepEqual(idsIn(exported), await idsOf(type));
  }
  const files = readdirSync(join(dir, 'attachments'));
  assert.ok(files.length > 0);
  for (const file of files) assert.equal(readFileSync(join(dir, 'attachments', file), 'utf8'), FILE);
}
