// Billing in the portal: who owes what, how a bill ends, what is given back, and what is printed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { counterOf, counterSuite, HOSPITAL_NAME, hospitalDay, PAYER, rowsOf, TAX_ID } from './lib/counter.mjs';
import { addDays } from './lib/files.mjs';
import { isAccessible, MONDAY, openAs, VIEWS } from './lib/portal.mjs';
import { PHONE } from './lib/suite.mjs';

const suite = counterSuite();
const counter = () => counterOf(suite);
const ARABIC = { locale: 'ar-EG', viewport: PHONE };

const buttonOf = (page) => (name) => page.getByRole('button', { name, exact: true });

describe('The list of invoices', () => {
  test('is narrowed by what is owed, status, days and words, of which only the words are in no address', async (t) => {
    const { nina, patient, bill, pay, send } = await counter();
    const day = hospitalDay();
    const item = (name) => ({ items: [{ name, unit_price: 30 }] });
    const late = await bill({
      status: 'ISSUED',
      issue_date: '2026-01-02',
      due_date: '2026-02-01',
      ...item('Crutches'),
    });
    const open = await bill({ status: 'ISSUED', payer: PAYER });
    await pay(open.id, 5);
    const paid = await bill({ status: 'ISSUED' });
    await pay(paid.id, 20);
    const draft = await bill();
    // Among those of other tests.
    const ours = patient.last_name;
    const page = await openAs(suite, t, nina);
    await page.getByRole('link', { name: 'Invoices' }).click();
    const table = page.getByRole('table', { name: 'Invoices' });
    const show = page.getByLabel('Show');
    const search = page.getByLabel('Search');
    const numbers = async () => (await rowsOf(table)).map(([number]) => number);
    const shows = async (...expected) => {
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('.records tbody tr td:first-child')].map((cell) => cell.textContent).join() ===
          wanted,
        expected.map(({ reg_number }) => reg_number).join(),
      );
    };
    await search.fill(ours);
    await shows(draft, paid, open, late);
    assert.doesNotMatch(page.url(), new RegExp(ours), 'no name is in an address');
    await show.selectOption('Unpaid');
    await shows(open, late);
    assert.match(page.url(), /#\/invoices\?show=unpaid$/);
    assert.deepEqual((await rowsOf(table)).at(0).slice(1, 2), [`Åsa ${ours}Bill to: Ocean Mutual`]);
    assert.deepEqual((await rowsOf(table)).at(-1), ['Together', '', '', '', '', 'US$50.00', 'US$45.00']);
    await isAccessible(page, 'Unpaid invoices');
    await show.selectOption('Overdue');
    await shows(late);
    await show.selectOption('Draft');
    await shows(draft);
    assert.deepEqual((await rowsOf(table))[0].slice(-2), ['US$20.00', '–'], 'nobody is asked for the money of a draft');
    await show.selectOption('All');
    await page.getByLabel('Issued to').fill(addDays(day, -1));
    await shows(late);
    await page.getByLabel('Issued to').fill('');
    await search.fill(`crutches ${ours}`);
    await shows(late);

    await page.getByRole('link', { name: late.reg_number }).click();
    await page.getByRole('heading', { name: `Invoice ${late.reg_number}` }).waitFor();
    await page.goBack();
    await shows(late);
    assert.equal(await search.inputValue(), `crutches ${ours}`, 'going back leads to the same search');
    await page.goto(`/portal/#/invoices?show=PAID&from=${day}&to=${day}`);
    await table.getByText(paid.reg_number).waitFor();
    assert.ok((await numbers()).length > 0);

    // More than a page has.
    for (let i = 0; i < 17; i++) await bill({ status: 'ISSUED' });
    await send('POST', `/invoice/${late.id}/credit-note`, { amount: 1, reason: 'Late' });
    await page.goto(`/portal/#/patients/${patient.id}`);
    const theirs = page.getByRole('table', { name: 'Invoices' });
    await theirs.waitFor();
    assert.equal((await rowsOf(theirs)).length, 20);
    await page.getByRole('button', { name: 'Next page' }).click();
    await theirs.getByText(late.reg_number).waitFor();
    assert.equal((await rowsOf(theirs)).length, 1);
    await page.getByText('21–21', { exact: true }).waitFor();
  });

  test('is in order on a phone, from right to left', async (t) => {
    const { nina, patient, bill, pay } = await counter();
    const { id, reg_number } = await bill({ status: 'ISSUED' });
    await pay(id, 5);
    const page = await openAs(suite, t, nina, '#/invoices?show=unpaid', ARABIC);
    const row = page.getByRole('row').filter({ hasText: reg_number });
    await row.waitFor();
    const places = await row.evaluate((tr) =>
      [...tr.cells]
        .map((cell) => ({ cell, box: cell.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0)
        .map(({ cell, box }) => ({ text: cell.textContent, line: Math.round(box.bottom / 12), right: box.right })),
    );
    assert.equal(places[0].text, reg_number);
    assert.match(places[1].text, new RegExp(patient.last_name));
    for (const [i, place] of places.slice(1).entries()) {
      const before = places[i];
      assert.ok(place.line > before.line || place.right < before.right, `${place.text} comes after ${before.text}`);
    }
    for (const { text } of places.slice(-2)) assert.match(text, /^\u2067[^\u2069]*\u2068US\$\u2069[^\u2069]*\u2069$/);
    await isAccessible(page, 'Unpaid invoices on a phone');
    // Anywhere in the row.
    await row.click();
    await page.getByRole('heading', { name: reg_number }).waitFor();
  });
});

test('What nobody will pay is written off, and what is paid after all still recorded', async (t) => {
  const { nina, bill, pay, read } = await counter();
  const { id } = await bill({ status: 'ISSUED' });
  await pay(id, 5);
  const page = await openAs(suite, t, nina, `#/invoices/${id}`);
  const button = buttonOf(page);
  await button('Write off …').click();
  await page.getByRole('dialog').getByText('Nobody is asked for the remaining US$15.00 any more').waitFor();
  await isAccessible(page, 'Writing off');
  await button('Write off US$15.00').click();
  await page.getByText('The invoice is written off.').waitFor();
  assert.equal((await read(id)).status, 'WRITTEN_OFF');
  await button('Write off …').waitFor({ state: 'detached' });
  await button('Record a payment').waitFor();
  assert.equal(await button('Void …').count(), 0);
});

test('More than remains is asked about, also by a double click', async (t) => {
  const { nina, bill, read } = await counter();
  const { id } = await bill({ status: 'ISSUED' });
  const page = await openAs(suite, t, nina, `#/invoices/${id}`);
  const button = buttonOf(page);
  const amount = page.getByLabel('Amount', { exact: true });
  await button('Record a payment').click();
  await amount.fill('200');
  await button('Record US$200.00').dblclick();
  const question = page.getByRole('alert');
  const asked = 'US$200.00 is more than the US$20.00 that remain. The patient would have a credit of US$180.00.';
  // The second click has answered the question by "Change the amount", or nothing.
  if (await question.getByText(asked).isVisible()) await button('Change the amount').click();
  assert.equal(await amount.evaluate((field) => field === document.activeElement), true);
  assert.deepEqual((await read(id)).payments, [], 'nothing is sent before it is answered');
  await page.keyboard.press('Escape');
  await button('Record a payment').click();
  assert.equal(await amount.inputValue(), '200.00', 'what was typed is kept');
  await amount.fill('25');
  await button('Record US$25.00').click();
  await question.getByText('US$25.00 is more than the US$20.00 that remain.').waitFor();
  await isAccessible(page, 'An overpayment that is asked about');
  await button('Record US$25.00 all the same').click();
  await page.getByText('Recorded: US$25.00.').waitFor();

  await button('Refund').click();
  assert.equal(await amount.inputValue(), '5.00', 'what was paid too much');
  await page.getByText('US$5.00 was paid too much.').waitFor();
  await amount.fill('9');
  await page.getByText('After this, US$4.00 is due.').waitFor();
  await amount.fill('5');
  await isAccessible(page, 'A refund that is typed');
  await button('Refund US$5.00').click();
  const reason = page.getByLabel('Reason');
  assert.equal(await reason.evaluate((field) => field.validity.valueMissing), true);
  await reason.fill('Paid too much');
  await button('Refund US$5.00').click();
  await page.getByRole('cell', { name: 'Paid too much' }).waitFor();
  const { payments, status } = await read(id);
  assert.deepEqual([status, payments.at(-1).amount, payments.at(-1).note], ['PAID', -5, 'Paid too much']);
});

describe('On paper', () => {
  test('a bill and a receipt are of the hospital, for an address, on one page each', async (t) => {
    const { nina, patient, bill, pay, send } = await counter();
    const addresses = [{ address_type: 'home', street: '1 Hill Road', postal_code: '12345', city: 'Anytown' }];
    await send('PATCH', `/patient/${patient.id}`, { addresses });
    const items = Array.from({ length: 12 }, (_, i) => ({ name: `Service ${i}`, unit_price: 10, tax_percent: 19 }));
    const { id, reg_number } = await bill({ status: 'ISSUED', items, payer: PAYER });
    const { receipt_number } = await pay(id, 20, { reference: 'T-1' });
    const page = await openAs(suite, t, nina, `#/invoices/${id}`);
    const sheet = page.locator('.sheet');
    await sheet.getByText('1 Hill Road').waitFor();
    assert.deepEqual(await page.locator('.letterhead > *').allTextContents(), [
      HOSPITAL_NAME,
      '7 Quay Street',
      'Port Town',
      `Tax number ${TAX_ID}`,
    ]);
    assert.match(await sheet.locator('address').textContent(), /Ocean Mutual.*Svensson.*1 Hill Road12345 Anytown$/);
    const pagesOf = (pdf) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g).length;
    assert.equal(pagesOf(await page.pdf({ format: 'A4' })), 1);
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(await page.getByRole('button').all(), [], 'no buttons on paper');
    await page.emulateMedia({ media: null });

    await page.getByRole('link', { name: receipt_number }).click();
    await page.getByRole('heading', { name: `Receipt ${receipt_number}` }).waitFor();
    await sheet.getByText('1 Hill Road').waitFor();
    // 142.80 in all, 20.00 of it received.
    for (const text of ['US$20.00', 'Cash', 'T-1', reg_number, 'US$142.80', 'US$122.80', 'Nina Nurse', HOSPITAL_NAME])
      assert.ok((await sheet.textContent()).includes(text), text);
    assert.equal(pagesOf(await page.pdf({ format: 'A4' })), 1);
    assert.match(await sheet.textContent(), /Total of the invoiceUS\$142\.80Remaining on \d+ \w+ \d{4}US\$122\.80/);
    await page.evaluate(() => {
      globalThis.print = () => document.body.classList.add('printed');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('.printed').waitFor();
  });

  for (const [view, options] of Object.entries(VIEWS)) {
    test(`and on the screen a receipt has no violation of accessibility ${view}`, async (t) => {
      const { nina, bill, pay } = await counter();
      const { id } = await bill({ status: 'ISSUED' });
      const { id: payment } = await pay(id, 20, { note: 'Reasons'.repeat(100) });
      const page = await openAs(suite, t, nina, `#/invoices/${id}/payments/${payment}`, options);
      await page.locator('.sheet').waitFor();
      await isAccessible(page, 'A receipt');
      await page.goto('/portal/#/invoices');
      await page.locator('table').waitFor();
      await isAccessible(page, 'The list of invoices');
    });
  }
});

test('A visit is invoiced from the calendar, and shows its invoices', async (t) => {
  const { nina, book, doctors, patient, send, read } = await counter();
  await send('PATCH', `/doctor/${doctors[0].id}`, { consultation_fee: 80 });
  await send('POST', '/catalog/', { code: `ECG-${patient.last_name}`, name: 'Cardiogram', default_price: 30 });
  const { id } = await book(`${MONDAY}T09:00:00`);
  const page = await openAs(suite, t, nina, `#/patients/${patient.id}`);
  const open = () => page.locator('button.entry').first().click();
  const service = page.getByLabel('Service');
  const lines = () => service.evaluateAll((fields) => fields.map(({ value }) => value));
  const choose = async () => {
    await page.getByRole('combobox', { name: 'Add from the catalog' }).fill(`ECG-${patient.last_name}`);
    await page.getByRole('option', { name: 'Cardiogram' }).click();
  };
  const consultation = page.getByText('An item of the price list takes its place.');
  const create = `#/invoices/new?patient=${patient.id}&appointment=${id}`;
  await page.goto(`/portal/${create}`);
  await consultation.waitFor();
  await page.goto('/portal/#/patients');
  await page.getByLabel('Search').waitFor();
  assert.equal(await page.getByText('Not saved').count(), 0, 'nobody has typed it');
  await page.goto(`/portal/${create}`);
  await consultation.waitFor();
  await choose();
  await consultation.waitFor({ state: 'detached' });
  assert.deepEqual(await lines(), ['Cardiogram'], 'an item of the price list takes its place');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.goto(`/portal/${create}`);
  await consultation.waitFor();
  await service.fill('Long consultation');
  await choose();
  await page.getByText('US$110.00').first().waitFor();
  assert.deepEqual(await lines(), ['Long consultation', 'Cardiogram'], 'what somebody has changed stays');
  await page.getByRole('link', { name: 'Cancel' }).click();

  await open();
  await page.getByRole('link', { name: 'Invoice this visit' }).click();
  await page.getByText(/7 Jan 2030.* · .*Erik Lind/).waitFor();
  await page.getByRole('button', { name: 'Save as a draft' }).click();
  await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor();
  const invoice = await read(/invoices\/([^/]+)$/.exec(page.url())[1]);
  assert.equal(invoice.appointment_id, id);
  assert.deepEqual(
    invoice.items.map(({ name, quantity, unit_price, catalog_id }) => ({ name, quantity, unit_price, catalog_id })),
    [{ name: 'Consultation, Erik Lind', quantity: 1, unit_price: 80, catalog_id: null }],
  );
  await page.goto(`/portal/#/patients/${patient.id}`);
  await open();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: invoice.reg_number }).waitFor();
  await isAccessible(page, 'An appointment with an invoice');
  await dialog.getByRole('link', { name: 'Another invoice for this visit' }).click();
  await page.getByRole('region', { name: 'Invoices of this visit' }).getByText('US$80.00').waitFor();
  await page.getByRole('button', { name: 'Save as a draft' }).waitFor();
  assert.equal(await service.count(), 0, 'the consultation is paid for once');
  // Unless that was a mistake.
  await send('PUT', `/invoice/${invoice.id}`, { patient_id: patient.id, status: 'VOID' });
  await page.reload();
  await consultation.waitFor();

  // Who begins with the money finds the patient first.
  await page.goto('/portal/#/invoices/new');
  await page.getByRole('combobox', { name: 'Patient' }).fill(patient.last_name);
  await page.getByRole('option', { name: patient.last_name }).click();
  await page.getByRole('button', { name: 'Save as a draft' }).waitFor();
  assert.match(page.url(), new RegExp(`patient=${patient.id}$`));
  assert.equal((await send('GET', `/invoice/?appointment_id=${id}`)).total, 1);
});

test('The cash report is narrowed by method, account, kind and reference', async (t) => {
  const { nina, bill, pay } = await counter();
  const other = await suite.signUp();
  const { id } = await bill({ status: 'ISSUED' });
  await pay(id, 12, { method: 'card', reference: 'T-77' });
  await pay(id, -2, { method: 'card' });
  await other.call('POST', `/invoice/${id}/payments`, { json: { amount: 7, method: 'cheque' } });
  const page = await openAs(suite, t, nina, '#/cash');
  const payments = page.getByRole('table', { name: 'Payments' });
  const column = async (n) => [...new Set((await rowsOf(payments)).map((cells) => cells[n]))];
  await payments.waitFor();
  await page.getByLabel('Method').selectOption('cheque');
  const balances = page.getByRole('table', { name: 'Balances' });
  // Both are hidden until both are there.
  await balances.getByText('cheque').waitFor();
  await payments.getByText('Card').first().waitFor({ state: 'detached' });
  assert.deepEqual(await column(4), ['cheque']);
  assert.deepEqual((await rowsOf(balances)).at(-1), ['All methods', 'US$0.00', 'US$7.00', 'US$0.00', 'US$7.00']);
  await page.getByLabel('Method').selectOption('Card');
  await payments.getByText('US$12.00').waitFor();
  await page.getByLabel('Kind').selectOption('Refund');
  await payments.getByText('US$12.00').waitFor({ state: 'detached' });
  assert.ok((await column(7)).every((amount) => amount.startsWith('-')));
  await page.getByLabel('Kind').selectOption('All');
  await page.getByLabel('Reference').fill('T-77');
  await payments.getByText('-US$2.00').waitFor({ state: 'detached' });
  assert.deepEqual(await column(5), ['T-77']);
  assert.doesNotMatch(page.url(), /T-77/);
  await page.getByLabel('Recorded by').selectOption({ index: 1 });
  await balances.getByText('Opening').waitFor({ state: 'detached' });
  await isAccessible(page, 'A narrowed cash report');
});
