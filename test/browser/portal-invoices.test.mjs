// Invoices in the portal: what is shown while one types is what the service then says, and nothing is paid twice.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, LONG_NAME, MONDAY, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

const bill = (call, patient, more) =>
  made(
    call('POST', '/invoice/', {
      json: { patient_id: patient.id, items: [{ name: 'Bandage', quantity: 2, unit_price: 10 }], ...more },
    }),
  );

describe('An invoice', () => {
  test('shows while one types what the service says after saving', async (t) => {
    const nina = await suite.signUp();
    const { patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/invoices/new?patient=${patient.id}`, { expected: [/status of 412/] });
    const add = page.getByRole('button', { name: 'Add another line' });
    const type = async (line, fields) => {
      for (const [label, value] of Object.entries(fields)) {
        await page.getByLabel(label, { exact: true }).nth(line).fill(value);
      }
    };
    await add.click();
    assert.equal(await page.getByLabel('Discount').count(), 0, 'who gives none sees none');
    await page.getByRole('button', { name: 'Add a discount' }).click();
    await type(0, { Service: 'Bandage', Quantity: '1.5', Price: '0.15', 'Discount (%)': '10' });
    await add.click();
    await type(1, { Service: 'Consultation', Price: '45', 'Discount (USD)': '0.5' });
    await page.getByLabel('Discount on the whole invoice (%)').fill('5');
    const sums = page.locator('.sums .total').last();
    await page.getByText('US$44.71').waitFor();
    assert.equal(await sums.textContent(), 'US$42.47');
    await page.getByLabel('Discount on the whole invoice (USD)').fill('50');
    await page.getByText('The discounts are too large.').waitFor();
    await page.getByLabel('Discount on the whole invoice (USD)').fill('');
    const due = page.getByLabel('Due');
    await due.fill('2020-01-01');
    assert.match(await due.evaluate(({ validationMessage }) => validationMessage), /^Due: .* or later\.$/);
    await due.fill('');
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor();
    const { data } = await made(nina.call('GET', `/invoice/?patient_id=${patient.id}`));
    const [{ id, subtotal, total_amount, status, items }] = data;
    assert.deepEqual({ subtotal, total_amount, status }, { subtotal: 44.71, total_amount: 42.47, status: 'DRAFT' });
    assert.deepEqual(
      items.map(({ net_amount }) => net_amount),
      [0.21, 44.5],
    );

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Remove line 1' }).click();
    await made(nina.call('PATCH', `/invoice/${id}`, { json: { discount_percent: 10 } }));
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    const theirs = page.getByRole('region', { name: 'As it is now' });
    await theirs.getByText('US$40.24').waitFor();
    assert.equal(await page.getByLabel('Service').count(), 1, 'what was typed is kept');
    await page.getByRole('button', { name: 'Save mine over theirs' }).click();
    await page.getByText('Bandage').waitFor({ state: 'detached' });
    await page.getByText('US$42.27').first().waitFor();
  });

  describe('is paid once, though an answer is lost', () => {
    /** The page of an invoice of US$20; `lose` says whether payments arrive, and whether their answers do. */
    async function openInvoice(t) {
      const nina = await suite.signUp();
      const { patient } = await smallHospital(nina.call);
      const { id } = await bill(nina.call, patient, { status: 'ISSUED' });
      const page = await openAs(suite, t, nina, `#/invoices/${id}`, { expected: [/ERR_FAILED/, /status of 409/] });
      const network = { arrives: true, answers: false };
      await page.route('**/payments', async (route) => {
        const answer = network.arrives && (await route.fetch());
        return network.answers ? route.fulfill({ response: answer }) : route.abort();
      });
      const stored = async () => (await made(nina.call('GET', `/invoice/${id}?view=full`))).payments;
      const amount = page.getByLabel('Amount', { exact: true });
      const record = page.getByRole('button', { name: /^Record US/ });
      const open = page.getByRole('button', { name: 'Record a payment' });
      return { page, network, stored, amount, record, open, dialog: page.getByRole('dialog') };
    }

    test('and shows what arrived, before another payment can be sent', async (t) => {
      const { page, stored, record, open, dialog } = await openInvoice(t);
      await open.click();
      await record.click();
      const arrived = dialog.getByRole('region', { name: 'What was recorded since' });
      await arrived.getByText(/^A payment of US\$20\.00 was recorded at /).waitFor();
      assert.equal(await arrived.evaluate((section) => section === document.activeElement), true);
      assert.equal(await record.count(), 0);
      await isAccessible(page, 'A payment whose answer was lost');
      await arrived.getByRole('button', { name: 'That is it' }).click();
      await open.waitFor({ state: 'detached' });
      assert.equal((await stored()).length, 1);
      const payments = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('payment')));
      assert.deepEqual(payments, []);
    });

    test('and the dialog closed and opened again, or the page loaded anew, and the amount changed', async (t) => {
      const { page, network, stored, amount, record, open, dialog } = await openInvoice(t);
      await open.click();
      await amount.fill('5');
      await record.click();
      await dialog.getByText('A payment of US$5.00 was recorded').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText('US$15.00').first().waitFor();
      const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      assert.doesNotMatch(kept, /Svensson|cash|"5"/, 'nothing of what was typed is kept');
      await page.reload();
      network.answers = true;
      await open.click();
      await dialog.getByText('A payment of US$5.00 was recorded').waitFor();
      await dialog.getByRole('button', { name: 'Record another one' }).click();
      await amount.fill('6');
      await record.click();
      await dialog.getByText('What was sent last had arrived. Nothing else was recorded').waitFor();
      assert.deepEqual(
        (await stored()).map((payment) => payment.amount),
        [5],
      );
      // Now that this is known, another one is another one.
      await dialog.getByRole('button', { name: 'Record another one' }).click();
      await record.click();
      await page.getByText('Recorded: US$6.00.').waitFor();
      assert.deepEqual(
        (await stored()).map((payment) => payment.amount),
        [5, 6],
      );
    });

    test('as it was typed last, if the one before never arrived', async (t) => {
      const { page, network, stored, amount, record, open, dialog } = await openInvoice(t);
      network.arrives = false;
      await open.click();
      await amount.fill('5');
      await record.click();
      await dialog.getByText('nothing new is recorded so far').waitFor();
      await amount.fill('6');
      Object.assign(network, { arrives: true, answers: true });
      await record.click();
      await page.getByText('Recorded: US$6.00.').waitFor();
      assert.deepEqual(
        (await stored()).map((payment) => payment.amount),
        [6],
      );
    });
  });

  test('is refunded, up to what was paid', async (t) => {
    const nina = await suite.signUp();
    const { patient } = await smallHospital(nina.call);
    const { id } = await bill(nina.call, patient, { status: 'ISSUED' });
    await made(nina.call('POST', `/invoice/${id}/payments`, { json: { amount: 20, method: 'cash' } }));
    const page = await openAs(suite, t, nina, `#/invoices/${id}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const amount = page.getByLabel('Amount', { exact: true });
    assert.equal(await amount.inputValue(), '', 'nothing was paid too much');
    await page.getByLabel('Reason').fill('Paid twice');
    await amount.fill('21');
    await page.getByRole('button', { name: 'Refund US$21.00' }).click();
    assert.equal(await amount.evaluate((field) => field.validationMessage), 'Amount: 20 at most.');
    await amount.fill('5.5');
    await page.getByRole('button', { name: 'Refund US$5.50' }).click();
    await page.getByRole('cell', { name: '-US$5.50' }).waitFor();
    assert.equal((await made(nina.call('GET', `/invoice/${id}`))).remaining_amount, 5.5);
  });
});

test('Who did what is on the lines of an invoice: the doctor of the visit, unless somebody else is chosen', async (t) => {
  const nina = await suite.signUp();
  const { doctors, patient, book } = await smallHospital(nina.call);
  const [erik, amira] = doctors;
  await made(nina.call('PATCH', `/doctor/${erik.id}`, { json: { consultation_fee: 80 } }));
  const visit = await book(`${MONDAY}T09:00:00`);
  const page = await openAs(suite, t, nina, `#/invoices/new?patient=${patient.id}&appointment=${visit.id}`);
  const doctor = page.getByLabel('Doctor', { exact: true });
  const save = page.getByRole('button', { name: 'Save as a draft' });
  const sheet = page.getByRole('heading', { name: /^Invoice INV-/ });
  const add = async (line, name) => {
    await page.getByRole('button', { name: 'Add another line' }).click();
    await page.getByLabel('Service').nth(line).fill(name);
    await page.getByLabel('Price').nth(line).fill('10');
  };
  await add(1, 'X-ray');
  await add(2, 'Plaster');
  const chosen = () => doctor.evaluateAll((all) => all.map((one) => one.value));
  await doctor.nth(1).selectOption(amira.id);
  assert.deepEqual(await chosen(), [erik.id, amira.id, erik.id]);
  await doctor.nth(2).selectOption('Nobody');
  await isAccessible(page, 'An invoice with doctors that is typed');
  await save.click();
  await sheet.waitFor();
  const id = /invoices\/([^/]+)$/.exec(page.url())[1];
  const stored = async () => (await made(nina.call('GET', `/invoice/${id}`))).items.map(({ doctor_id }) => doctor_id);
  assert.deepEqual(await stored(), [erik.id, amira.id, undefined]);
  const shown = page.locator('small.of-doctor');
  await shown.getByText('Amira Haddad').waitFor();
  assert.deepEqual(await shown.allTextContents(), ['Erik Lind', 'Amira Haddad']);
  await isAccessible(page, 'An invoice with doctors');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await shown.first().isVisible(), false, 'not on the bill that people get');
  await page.emulateMedia({ media: null });

  // Who is there no more did it all the same.
  await made(nina.call('DELETE', `/doctor/${amira.id}`));
  await page.reload();
  await shown.getByText('A former doctor').waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await doctor.nth(1).getByText('A former doctor').waitFor({ state: 'attached' });
  assert.deepEqual(await chosen(), [erik.id, amira.id, '']);
  await page.getByLabel('Price').nth(1).fill('12');
  await save.click();
  await sheet.waitFor();
  await page.getByText('US$12.00').first().waitFor();
  assert.deepEqual(await stored(), [erik.id, amira.id, undefined]);
});

describe('No page of patients and invoices has a violation of accessibility or scrolls sideways', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(view, async (t) => {
      const nina = await suite.signUp();
      const { patient, doctors, book } = await smallHospital(nina.call);
      await made(nina.call('PATCH', `/doctor/${doctors[0].id}`, { json: { consultation_fee: 80 } }));
      const visit = await book('2030-01-07T09:00:00');
      await book('2020-01-07T09:00:00', { status: 'COMPLETED' });
      const json = {
        last_name: LONG_NAME,
        past_surgeries: [{ surgery: 'Appendectomy', date: '2001-02-03', surgeon: 'Dr Lind', hospital: 'East' }],
        addresses: [{ address_type: 'home', street: '1 Long Street of the Patient', city: 'Anytown' }],
      };
      await made(nina.call('PATCH', `/patient/${patient.id}`, { json }));
      const draft = await bill(nina.call, patient);
      const issued = await bill(nina.call, patient, { status: 'ISSUED', discount_percent: 12.5 });
      await made(nina.call('POST', `/invoice/${issued.id}/payments`, { json: { amount: 5, method: 'cash' } }));

      const page = await openAs(suite, t, nina, '#/patients', options);
      const look = async (hash, ready) => {
        await page.goto(`/portal/#${hash}`);
        await page.locator(ready).first().waitFor();
        await isAccessible(page, hash);
      };
      await look('/patients', 'table');
      await look('/patients/new', 'form');
      await look(`/patients/${patient.id}`, 'table');
      await look(`/patients/${patient.id}/edit`, 'form');
      await look(`/invoices/${draft.id}`, '.sheet');
      await look(`/invoices/${draft.id}/edit`, 'fieldset.line');
      await look(`/invoices/${issued.id}`, '.sheet');
      await look(`/invoices/new?patient=${patient.id}`, 'form');
      await look(`/invoices/new?patient=${patient.id}&appointment=${visit.id}`, 'fieldset.line');
      // Discounts, and tax.
      while (await page.locator('.add-line .quiet').count()) await page.locator('.add-line .quiet').first().click();
      await isAccessible(page, 'An invoice with all columns');
    });
  }
});
