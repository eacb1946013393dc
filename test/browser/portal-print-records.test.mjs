// A patient's record, the cash report and what is handed out, as they are printed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counterOf, counterSuite, HOSPITAL_NAME } from './lib/counter.mjs';
import { marginsOf, onPaper, onScreen, sizesOf } from './lib/paper.mjs';
import { LONG_NAME, MONDAY, openAs } from './lib/portal.mjs';

const suite = counterSuite();

const MORE = 'There are more: these are the first ones.';

test('A patient’s record is printed without what is pressed, and says where a list goes on', async (t) => {
  const { nina, patient, book, send } = await counterOf(suite);
  await send('PATCH', `/patient/${patient.id}`, {
    last_name: LONG_NAME,
    allergies: [{ substance: 'Penicillin', severity: 'severe' }],
    medical_conditions: [{ condition: 'Asthma', description: LONG_NAME }],
  });
  for (let hour = 9; hour < 15; hour++) await book(`${MONDAY}T${String(hour).padStart(2, '0')}:00:00`);
  const page = await openAs(suite, t, nina, `#/patients/${patient.id}`);
  await page.locator('.entry').nth(4).waitFor();
  await page.getByText('No invoices.').waitFor();
  await page.getByText('No files.').waitFor();

  const printed = await onPaper(page);
  for (const text of [patient.reg_number, LONG_NAME, 'Penicillin', 'Asthma', 'Scheduled', MORE])
    assert.ok(printed.text.includes(text), text);
  for (const text of ['Edit', 'Book', 'Labels', 'Upload', 'Show more', 'Merge'])
    assert.ok(!printed.text.includes(text), text);
  assert.deepEqual([printed.controls, printed.cut], [[], []]);
  const [clinic, by, whose, number] = await marginsOf(page);
  assert.equal(clinic, `"${HOSPITAL_NAME}"`);
  assert.match(by, /^"Printed .+, Nina Nurse"$/);
  assert.ok(whose.startsWith(`"${patient.reg_number} · Åsa Wolfeschlegelstein`) && whose.endsWith('…"'), whose);
  assert.equal(number, 'counter(page, decimal) " / " counter(pages, decimal)');

  await onScreen(page);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.locator('.entry').nth(5).waitFor();
  assert.ok(!(await onPaper(page)).text.includes(MORE));
  assert.equal(sizesOf(await page.pdf({ preferCSSPageSize: true })).length, 2);
});

test('The cash report is printed without its fields, and says what it is narrowed to and what is left out', async (t) => {
  const { nina, bill, pay } = await counterOf(suite);
  const { id } = await bill({ status: 'ISSUED', items: [{ name: 'Stay', unit_price: 100 }] });
  for (let i = 0; i < 51; i++) await pay(id, 1, { method: 'card' });
  const page = await openAs(suite, t, nina, '#/cash?method=card');
  await page.getByText('50 payments').waitFor();
  await page.getByText('All methods').waitFor();
  const printed = await onPaper(page);
  assert.deepEqual([printed.controls, printed.cut], [[], []]);
  assert.match(printed.text, /\d{4}\p{Cf}* · \p{Cf}*Card/u);
  assert.equal(printed.rows.filter((row) => row.includes('RCP-')).length, 50);
  assert.ok(printed.text.includes(MORE));
  assert.ok(!printed.text.includes('Download'));
  const [clinic, , what] = await marginsOf(page);
  assert.equal(clinic, `"${HOSPITAL_NAME}"`);
  assert.match(what, /^"Cash report · .*\d{4}"$/);
});

test('Each page of a bill, a receipt and a credit note has its number and the patient’s name', async (t) => {
  const { nina, patient, bill, pay, send } = await counterOf(suite);
  const items = Array.from({ length: 60 }, (_, i) => ({ name: `Service ${i + 1}`, unit_price: 10 }));
  const { id, reg_number } = await bill({ status: 'ISSUED', items });
  const payment = await pay(id, 5);
  const note = await send('POST', `/invoice/${id}/credit-note`, { amount: 5, reason: 'Twice' });
  const page = await openAs(suite, t, nina, `#/invoices/${id}`);
  for (const [path, number] of [
    ['', reg_number],
    [`/payments/${payment.id}`, payment.receipt_number],
    [`/credit-notes/${note.id}`, note.reg_number],
  ]) {
    await page.goto(`/portal/#/invoices/${id}${path}`);
    await page.getByRole('heading', { level: 1, name: number }).waitFor();
    const [clinic, by, whose, which] = await marginsOf(page);
    assert.equal(whose, `"${number} · Åsa ${patient.last_name}"`);
    assert.match(which, /counter\(pages/);
    assert.deepEqual([clinic, by], ['', ''], 'who gets it does not read who has printed it');
  }
  await page.goto(`/portal/#/invoices/${id}`);
  await page.getByText('Service 60').waitFor();
  const printed = await onPaper(page);
  assert.deepEqual([printed.controls, printed.cut], [[], []]);
  assert.ok(sizesOf(await page.pdf({ preferCSSPageSize: true })).length > 1);
});
