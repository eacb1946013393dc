// Invoices in the portal: what is shown while one types is what the service then says, and nothing is paid twice.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAccessible, LONG_NAME, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';
import { browserSuite } from './lib/suite.mjs';

const suite = browserSuite();

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

  test('is paid once, though the answer is lost and the button pressed again', async (t) => {
    const nina = await suite.signUp();
    const { patient } = await smallHospital(nina.call);
    const { id } = await bill(nina.call, patient, { status: 'ISSUED' });
    const page = await openAs(suite, t, nina, `#/invoices/${id}`, { expected: [/ERR_FAILED/] });
    let isLost = true;
    await page.route('**/payments', async (route) => {
      const answer = await route.fetch();
      return isLost ? route.abort() : route.fulfill({ response: answer });
    });
    await page.getByRole('button', { name: 'Record a payment' }).click();
    const submit = page.getByRole('button', { name: 'Record US$20.00' });
    await submit.click();
    assert.match(await page.getByRole('alert').textContent(), /cannot be reached/);
    isLost = false;
    await submit.click();
    await page.getByText('Recorded: US$20.00.').waitFor();
    const { payments, status } = await made(nina.call('GET', `/invoice/${id}?view=full`));
    assert.equal(payments.length, 1);
    assert.equal(status, 'PAID');
  });

  test('is refunded, up to what was paid', async (t) => {
    const nina = await suite.signUp();
    const { patient } = await smallHospital(nina.call);
    const { id } = await bill(nina.call, patient, { status: 'ISSUED' });
    await made(nina.call('POST', `/invoice/${id}/payments`, { json: { amount: 20, method: 'cash' } }));
    const page = await openAs(suite, t, nina, `#/invoices/${id}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const amount = page.getByLabel('Amount', { exact: true });
    await amount.fill('21');
    await page.getByRole('button', { name: 'Refund US$21.00' }).click();
    assert.equal(await amount.evaluate((field) => field.validity.rangeOverflow), true);
    await amount.fill('5.5');
    await page.getByRole('button', { name: 'Refund US$5.50' }).click();
    await page.getByRole('cell', { name: '-US$5.50' }).waitFor();
    assert.equal((await made(nina.call('GET', `/invoice/${id}`))).remaining_amount, 5.5);
  });
});

describe('No page of patients and invoices has a violation of accessibility or scrolls sideways', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(view, async (t) => {
      const nina = await suite.signUp();
      const { patient, book } = await smallHospital(nina.call);
      await book('2030-01-07T09:00:00');
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
      await look(`/invoices/${draft.id}/edit`, '.line');
      await look(`/invoices/${issued.id}`, '.sheet');
      await look(`/invoices/new?patient=${patient.id}`, 'form');
    });
  }
});
