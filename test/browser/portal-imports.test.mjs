// Imports in the portal: a file of a former system, from its upload to what has become of its rows.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { savedBy } from './lib/files.mjs';
import { isAccessible, made, openAs, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();
const admin = () => logIn(suite.service, 'admin');

let systems = 0;
/** Another system for each test: what was imported before is known. */
const newSource = () => `urn:clinic:system-${++systems}`;

const HEAD = 'Nr;Nachname;Vorname;Geschlecht;Geburtsdatum;Telefon;Größe';
/** As a spreadsheet in German saves it: the fourth has a birthday that is none, and the fifth is the first again. */
const tableOf = (name, n) =>
  [
    HEAD,
    `1;${name};Jürgen;männlich;31.12.1984;0151 ${n}001;1,85`,
    `2;Weiß${name};Änne;weiblich;01.02.1990;0151 ${n}002;1,7`,
    `3;${name}hof;Zoë;weiblich;15.07.2001;0151 ${n}003;1,62`,
    `4;Groß${name};Uwe;männlich;31.02.1970;0151 ${n}004;1,9`,
    `5;${name};Jürgen;männlich;31.12.1984;0151 ${n}001;1,85`,
  ].join('\r\n');
/** In windows-1252, which has these letters where ISO 8859-1 has them. */
const fileOf = (text) => ({ name: 'patienten.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });

/** An import with its file, made by the API. */
async function prepared({ call }, text) {
  const json = { entity: 'patient', source: newSource(), encoding: 'windows-1252' };
  const { id } = await made(call('POST', '/imports/', { json }));
  const headers = { 'content-type': 'text/csv' };
  await made(call('PUT', `/imports/${id}/file`, { body: Buffer.from(text, 'latin1'), headers }));
  return id;
}
const importOf = ({ call }, id) => made(call('GET', `/imports/${id}`));

async function ended(who, id) {
  for (let n = 0; n < 240; n++) {
    const { state } = await importOf(who, id);
    if (state !== 'checking' && state !== 'running') return state;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  assert.fail('It has not ended');
}

const columnOf = (page, name) => page.getByLabel(`What becomes of the column ${name}`, { exact: true });
const cardOf = (page, name) => page.locator('.card').filter({ has: page.getByRole('heading', { name }) });
/** `{ Rows: '5' }` */
const countsOf = (page, card) =>
  cardOf(page, card)
    .locator('.facts')
    .evaluate(({ children }) => {
      const texts = [...children].map(({ textContent }) => textContent);
      return Object.fromEntries(texts.flatMap((text, i) => (i % 2 === 0 ? [[text, texts[i + 1]]] : [])));
    });

async function upload(page, file, { source, encoding }) {
  await page.locator('[type="file"]').setInputFiles(file);
  await page.locator('[name="source"]').fill(source);
  await page.getByLabel('Letters are written in').selectOption(encoding);
  await page.getByRole('button', { name: 'Upload' }).click();
}

describe('An import', () => {
  test('goes from a German table to patients', async (t) => {
    const ada = await admin();
    const page = await openAs(suite, t, ada, '#/admin');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Imports/ })
      .click();
    await page.getByText('Nothing is imported').waitFor();
    await isAccessible(page, 'No imports');
    await page.getByRole('link', { name: 'Import a file' }).click();
    await isAccessible(page, 'A new import');
    await upload(page, fileOf(tableOf('Müller', 555)), { source: newSource(), encoding: 'windows-1252' });

    await page.getByRole('heading', { name: 'Import: Patients' }).waitFor();
    const suggested = {
      Nr: 'external_id',
      Nachname: 'last_name',
      Vorname: 'first_name',
      Geburtsdatum: 'dob',
      Größe: '',
    };
    for (const [column, path] of Object.entries(suggested))
      assert.equal(await columnOf(page, column).inputValue(), path, column);
    assert.equal(await page.getByLabel('Dates are written as').inputValue(), 'dmy');
    assert.equal(await page.getByLabel('Numbers are written as').inputValue(), 'de');
    await page.getByRole('cell', { name: 'Änne' }).waitFor();
    await isAccessible(page, 'The columns of a file');

    await columnOf(page, 'Größe').selectOption('dob');
    await page.getByText('Chosen for another column, too.').first().waitFor();
    await isAccessible(page, 'A field that is chosen twice');
    await page.getByRole('button', { name: 'Check all rows' }).click();
    assert.equal(await columnOf(page, 'Geburtsdatum').evaluate((field) => field === document.activeElement), true);
    await columnOf(page, 'Größe').selectOption('');
    await page.getByRole('button', { name: 'Check all rows' }).click();

    const verdict = { Rows: '5', 'Would be made': '3', Refused: '1', 'Here already, likely': '1' };
    await page.getByRole('button', { name: 'Import …' }).waitFor();
    assert.deepEqual(await countsOf(page, 'What would become of it'), verdict);
    await page.reload();
    await page.getByRole('button', { name: 'Import …' }).waitFor();
    assert.deepEqual(await countsOf(page, 'What would become of it'), verdict);
    const faults = cardOf(page, 'Rows that are refused').locator('tbody tr');
    assert.deepEqual(await faults.locator('td').first().textContent(), '5');
    await faults.getByText('Geburtsdatum').waitFor();
    await faults.getByText('There is no such date.').waitFor();
    await page.getByText('Likely the same person as row 1 of the file').waitFor();
    await isAccessible(page, 'What a check has found');

    await columnOf(page, 'Telefon').selectOption('');
    await page.getByText('check again before you import').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Import …' }).count(), 0);
    await columnOf(page, 'Telefon').selectOption('phone_number');
    await page.getByRole('button', { name: 'Import …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import 3 rows' });
    await dialog.getByText('2 rows are left out').waitFor();
    await isAccessible(page, 'Before it is imported');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();

    await page.getByRole('heading', { name: 'What has become of it' }).waitFor();
    const { 'Would be made': count, ...others } = verdict;
    assert.deepEqual(await countsOf(page, 'What has become of it'), { ...others, Made: count });
    await page.getByText(/^Likely the same person as .?PAT-/).waitFor();
    await isAccessible(page, 'What has become of a file');
    assert.equal((await made(ada.call('GET', '/patient/?search=Weißmüller'))).length, 1);
    const { name, text } = await savedBy(page, page.getByRole('button', { name: /Rows that are refused/ }));
    assert.equal(name, 'import-failed.csv');
    assert.match(text, /^\uFEFF?import_line,import_column,import_type,import_msg,Nr,/);
    assert.match(text, /\r\n5,Geburtsdatum,date_parsing,[^\r]*,4,GroßMüller,Uwe,/);

    await page.getByRole('button', { name: 'Delete …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The import is deleted.').waitFor();
    await page.getByText('Nothing is imported').waitFor();
  });

  test('whose file cannot be read leaves nothing behind, and its form stays', async (t) => {
    const ada = await admin();
    const page = await openAs(suite, t, ada, '#/admin/imports/new', { expected: [/status of 422/] });
    const source = newSource();
    await upload(page, fileOf(tableOf('Ärmel', 556)), { source, encoding: 'utf-8' });
    await page.getByText('The file cannot be read like this').waitFor();
    await isAccessible(page, 'A file in another encoding');
    assert.deepEqual(await made(ada.call('GET', '/imports/')), []);
    await page.locator('[name="source"]').fill('old system');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Write an address or a name such as').waitFor();
    await page.locator('[name="source"]').fill(source);
    await page.getByLabel('Letters are written in').selectOption('windows-1252');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('heading', { name: 'Import: Patients' }).waitFor();
    const [{ id, state }] = await made(ada.call('GET', '/imports/'));
    assert.equal(state, 'ready');

    await page.getByLabel('Another file').setInputFiles(fileOf('Nr;Name;Rufname\r\n7;Ärmel;Öz'));
    await columnOf(page, 'Rufname').waitFor();
    await page.getByRole('cell', { name: 'Öz' }).waitFor();
    await made(ada.call('DELETE', `/imports/${id}`));
  });

  test('waits for another one that is under way, which can be stopped', async (t) => {
    const ada = await admin();
    const rows = Array.from({ length: 20_000 }, (_, n) => `${n};Stop${n};Jo;m;01.02.1990;;`);
    const [long, other] = [await prepared(ada, [HEAD, ...rows].join('\n')), await prepared(ada, tableOf('Wart', 557))];
    const settings = { mapping: { Nr: 'external_id', Nachname: 'last_name', Vorname: 'first_name' } };
    await made(ada.call('PATCH', `/imports/${long}`, { json: settings }));
    await made(ada.call('POST', `/imports/${long}/run`, { json: { dry_run: true } }));
    const page = await openAs(suite, t, ada, `#/admin/imports/${other}`, { expected: [/status of 409/] });
    await page.getByRole('button', { name: 'Check all rows' }).click();
    await page.getByRole('alert').getByText('Another import is under way.').waitFor();
    await isAccessible(page, 'Another import is under way');
    assert.equal(await columnOf(page, 'Vorname').inputValue(), 'first_name');

    await page.locator('.up').click();
    await page.getByRole('row').filter({ hasText: 'Being checked' }).getByRole('link').click();
    await page.getByRole('progressbar').waitFor();
    await page.waitForFunction(() => document.querySelector('progress')?.value > 0);
    await isAccessible(page, 'An import that is under way');
    await page.getByRole('button', { name: 'Stop …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click();
    await page.locator('.badge').getByText('To be checked').waitFor();
    assert.equal(await ended(ada, long), 'ready');
    await page.getByRole('button', { name: /^Check/ }).waitFor();
    await isAccessible(page, 'A check that was stopped');
    await made(ada.call('DELETE', `/imports/${other}`));
  });

  test('is nobody’s but an admin’s', async (t) => {
    const page = await openAs(suite, t, await suite.signUp(), '#/admin/imports');
    await page.getByRole('alert').getByText('Your account may not do this.').waitFor();
  });

  for (const [n, [view, options]] of Object.entries(VIEWS).entries()) {
    test(`is read ${view}`, async (t) => {
      const ada = await admin();
      const id = await prepared(ada, tableOf(`Blick${'abcdef'[n]}`, 560 + n));
      const page = await openAs(suite, t, ada, '#/admin/imports', options);
      await page.locator('tbody tr').first().waitFor();
      await isAccessible(page, 'Imports');
      await page.goto('/portal/#/admin/imports/new');
      await page.locator('[type="file"]').waitFor();
      await isAccessible(page, 'A new import');
      await page.goto(`/portal/#/admin/imports/${id}`);
      await page.locator('main [type="submit"]').click();
      await page.locator('.records tbody tr').nth(1).waitFor();
      await isAccessible(page, 'What a check has found');
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/imports-${n}.png`, fullPage: true });
    });
  }
});
