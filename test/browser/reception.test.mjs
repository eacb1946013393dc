// A receptionist and the papers of a patient, from registering to the printed bill: what she does is what the service then holds.
// axe-core looks at every page on the way. The calendar's part of her day is in morning.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDF, PNG } from './lib/files.mjs';
import { isAccessible, made, openAs, signOut } from './lib/portal.mjs';
import { browserSuite } from './lib/suite.mjs';

const suite = browserSuite();

/** A part of the day. What goes wrong ends it, since each part needs those before it. */
async function step(what, work) {
  try {
    await work();
  } catch (error) {
    throw new Error(`${what}: ${error.message}`, { cause: error });
  }
}

test('A receptionist gets through the papers of a patient', async (t) => {
  const nina = await suite.signUp();
  const read = (path) => made(nina.call('GET', path));
  await made(nina.call('POST', '/catalog/', { json: { code: 'CONS', name: 'Consultation', default_price: 45.5 } }));
  const page = await openAs(suite, t, nina);
  const button = (name) => page.getByRole('button', { name, exact: true });
  const link = (name) => page.getByRole('link', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const heading = (name) => page.getByRole('heading', { name });

  await step('She registers a patient', async () => {
    await link('Patients').click();
    await link('Register a patient').click();
    await page.getByLabel('First name').fill('Olu');
    await page.getByLabel('Last name').fill('Adeyemi');
    await page.getByLabel('Date of birth').fill('1984-02-29');
    await page.getByLabel('Gender').selectOption('Male');
    await page.getByLabel('Phone', { exact: true }).fill('+46 70 123 45 67');
    await isAccessible(page, 'Registering a patient');
    await button('Register').click();
    await heading('Olu Adeyemi').waitFor();
    await page.getByText('Olu Adeyemi is registered.').waitFor();
    await isAccessible(page, 'A patient');
  });
  const [patient] = await read('/patient/?search=adeyemi');
  assert.equal(patient.dob, '1984-02-29');

  await step('She uploads two files at once, looks at them, and deletes one', async () => {
    await page.goto(`/portal/#/patients/${patient.id}`);
    await page.getByLabel('Upload files').setInputFiles([
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: PDF },
      { name: 'x-ray.png', mimeType: 'image/png', buffer: PNG },
    ]);
    await button('Preview x-ray.png').click();
    const picture = dialog.getByRole('img', { name: 'x-ray.png' });
    await picture.waitFor();
    await page.waitForFunction((image) => image.naturalWidth > 0, await picture.elementHandle());
    await isAccessible(page, 'The preview of a picture');
    await page.keyboard.press('Escape');
    await button('Preview letter.pdf').click();
    const frame = await (await dialog.locator('iframe').elementHandle()).contentFrame();
    assert.match(frame.url(), /^blob:/);
    await page.keyboard.press('Escape');
    await button('Preview letter.pdf').and(page.locator(':focus')).waitFor();
    const download = page.waitForEvent('download');
    await link('Download letter.pdf').click();
    assert.equal((await download).suggestedFilename(), 'letter.pdf');
    await button('Delete x-ray.png').click();
    await isAccessible(page, 'Deleting a file');
    await button('Delete').click();
    await page.getByText('x-ray.png is deleted.').waitFor();
    assert.deepEqual(
      (await read(`/static/?entity_id=${patient.id}`)).map(({ filename }) => filename),
      ['letter.pdf'],
    );
  });

  await step('She finds the patient by the phone, and makes an invoice', async () => {
    await link('Patients').click();
    await page.getByLabel('Search').fill('0701234567');
    await page.getByText('1 patient on this page').waitFor();
    await isAccessible(page, 'Patients');
    await link('Olu Adeyemi').click();
    await link('New invoice').click();
    await page.getByRole('combobox', { name: 'Add from the catalog' }).fill('cons');
    await page.getByRole('option', { name: /Consultation/ }).click();
    await page.getByLabel('Quantity').fill('2');
    await button('Add a discount').click();
    await page.getByLabel('Discount (%)', { exact: true }).fill('10');
    await page.getByText('US$81.90').first().waitFor();
    await isAccessible(page, 'An invoice that is typed');
    await button('Save as a draft').click();
    await heading(/^Invoice INV-/).waitFor();
    await isAccessible(page, 'A draft');
  });

  await step('She issues it, takes a payment, and prints it', async () => {
    await button('Issue').click();
    await page.getByText('The invoice is issued.').waitFor();
    await button('Record a payment').click();
    await page.getByLabel('Amount', { exact: true }).fill('50');
    await page.getByLabel('Method').selectOption('Card');
    await page.getByLabel('Reference').fill('till 3');
    await isAccessible(page, 'Taking a payment');
    await button('Record US$50.00').click();
    await page.getByRole('row', { name: /Card till 3 US\$50\.00/ }).waitFor();
    const { data } = await read(`/invoice/?patient_id=${patient.id}`);
    const [{ status, total_amount, paid_amount }] = data;
    assert.deepEqual(
      { status, total_amount, paid_amount },
      { status: 'PARTIALY_PAID', total_amount: 81.9, paid_amount: 50 },
    );
    await isAccessible(page, 'An invoice');

    await page.evaluate(() => {
      globalThis.print = () => {
        document.title = 'printed';
      };
    });
    await button('Print').click();
    assert.equal(await page.title(), 'printed');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.sheet address').isVisible(), true);
    for (const hidden of ['.top', '.no-print', '.toast'])
      assert.equal(await page.locator(hidden).first().isVisible(), false);
    const paper = await page.pdf({ format: 'A4' });
    assert.equal(paper.toString('latin1').match(/\/Type\s*\/Page\b/g).length, 1, 'one page');
    await page.emulateMedia({ media: null });
  });

  await step('She signs out', async () => {
    await signOut(page);
    await heading('Sign in').waitFor();
    await isAccessible(page, 'Signing in');
  });
});
