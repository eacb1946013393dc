// What somebody has typed and not saved, and each way of leaving it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { PDF } from './lib/files.mjs';
import { readPatient, register } from './lib/patients.mjs';
import { isAccessible, made, openAs, PASSWORD, signIn, signOut, smallHospital } from './lib/portal.mjs';
import { PHONE } from './lib/suite.mjs';

const suite = builtSuite();

const bar = (page) => page.locator('.unsaved');
const follow = (page, name) => bar(page).getByRole('link', { name }).click();
const isBack = (page) => page.getByText('What you had typed here is back.').waitFor();
const signInAgain = async (page, email) => {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(page, email);
  await page.locator('.top nav').waitFor();
};
/** Stays on the page. */
async function asksBeforeReload(page) {
  const [question] = await Promise.all([
    page.waitForEvent('dialog'),
    // Not at once, as nothing more is answered while the question is open.
    page.evaluate(() => void setTimeout(() => location.reload())),
  ]);
  assert.equal(question.type(), 'beforeunload');
  await question.dismiss();
}
const issued = async ({ call }, patient) =>
  made(
    call('POST', '/invoice/', {
      json: { patient_id: patient.id, status: 'ISSUED', items: [{ name: 'Bandage', unit_price: 20 }] },
    }),
  );

describe('What is typed and not saved', () => {
  test('of a registration outlives the menu and going back, and a new load asks first', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients');
    await page.getByRole('link', { name: 'Register a patient' }).click();
    await page.getByLabel('First name').pressSequentially('Runa');
    await page.locator('summary').click();
    await page.getByLabel('E-mail').pressSequentially('runa@family.example');
    assert.equal(await bar(page).textContent(), '', 'the form itself is on the screen');

    await page.getByRole('link', { name: 'Cash report' }).click();
    await bar(page).getByText('Not saved (1)').waitFor();
    await page.getByRole('heading', { name: 'Cash report' }).waitFor();
    await isAccessible(page, 'The bar');
    await page.goBack();
    await isBack(page);
    assert.equal(await page.getByLabel('First name').inputValue(), 'Runa');
    await isAccessible(page, 'A form with what was typed before');
    await page.goBack();
    await follow(page, /^Registration of .*Runa/);
    await isBack(page);
    await asksBeforeReload(page);
    assert.equal(await page.getByLabel('E-mail').inputValue(), 'runa@family.example');

    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('heading', { name: 'Runa' }).waitFor();
    assert.equal(await bar(page).textContent(), '');
    const [{ email }] = await made(nina.call('GET', '/patient/?search=Runa&view=full'));
    assert.equal(email, 'runa@family.example');
    // Nothing is left to ask for.
    page.once('dialog', () => assert.fail('nothing would be lost'));
    await page.reload();
    await page.getByRole('heading', { name: 'Runa' }).waitFor();
  });

  test('is dropped by Cancel, and by beginning afresh', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients/new');
    await page.getByLabel('First name').fill('Runa');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Register a patient' }).click();
    assert.equal(await page.getByLabel('First name').inputValue(), '');
    await page.getByLabel('First name').fill('Disa');
    await page.goBack();
    await page.goForward();
    await page.getByRole('button', { name: 'Start afresh' }).click();
    assert.equal(await page.getByLabel('First name').inputValue(), '');
    await page.goBack();
    assert.equal(await bar(page).textContent(), '');
  });

  test('outlives signing out in another tab, for the same account alone', async (t) => {
    const [nina, other] = [await suite.signUp(), await suite.signUp()];
    const { patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/patients/${patient.id}/edit`);
    const tab = await page.context().newPage();
    await tab.goto('/portal/');
    const leave = () => signOut(tab);
    await page.getByLabel('First name').fill('Typed by Nina');
    await leave();
    await signInAgain(page, nina.email);
    await isBack(page);
    assert.equal(await page.getByLabel('First name').inputValue(), 'Typed by Nina');

    await tab.reload();
    await leave();
    await signInAgain(page, other.email);
    await page.getByRole('heading', { level: 1, name: /\d{4}/ }).waitFor(); // the calendar, where everybody begins
    assert.equal(await bar(page).textContent(), '');
    await page.goto(`/portal/#/patients/${patient.id}/edit`);
    assert.equal(await page.getByLabel('First name').inputValue(), 'Åsa');
  });

  test('outlives a session that the service has ended', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients/new', { expected: [/status of 401/] });
    await page.clock.install();
    await page.reload();
    await page.getByLabel('First name').fill('Runa');
    const json = { old_password: PASSWORD, new_password: `${PASSWORD}-2` };
    // Ends the other logins.
    await made(nina.call('PUT', '/auth/users/me/password', { json }));
    // Until the access token is over, while somebody types.
    await page.clock.fastForward('08:00');
    await page.getByLabel('First name').press('End');
    await page.clock.fastForward('08:00');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('Your session has ended').waitFor();
    await signIn(page, nina.email, json.new_password);
    await isBack(page);
    assert.equal(await page.getByLabel('First name').inputValue(), 'Runa');
  });

  test('of an invoice outlives an idle hour, and a deliberate end asks first', async (t) => {
    const nina = await suite.signUp();
    const { patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina);
    await page.clock.install();
    await page.goto(`/portal/#/invoices/new?patient=${patient.id}`);
    await page.reload();
    await page.getByRole('button', { name: 'Add another line' }).click();
    await page.getByLabel('Service').fill('Bandage');
    await page.getByLabel('Price').fill('12');
    await page.clock.fastForward('14:10');
    await page.getByText('What you have typed stays here').waitFor();
    await page.clock.fastForward('01:00');
    await page.getByText('You were signed out, as nobody had used this page').waitFor();
    await signInAgain(page, nina.email);
    await isBack(page);
    assert.equal(await page.getByLabel('Service').inputValue(), 'Bandage');

    await signOut(page);
    const question = page.getByRole('dialog', { name: 'Sign out and lose this?' });
    await question.getByText(/^Invoice for .*Åsa/).waitFor();
    await isAccessible(page, 'The question before signing out');
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor();
    const { data } = await made(nina.call('GET', `/invoice/?patient_id=${patient.id}`));
    assert.deepEqual(
      data.map(({ total_amount }) => total_amount),
      [12],
    );

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Price').fill('13');
    await signOut(page);
    await question.getByRole('button', { name: 'Sign out' }).click();
    await signInAgain(page, nina.email);
    assert.equal(await bar(page).textContent(), '');
  });

  test('of a payment outlives Escape and the cross, and opens again where it was', async (t) => {
    const nina = await suite.signUp();
    const { patient } = await smallHospital(nina.call);
    const { id } = await issued(nina, patient);
    const page = await openAs(suite, t, nina, `#/invoices/${id}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await dialog.getByLabel('Reference').fill('Terminal 4');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await follow(page, /^Payment of invoice/);
    await isBack(page);
    await dialog.getByLabel('Amount').fill('5');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Patients' }).click();
    // Meanwhile somebody else takes a part of it.
    await made(nina.call('POST', `/invoice/${id}/payments`, { json: { amount: 10, method: 'cash' } }));
    await follow(page, /^Payment of invoice/);
    await isBack(page);
    assert.equal(await dialog.getByLabel('Amount').inputValue(), '5.00');
    await dialog.getByRole('button', { name: 'Record US$5.00' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await bar(page).textContent(), '');
    const { payments } = await made(nina.call('GET', `/invoice/${id}?view=full`));
    assert.deepEqual(
      payments.map(({ amount, reference }) => [amount, reference]),
      [
        [10, null],
        [5, 'Terminal 4'],
      ],
    );
  });

  test('of a closure, new or not, is told apart and led back to', async (t) => {
    const nina = await suite.signUp();
    const closure = { name: 'Easter', from: '2031-04-14', to: '2031-04-14' };
    await made(nina.call('PUT', '/calendar/closures', { json: { closures: [closure] } }));
    const page = await openAs(suite, t, nina, '#/closures');
    const name = page.getByRole('dialog').getByLabel('Name');
    await page.getByRole('button', { name: 'Add a closure' }).click();
    await name.fill('Midsummer');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit Easter' }).click();
    assert.equal(await name.inputValue(), 'Easter');
    await name.fill('Easter Monday');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Patients' }).click();
    await bar(page).getByText('Not saved (2)').waitFor();
    await follow(page, /^Closure .*Easter Monday/);
    await isBack(page);
    assert.equal(await name.inputValue(), 'Easter Monday');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: Easter Monday.').waitFor();
    await follow(page, /^Closure .*Midsummer/);
    assert.equal(await name.inputValue(), 'Midsummer');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const { closures } = await made(nina.call('GET', '/calendar/closures'));
    assert.deepEqual(
      closures.map(({ name }) => name),
      ['Easter Monday'],
    );
  });
});

describe('What is typed over a record that somebody else has changed meanwhile', () => {
  test('does not undo that: a form shows both before it is saved', async (t) => {
    const nina = await suite.signUp();
    const { patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/patients/${patient.id}/edit`);
    await page.getByLabel('Phone', { exact: true }).fill('+46 8 1');
    await page.getByRole('link', { name: 'Patients', exact: true }).click();
    await made(
      nina.call('PATCH', `/patient/${patient.id}`, { json: { phone_number: '+46 8 2', email: 'asa@b.example' } }),
    );
    await follow(page, /^Changes to .*Åsa/);
    const theirs = page.getByRole('region', { name: 'As it is now' });
    await theirs.getByText('+46 8 2').waitFor();
    assert.equal(await page.getByLabel('Phone', { exact: true }).inputValue(), '+46 8 1');
    await page.getByRole('button', { name: 'Save mine over theirs' }).click();
    await page.getByRole('heading', { level: 1, name: /Åsa/ }).waitFor();
    const { phone_number, email } = await readPatient(nina.call, patient);
    assert.deepEqual({ phone_number, email }, { phone_number: '+46 8 1', email: 'asa@b.example' });
  });

  test('is merged with it, entry by entry, in a list', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Lista');
    const page = await openAs(suite, t, nina, `#/patients/${id}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Edit: Conditions' }).click();
    await dialog.getByLabel('Condition').fill('Gout');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Patients', exact: true }).click();
    const asthma = { condition: 'Asthma', diagnozed_date: null, description: null };
    await made(nina.call('PATCH', `/patient/${id}`, { json: { medical_conditions: [asthma] } }));
    await follow(page, /^Conditions of .*Lista/);
    await isBack(page);
    await dialog.getByText('Somebody else has added this entry.').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { medical_conditions } = await readPatient(nina.call, { id });
    assert.deepEqual(
      medical_conditions.map(({ condition }) => condition),
      ['Asthma', 'Gout'],
    );
  });
});

describe('An upload', () => {
  test('goes on while somebody looks at other pages, and a new load asks first', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Fil');
    const page = await openAs(suite, t, nina, `#/patients/${id}`);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
    await network.send('Network.emulateNetworkConditions', slowly);
    const buffer = Buffer.concat([PDF, Buffer.alloc(1_000_000, ' ')]);
    await page.getByLabel('Upload files').setInputFiles({ name: 'long.pdf', mimeType: 'application/pdf', buffer });
    await page.getByRole('progressbar', { name: 'Upload of long.pdf' }).waitFor();
    await page.getByRole('link', { name: 'Calendar' }).click();
    await bar(page).getByRole('link', { name: '1 file to be uploaded' }).waitFor();
    await asksBeforeReload(page);
    await page.getByText('long.pdf is uploaded.').waitFor();
    assert.equal(await bar(page).textContent(), '');
    const stored = await made(nina.call('GET', `/static/?entity_id=${id}`));
    assert.deepEqual(
      stored.map(({ filename }) => filename),
      ['long.pdf'],
    );
  });
});

describe('The bar above each page', () => {
  for (const [how, options] of Object.entries({
    'in Arabic on a phone in the dark': { locale: 'ar-EG', viewport: PHONE, colorScheme: 'dark' },
    'on a phone': { viewport: PHONE },
  })) {
    test(`is accessible ${how}`, async (t) => {
      const nina = await suite.signUp();
      const { patient } = await smallHospital(nina.call);
      const page = await openAs(suite, t, nina, '#/patients/new', options);
      await page.locator('[name="first_name"]').fill('رُنا');
      await page.goto(`/portal/#/patients/${patient.id}/edit`);
      await page.locator('[name="first_name"]').fill('Runa');
      await page.goto('/portal/#/patients');
      await page.locator('.unsaved li').nth(1).waitFor();
      await isAccessible(page, 'The bar');
      await page.locator('.unsaved a').first().click();
      await page.locator('form .told').waitFor();
      await isAccessible(page, 'The form');
    });
  }
});
