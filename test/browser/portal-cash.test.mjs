// The counter in the portal: taxes, payers, credit notes, deposits and the cash report.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { counterOf, counterSuite, factsOf, hospitalDay, PAYER, rowsOf, TAX_ID } from './lib/counter.mjs';
import { addDays, printed, savedBy } from './lib/files.mjs';
import { isAccessible, openAs, VIEWS } from './lib/portal.mjs';

const suite = counterSuite();
const counter = () => counterOf(suite);

test('The cash report is that of the hospital’s day, page by page, and saved as tables', async (t) => {
  const { nina, bill, pay } = await counter();
  const { id } = await bill({ status: 'ISSUED', payer: PAYER });
  await pay(id, 20);
  await pay(id, -5.5);
  await pay(id, 3, { method: 'insurance', payer: PAYER, reference: '=1+1' });
  const page = await openAs(suite, t, nina, '', { expected: [/status of 422/] });
  await page.route('**/payment/?*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, 'limit=2'),
    }),
  );
  await page.getByRole('link', { name: 'Cash report' }).click();
  const balances = page.getByRole('table', { name: 'Balances' });
  const payments = page.getByRole('table', { name: 'Payments' });
  const day = hospitalDay();
  await payments.waitFor();
  assert.deepEqual(
    [await page.getByLabel('From').inputValue(), await page.getByLabel('To').inputValue()],
    [printed(day), printed(day)],
  );
  assert.deepEqual(await rowsOf(balances), [
    ['Cash', 'US$0.00', 'US$20.00', 'US$5.50', 'US$14.50'],
    ['Insurance', 'US$0.00', 'US$3.00', 'US$0.00', 'US$3.00'],
    ['All methods', 'US$0.00', 'US$23.00', 'US$5.50', 'US$17.50'],
  ]);
  assert.deepEqual(await rowsOf(page.getByRole('table', { name: 'By day, method and account' })), [
    ['Cash', 'Nina Nurse', '2', 'US$20.00', 'US$5.50', 'US$14.50'],
    ['Insurance', 'Nina Nurse', '1', 'US$3.00', 'US$0.00', 'US$3.00'],
  ]);
  const column = async (n) => (await rowsOf(payments)).map((cells) => cells[n]);
  assert.deepEqual(await column(1), ['RCP-00000001', 'RCP-00000002']);

  const report = await savedBy(page, page.getByRole('button', { name: 'Download CSV: Cash report' }));
  assert.equal(report.name, `cash-report-${day}.csv`);
  assert.match(report.text, new RegExp(`^\\uFEFFrow,date,.*\\r\\n[^]*closing,${day},cash,,,,,,14.5\\r\\n`));
  const table = await savedBy(page, page.getByRole('button', { name: 'Download CSV: Payments' }));
  assert.equal(table.name, `payments-${day}.csv`);
  assert.deepEqual(
    table.text.split('\r\n').map((line) => line.split(',')[0]),
    ['\uFEFFreceipt_number', 'RCP-00000001', 'RCP-00000002', 'RCP-00000003', ''],
    'all pages, with one head',
  );
  assert.match(table.text, /,'=1\+1,/, 'no formula');

  await page.getByRole('button', { name: 'Next page' }).click();
  await payments.getByText('RCP-00000003').waitFor();
  assert.match((await column(3))[0], /Paid by: Ocean Mutual$/);
  await page.getByRole('button', { name: 'First page' }).click();
  await payments.getByText('RCP-00000001').waitFor();

  const tomorrow = addDays(day, 1);
  await page.getByLabel('From').fill(tomorrow);
  await balances.getByRole('row', { name: 'All methods US$17.50 US$0.00 US$0.00 US$17.50' }).waitFor();
  await payments.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('To').inputValue(), printed(tomorrow), 'the period does not end before it begins');
  await page.getByLabel('From').fill(addDays(day, -1));
  await payments.waitFor();
  assert.equal((await rowsOf(page.getByRole('table', { name: 'By day' })))[0].length, 7, 'each sum says of which day');
  await page.getByLabel('From').fill(addDays(day, -500));
  await page.getByText('This has to be later than the beginning, and not too long after it.').first().waitFor();
});

test('Payments are of the day that the service calls today, whatever day this computer has', async (t) => {
  const { nina, bill, pay } = await counter();
  const { id } = await bill({ status: 'ISSUED' });
  await pay(id, 20);
  const page = await openAs(suite, t, nina, '#/account');
  // As a computer whose clock is a day behind sees it.
  const tomorrow = addDays(hospitalDay(), 1);
  await page.route('**/payment/summary', (route) =>
    route.continue({ url: `${route.request().url()}?from=${tomorrow}&to=${tomorrow}` }),
  );
  const asked = page.waitForRequest((request) => request.url().includes(`/payment/?from=${tomorrow}&to=${tomorrow}`));
  await page.getByRole('link', { name: 'Cash report' }).click();
  await asked;
  await page.getByText('No payments in this period.').last().waitFor();
  assert.equal(await page.getByRole('table', { name: 'Payments' }).count(), 0);
});

test('Tables are for the spreadsheets of whoever reads the page', async (t) => {
  const { nina, bill, pay } = await counter();
  const { id } = await bill({ status: 'ISSUED' });
  await pay(id, 20);
  await pay(id, -5.5);
  const page = await openAs(suite, t, nina, '#/cash', { locale: 'de-DE' });
  const { text } = await savedBy(page, page.getByRole('button', { name: 'Als CSV herunterladen: Zahlungen' }));
  assert.match(text, /^\uFEFFreceipt_number;date;.*;refund;cash;-5,5;/s);
  const report = await savedBy(page, page.getByRole('button', { name: 'Als CSV herunterladen: Kassenbericht' }));
  assert.match(report.text, /^\uFEFFrow;date;/);
});

test('A page whose code did not come is asked for again', async (t) => {
  const { nina } = await counter();
  const page = await openAs(suite, t, nina, '', { expected: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/] });
  const network = { isDown: true };
  await page.route('**/assets/counter-*.js', (route) => (network.isDown ? route.abort() : route.fallback()));
  await page.getByRole('link', { name: 'Cash report' }).click();
  const said = page.getByRole('alert').getByText('The service cannot be reached. Check the connection and try again.');
  await said.waitFor();
  const again = page.getByRole('button', { name: 'Try again' });
  await page.context().setOffline(true);
  await page.evaluate(() => document.body.classList.add('still-there'));
  // A browser may ask the network again, or remember what did not come.
  await again.click();
  await said.waitFor();
  assert.equal(await page.locator('body.still-there').count(), 1, 'without a network no page is left');
  await page.context().setOffline(false);
  network.isDown = false;
  await again.click();
  await page.getByRole('heading', { name: 'Cash report' }).waitFor();
  await page.getByRole('heading', { name: 'Balances' }).waitFor();
});

test('A taxed invoice shows the totals of the service, and whom it goes to', async (t) => {
  const { nina, patient, send, read } = await counter();
  const item = { code: 'CREAM', name: 'Skin cream', default_price: 24.99, tax_percent: 8.875 };
  await send('POST', '/catalog/', item);
  const page = await openAs(suite, t, nina, `#/invoices/new?patient=${patient.id}`);
  const button = (name) => page.getByRole('button', { name, exact: true });
  const tax = page.getByLabel('Tax (%)', { exact: true });
  const sums = page.locator('.sums');
  const save = async () => {
    const shown = await factsOf(sums);
    await button('Save as a draft').click();
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor();
    return { shown, stored: await read(/invoices\/([^/]+)$/.exec(page.url())[1]) };
  };

  await button('Add another line').click();
  await page.getByLabel('Service').fill('Office visit');
  await page.getByLabel('Price').fill('150');
  assert.equal(await tax.count(), 0, 'who uses no tax sees none');
  await page.getByRole('combobox', { name: 'Add from the catalog' }).fill('skin');
  await page.getByRole('option', { name: /Skin cream/ }).click();
  assert.equal(await tax.nth(1).inputValue(), '8.875');
  await button('Add a discount').click();
  await page.getByLabel('Discount on the whole invoice (%)').fill('10');
  await button('Somebody else …').click();
  await page.getByLabel('Name of the payer').fill(PAYER.name);
  await page.getByLabel('Member number').fill(PAYER.member_number);
  await isAccessible(page, 'A taxed invoice that is typed');
  const first = await save();
  assert.deepEqual(first.shown, {
    Subtotal: 'US$174.99',
    '8.875% tax on US$22.49': 'US$2.00',
    Total: 'US$159.49',
  });
  assert.deepEqual(await factsOf(sums), {
    Subtotal: 'US$174.99',
    'Discount of 10%': '-US$17.50',
    '8.875% tax on US$22.49': 'US$2.00',
    Total: 'US$159.49',
  });
  const { taxes, total_amount, tax_included, payer, items } = first.stored;
  assert.deepEqual(taxes, [{ tax_percent: 8.875, net_amount: 22.49, tax_amount: 2 }]);
  assert.deepEqual({ total_amount, tax_included, payer }, { total_amount: 159.49, tax_included: false, payer: PAYER });
  assert.equal(items[0].tax_percent, undefined, 'a line without a tax is in no rate');
  await page.getByText(`Tax number ${TAX_ID}`).waitFor();
  assert.match(
    await page.locator('.sheet address').textContent(),
    /^Bill toOcean Mutual \(Insurance\)Member number OM-4711/,
  );
  await isAccessible(page, 'A taxed invoice');

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Prices include the tax').check();
  await button('Bill the patient').click();
  const second = await save();
  assert.deepEqual(second.shown, {
    Subtotal: 'US$174.99',
    Total: 'US$157.49',
    'Includes 8.875% tax on US$20.66': 'US$1.83',
  });
  assert.equal(second.stored.total_amount, 157.49);
  assert.equal(second.stored.tax_amount, 1.83);
  assert.equal(second.stored.payer, undefined);

  await page.getByRole('link', { name: 'Edit' }).click();
  await tax.nth(1).fill('');
  const third = await save();
  assert.equal(third.shown['Includes 0% tax on US$22.49'], 'US$0.00');
  assert.equal(third.stored.items[1].tax_percent, 0, 'left out it would be that of the catalog again');
});

test('A credit note lowers what is due, once, also if its answer is lost', async (t) => {
  const { nina, bill, pay, read } = await counter();
  const { id } = await bill({ status: 'ISSUED' });
  await pay(id, 20);
  const page = await openAs(suite, t, nina, `#/invoices/${id}`, { expected: [/ERR_FAILED/] });
  const network = { answers: false };
  await page.route('**/credit-note', async (route) => {
    const answer = await route.fetch();
    return network.answers ? route.fulfill({ response: answer }) : route.abort();
  });
  const button = (name) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await button('Credit note …').click();
  const amount = dialog.getByLabel('Amount');
  assert.equal(await amount.inputValue(), '20.00', 'all of it');
  await amount.fill('5.5');
  await dialog.getByLabel('Reason').fill('The bandage was not used');
  await isAccessible(page, 'A credit note that is typed');
  await button('Credit US$5.50').click();
  await dialog.getByText('it is not known whether this was saved').waitFor();
  assert.equal(await amount.isDisabled(), true);
  await page.keyboard.press('Escape');
  network.answers = true;
  await button('Credit note …').click();
  await button('Find out').click();
  await page.getByText('CRN-00000001: US$5.50 credited.').waitFor();
  const notes = page.getByRole('table', { name: 'Credit notes' });
  await notes.waitFor();
  assert.deepEqual(
    (await rowsOf(notes)).map(([, ...cells]) => cells),
    [['CRN-00000001', 'The bandage was not used', '-US$5.50']],
  );
  assert.deepEqual(await factsOf(page.locator('.sums')), {
    Total: 'US$20.00',
    Credited: '-US$5.50',
    Paid: 'US$20.00',
    Credit: 'US$5.50',
  });
  assert.equal((await read(id)).credit_notes.length, 1);
});

test('Lines are credited at the prices of the invoice, and the credit note is opened and printed', async (t) => {
  const { nina, patient, bill, read } = await counter();
  const items = [
    { name: 'Bandage', quantity: 3, unit_price: 10, discount_amount: 3, tax_percent: 7 },
    { name: 'Certificate', unit_price: 40, tax_percent: 19 },
  ];
  const { id, reg_number } = await bill({ status: 'ISSUED', items, discount_percent: 10, payer: PAYER });
  const page = await openAs(suite, t, nina, `#/invoices/${id}`);
  const button = (name) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await button('Credit note …').click();
  await dialog.getByLabel('What is credited').selectOption('Lines of the invoice');
  await dialog.getByLabel('Reason').fill('One was not used');
  await button('Credit US$0.00').click();
  await dialog.getByText('Say of at least one line how many are credited.').waitFor();
  await dialog.getByLabel('Bandage').fill('1');
  await isAccessible(page, 'Lines that are credited');
  // 10 less 1, less 10 %, and the tax.
  await button('Credit US$8.67').click();
  await page.getByText(/^CRN-\d+: US\$8.67 credited\.$/).waitFor();
  const [note] = (await read(id)).credit_notes;

  await page.getByRole('link', { name: note.reg_number }).click();
  await page.getByRole('heading', { name: `Credit note ${note.reg_number}` }).waitFor();
  const sheet = page.locator('.sheet');
  for (const text of [reg_number, 'One was not used', 'Ocean Mutual', patient.last_name, TAX_ID])
    assert.ok((await sheet.textContent()).includes(text), text);
  assert.deepEqual((await rowsOf(page.getByRole('table', { name: 'Lines' })))[0], [
    'Bandage ',
    '1',
    'US$10.00',
    'US$1.00',
    '7%',
    'US$9.00',
  ]);
  assert.deepEqual(await factsOf(page.locator('.sums')), {
    Subtotal: 'US$9.00',
    'Discount of 10%': '-US$0.90',
    '7% tax on US$8.10': 'US$0.57',
    Credited: 'US$8.67',
  });
  await isAccessible(page, 'A credit note');
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await page.getByRole('button').all(), [], 'no buttons on paper');
  await page.emulateMedia({ media: null });
  await page.evaluate(() => {
    globalThis.print = () => document.body.classList.add('printed');
  });
  await button('Print').click();
  await page.locator('.printed').waitFor();
});

test('A bill of nothing is settled without a payment', async (t) => {
  const { nina, bill, read } = await counter();
  const { id } = await bill({ items: [{ name: 'Control', unit_price: 20, discount_percent: 100 }] });
  const page = await openAs(suite, t, nina, `#/invoices/${id}`);
  await page.getByRole('button', { name: 'Issue' }).click();
  await page.getByText('The invoice is issued.').waitFor();
  await page.getByRole('button', { name: 'Settle: nothing is due' }).click();
  await page.getByText('Nothing was due: the invoice is settled.').waitFor();
  const { status, payments } = await read(id);
  assert.deepEqual([status, payments], ['PAID', []]);
  await page.getByRole('button', { name: 'Settle: nothing is due' }).waitFor({ state: 'detached' });
});

test('From right to left the sign of a currency stays behind its letters', async (t) => {
  const { nina, bill } = await counter();
  const { id } = await bill({ status: 'ISSUED' });
  const page = await openAs(suite, t, nina, `#/invoices/${id}`, { locale: 'ar-EG' });
  const total = page.locator('.sums dd.total');
  await total.waitFor();
  const [letters, sign] = await total.evaluate((dd) =>
    ['US', '$'].map((part) => {
      const at = dd.textContent.indexOf(part);
      const range = document.createRange();
      range.setStart(dd.firstChild, at);
      range.setEnd(dd.firstChild, at + part.length);
      return range.getBoundingClientRect().left;
    }),
  );
  assert.ok(letters < sign, 'US$, not $US');
});

test('Money on a void invoice is refunded first; a draft takes a deposit, a written-off one a recovery', async (t) => {
  const { nina, patient, send, bill, pay, read } = await counter();
  const draft = await bill({ payer: PAYER });
  const page = await openAs(suite, t, nina, `#/invoices/${draft.id}`);
  const button = (name) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const sent = [];
  page.on('request', (request) => request.url().endsWith('/payments') && sent.push(request.postDataJSON()));
  await button('Record a payment').click();
  await dialog.getByLabel('Amount').fill('8');
  await dialog.getByLabel('Paid by').selectOption(PAYER.name);
  await isAccessible(page, 'A deposit that is typed');
  await button('Record US$8.00').click();
  await page.getByRole('cell', { name: /^RCP-/ }).waitFor();
  assert.deepEqual(
    sent,
    [{ amount: 8, method: 'cash', reference: null, payer: PAYER }],
    'the service says when it was',
  );
  await button('Issue').click();
  await page.getByText('Partly paid').waitFor();
  assert.equal((await read(draft.id)).status, 'PARTIALY_PAID');

  await button('Void …').click();
  await dialog.getByText('US$8.00 was paid on this invoice. Refund it first.').waitFor();
  await button('Refund US$8.00 …').click();
  await dialog.getByLabel('Reason').fill('Not needed');
  await button('Refund US$8.00').click();
  await page.getByRole('cell', { name: '-US$8.00' }).waitFor();
  await button('Void …').click();
  await dialog.getByRole('button', { name: 'Void the invoice' }).click();
  await page.getByText('The invoice is void.').waitFor();
  assert.equal((await read(draft.id)).status, 'VOID');
  await button('Void …').waitFor({ state: 'detached' });
  assert.deepEqual(await factsOf(page.locator('.sums')), { Total: 'US$20.00', Paid: 'US$0.00' }, 'nothing is due');
  assert.equal(await button('Record a payment').count(), 0);
  await page.goto(`/portal/#/patients/${patient.id}`);
  const invoices = page.getByRole('table', { name: 'Invoices' });
  await invoices.waitFor();
  assert.deepEqual((await rowsOf(invoices))[0].slice(-3), ['Void', 'US$20.00', '–'], 'nor among those of the patient');

  const lost = await bill({ status: 'ISSUED' });
  await pay(lost.id, 5);
  await send('PUT', `/invoice/${lost.id}`, { patient_id: patient.id, status: 'WRITTEN_OFF' });
  await page.goto(`/portal/#/invoices/${lost.id}`);
  await page.getByText('Written off').waitFor();
  await button('Record a payment').click();
  await button('Record US$15.00').click();
  await page.getByText('Recorded: US$15.00.').waitFor();
  const { status, remaining_amount } = await read(lost.id);
  assert.deepEqual({ status, remaining_amount }, { status: 'WRITTEN_OFF', remaining_amount: 0 });
});

describe('No page of the counter has a violation of accessibility or scrolls sideways', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(view, async (t) => {
      const { nina, bill, pay, send } = await counter();
      const items = [
        { name: 'Bandage', unit_price: 10, tax_percent: 7 },
        { name: 'Certificate', unit_price: 1_000_000, tax_percent: 19 },
      ];
      const { id } = await bill({ status: 'ISSUED', items, payer: { ...PAYER, name: 'Mutual'.repeat(33) } });
      await pay(id, 500_000, { payer: { ...PAYER, name: 'Mutual'.repeat(33) }, reference: 'R'.repeat(200) });
      const note = await send('POST', `/invoice/${id}/credit-note`, { amount: 7, reason: 'Reasons'.repeat(100) });
      const draft = await bill({ items, payer: PAYER });
      const page = await openAs(suite, t, nina, '#/cash', options);
      await page.locator('table').last().waitFor();
      await isAccessible(page, 'The cash report');
      await page.goto(`/portal/#/cash?from=${addDays(hospitalDay(), -3)}`);
      await page.locator('table').last().waitFor();
      await isAccessible(page, 'The cash report of several days');
      await page.goto(`/portal/#/invoices/${id}`);
      await page.locator('.sheet').waitFor();
      await isAccessible(page, 'An invoice with everything');
      await page.goto(`/portal/#/invoices/${id}/credit-notes/${note.id}`);
      await page.locator('.sums').waitFor();
      await isAccessible(page, 'A credit note');
      await page.goto(`/portal/#/invoices/${draft.id}/edit`);
      await page.locator('fieldset.line').first().waitFor();
      await isAccessible(page, 'A taxed draft');
    });
  }
});
