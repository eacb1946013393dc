// `npm run check:openapi`: the OpenAPI document, judged by tools of others. Linters read it, generators write code from it, a
// portal developer's first hour (test/third-party/hour) runs on that code, a foreign FHIR client runs that of docs/fhir.md, four come in
// as programs (test/third-party/programs), and others judge the client's package and the letters that are mailed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildService } from './build.mjs';
import { buildClient } from './client.mjs';
import { documentFile, outdatedFiles } from './generate-client.mjs';
import { root } from './lib.mjs';
import { createDatabase, serve, withTemporary } from './local-worker.mjs';
import { writeDocument } from './openapi.mjs';
import { buildTesting } from './testing.mjs';
import { installThirdParty, runScript, runTool, thirdParty } from './third-party.mjs';

/** Lines of one judge. */
const SHOWN = 30;

const generated = join(thirdParty, 'generated');
const client = join(root, 'clients', 'typescript');
const query = join(root, 'clients', 'query');

const counts = { passed: 0, failed: 0 };
function report(judge, findings) {
  const warnings = findings.filter((finding) => /^(warn|info|hint)/i.test(finding)).length;
  console.log(`${findings.length ? '✖' : '✔'} ${judge}: ${findings.length - warnings} errors, ${warnings} warnings`);
  for (const finding of findings.slice(0, SHOWN)) console.log(`    ${finding.replaceAll('\n', '\n    ')}`);
  if (findings.length > SHOWN) console.log(`    … and ${findings.length - SHOWN} more`);
  counts[findings.length ? 'failed' : 'passed']++;
}

/** A judge finds lines that begin with their severity. One that breaks has found an error. */
async function judge(name, find) {
  report(name, await find().catch((error) => [`error ${error.stack}`]));
}

async function complaints(pkg, bin, args) {
  const { status, stdout, stderr } = await runTool(pkg, bin, args);
  // Indented lines explain the one before.
  const found = `${stdout}${stderr}`.trim().split(/\n(?! )/);
  return status === 0 ? [] : found.map((complaint) => `error ${complaint}`);
}

async function staleFiles() {
  const names = await outdatedFiles();
  return names.map((name) => `error clients/typescript/src/${name} is not of this document: npm run generate:client`);
}

async function judgeDocument() {
  const { redocly, spectral } = await import('../test/third-party/lint/lint.mjs');
  await judge('Redocly recommended', () => redocly(documentFile));
  await judge('Spectral spectral:oas', () => spectral(documentFile));
  mkdirSync(generated, { recursive: true });
  const types = [documentFile, '-o', join(generated, 'schema.ts')];
  await judge('openapi-typescript', () => complaints('openapi-typescript', 'openapi-typescript', types));
  await judge('The client’s committed types and constants', staleFiles);
  await judge('hey-api with its zod plugin', () => complaints('@hey-api/openapi-ts', 'openapi-ts', []));
  await judge('tsc --strict, of the hour and all generated code', () => complaints('typescript', 'tsc', ['-p', '.']));
}

/** As npm would publish it, and under the TypeScript that most portals still have. */
async function judgeClient() {
  buildClient();
  await buildTesting();
  for (const [what, home] of Object.entries({ 'the client': client, 'clients/query': query })) {
    // The packages are ESM only.
    const attw = ['--pack', home, '--ignore-rules', 'cjs-resolves-to-esm', '--no-color'];
    await judge(`publint, of ${what}`, () => complaints('publint', 'publint', [home, '--strict']));
    await judge(`Are the types wrong?, of ${what}`, () => complaints('@arethetypeswrong/cli', 'attw', attw));
    await judge(`tsc --strict of TypeScript 5, of ${what}`, () => complaints('typescript', 'tsc', ['-p', home]));
  }
  await judge('tsc with moduleResolution node', () => complaints('typescript', 'tsc', ['-p', 'node10']));
}

async function judgeHour(url) {
  const { misparsed } = await import('../test/third-party/zod.mjs');
  const { violations, withPrism } = await import('../test/third-party/prism.mjs');
  const document = JSON.parse(readFileSync(documentFile, 'utf8'));
  const answers = [];
  await judge('The hour by openapi-fetch', async () => {
    const { hour } = await import('../test/third-party/hour/hour.ts');
    await hour(url, 'direct', (answer) => answers.push(answer));
    return [];
  });
  await judge(`hey-api’s zod schemas, ${answers.length} answers of the hour`, async () =>
    misparsed(document, await import('../test/third-party/generated/hey-api/zod.gen.ts'), answers),
  );
  await judge('Prism as validating proxy, the hour through it', () =>
    withPrism(documentFile, url, async (proxy) => {
      const { hour } = await import('../test/third-party/hour/hour.ts');
      const proxied = [];
      await hour(proxy, 'prism', (answer) => proxied.push(answer));
      return violations(proxied);
    }),
  );
}

/** The first hour of docs/fhir.md, as it stands there: its code, and what it prints. */
async function judgeFhirHour(url) {
  const page = readFileSync(join(root, 'docs', 'fhir.md'), 'utf8');
  const [, code, printed] = /```js\n(.*?)```\n```text\n(.*?)```/s.exec(page) ?? [];
  writeFileSync(join(generated, 'fhir-hour.mjs'), code);
  const nina = { email: 'nina@clinic.example', password: 'correct horse', full_name: 'Nina Nurse' };
  await fetch(`${url}/auth/signup`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(nina) },
  });
  const { stdout, stderr } = await runScript('generated/fhir-hour.mjs', [], { BASE: url });
  return stdout === printed ? [] : [`error it printed\n${stdout}${stderr}`];
}

/** Each letter, as others write and read messages. */
async function judgeLetters() {
  await judge('Letters by nodemailer, read by postal-mime', async () => {
    const { lettersArrive } = await import('../test/third-party/letters.mjs');
    await lettersArrive();
    return [];
  });
}

async function hospitalOf(service) {
  const { openHospital } = await import('../test/third-party/programs/index.mjs');
  const database = await service.d1();
  const toAdmin = database.prepare("UPDATE user SET type = 'admin' WHERE email = ?");
  return openHospital(service.url, (email) => toAdmin.bind(email).run());
}

/** As docs/programs.md says that a program comes in, by clients that know nothing of this service. */
async function judgePrograms(hospital) {
  const { CLIENTS } = await import('../test/third-party/programs/index.mjs');
  for (const [name, run] of Object.entries(CLIENTS)) {
    await judge(`A program by ${name}`, async () => {
      await run(hospital);
      return [];
    });
  }
}

/** As docs/events.md says that events are received, and what it makes of them. */
async function judgeEvents(hospital) {
  const { SECTIONS } = await import('../test/third-party/events.mjs');
  for (const [section, run] of Object.entries(SECTIONS)) {
    await judge(`docs/events.md, ${section}`, async () => {
      await run(hospital);
      return [];
    });
  }
}

installThirdParty();
writeDocument();
rmSync(generated, { recursive: true, force: true });
await judgeDocument();
await judgeClient();
await judgeLetters();
await withTemporary(async (dir) => {
  const module = buildService(join(dir, 'worker'));
  const data = join(dir, 'data');
  mkdirSync(data);
  await createDatabase(module, data);
  const service = await serve(module, { data, limited: true });
  try {
    await judgeHour(service.url);
    await judge('The FHIR hour by fhir-kit-client', () => judgeFhirHour(service.url));
    const hospital = await hospitalOf(service);
    await judgePrograms(hospital);
    await judgeEvents(hospital);
  } finally {
    await service.stop();
  }
});
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
