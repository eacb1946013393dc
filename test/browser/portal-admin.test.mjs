// Administration: accounts, doctors with hours and leave, departments, prices, and who changed and saw what.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logIn, send } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, MONDAY, made, openAs, PASSWORD, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

const admin = () => logIn(suite.service, 'admin');
const accountOf = async ({ call }, email) =>
  (await made(call('GET', '/auth/users'))).find((account) => account.email === email);
const status = async (email) =>
  (await send(suite.service.url, 'POST', '/auth/login', { json: { email, password: PASSWORD } })).status;
const cardOf = (page, name) => page.locator('.card').filter({ has: page.getByRole('heading', { name }) });

describe('People', () => {
  test('are invited by a link that is shown once', async (t) => {
    const ada = await admin();
    const page = await openAs(suite, t, ada, '', { expected: [/status of 409/] });
    await page.getByRole('link', { name: 'Administration' }).click();
    await isAccessible(page, 'The overview');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^People/ })
      .click();
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Bo Berg');
    await dialog.getByLabel('E-mail').fill(ada.email);
    await dialog.getByLabel('Role').selectOption('billing');
    await isAccessible(page, 'An invitation');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByRole('alert').getByText('There is an account with this e-mail already.').waitFor();
    // What is typed outlives the dialog.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Bo Berg');
    await dialog.getByLabel('E-mail').fill('bo.berg@clinic.example');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = await dialog.getByLabel('Link').inputValue();
    assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/portal\/#\/password\?token=[\w-]{20,}$/);
    assert.match(await dialog.textContent(), /works once, until \d+ \w+ \d{4}, \d\d:\d\d/);
    await isAccessible(page, 'The link');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Bo Berg' });
    await row.getByText('Has no password yet').waitFor();
    assert.equal(await page.getByText(link.split('=')[1]).count(), 0);
    const { type, password_set } = await accountOf(ada, 'bo.berg@clinic.example');
    assert.deepEqual({ type, password_set }, { type: 'billing', password_set: false });

    await page.getByLabel('Search').fill('ber bill');
    await page.getByText('1 entry').waitFor();
    await page.getByLabel('Search').fill('nobody');
    await page.getByText('Nothing is found.').waitFor();
    await page.getByLabel('Search').fill('bo');
    await row.getByRole('link').click();
    await page.goBack();
    assert.equal(await page.getByLabel('Search').inputValue(), 'bo', 'going back leads to the same search');
  });

  test('get another role, a new password, lose their logins, and are disabled and enabled', async (t) => {
    const [ada, nina] = [await admin(), await suite.signUp()];
    const { id } = await accountOf(ada, nina.email);
    const page = await openAs(suite, t, ada, `#/admin/people/${id}`);
    const dialog = page.getByRole('dialog');
    const logins = cardOf(page, 'Where they are signed in');
    await logins.locator('tbody tr').waitFor();
    await isAccessible(page, 'An account');
    await logins.getByRole('button', { name: /^End the login/ }).click();
    await logins.getByText('Nobody is signed in.').waitFor();
    assert.equal((await nina.call('DELETE', `/auth/sessions/${id}`)).status, 401, 'the login has ended');

    await page.getByRole('button', { name: 'Change the role …' }).click();
    await dialog.getByLabel('Role').selectOption('billing');
    await dialog.getByText('Looks after invoices').waitFor();
    await isAccessible(page, 'The role');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await page.getByText('The role is: Billing.').waitFor();
    assert.equal((await accountOf(ada, nina.email)).type, 'billing');

    await page.getByRole('button', { name: 'Disable …' }).click();
    await isAccessible(page, 'Before an account is disabled');
    await dialog.getByRole('button', { name: 'Disable it' }).click();
    await page.getByText('The account is disabled.').waitFor();
    assert.equal(await status(nina.email), 401);
    await page.getByRole('button', { name: 'Enable' }).click();
    await dialog.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('The account is enabled.').waitFor();
    assert.equal(await status(nina.email), 200);

    await page.getByRole('button', { name: 'Reset the password …' }).click();
    await dialog.getByRole('button', { name: 'Reset it' }).click();
    await dialog.getByLabel('Link').waitFor();
    assert.equal(await status(nina.email), 401);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Make a new link …' }).waitFor();
    await page.getByRole('link', { name: 'Changes of this account' }).click();
    await page.getByText('Front desk and nursing → Billing').waitFor();
  });

  test('who lost their phone have their second factor taken off', async (t) => {
    const [ada, nina] = [await admin(), await suite.signUp()];
    const { id } = await accountOf(ada, nina.email);
    await suite.service.query(`UPDATE user SET totp_secret = 'x', totp_enabled_at = 1 WHERE id = ?`, id);
    const page = await openAs(suite, t, ada, `#/admin/people/${id}`);
    await page.getByRole('button', { name: 'Switch the second factor off …' }).click();
    await page.getByRole('dialog').getByText('see that it is really them').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch it off' }).click();
    await page.getByText('Their second factor is off.').waitFor();
    assert.equal((await accountOf(ada, nina.email)).totp_enabled, false);
  });

  test('whose password others know become admins only after a reset, and nobody changes themselves', async (t) => {
    const ada = await admin();
    const { doctors } = await smallHospital(ada.call);
    const path = `#/admin/people/${doctors[0].user.id}`;
    const page = await openAs(suite, t, ada, path, { expected: [/status of 409/] });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change the role …' }).click();
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByText('Reset it and send them the link').waitFor();
    await isAccessible(page, 'A role that is refused');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reset the password …' }).waitFor();
    await page.getByRole('link', { name: 'Doctor’s record' }).click();
    await page.getByRole('heading', { name: 'Erik Lind' }).waitFor();
    await page.goto(`/portal/#/admin/people/${ada.id}`);
    await page.getByText('This is you.').waitFor();
    assert.equal(await page.getByRole('button', { name: /…$/ }).count(), 0);
  });
});

describe('Who saw and changed what', () => {
  test('is asked from the patient’s page, and on one day', async (t) => {
    const [ada, nina] = [await admin(), await suite.signUp()];
    const { patient } = await smallHospital(nina.call);
    await made(nina.call('GET', `/patient/${patient.id}`));
    const days = async () => made(ada.call('GET', `/audit/access?patient_id=${patient.id}`));
    for (let n = 0; (await days()).length === 0; n++) {
      assert.ok(n < 60, 'a look is on record');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const page = await openAs(suite, t, ada, `#/patients/${patient.id}`);
    await page.getByRole('link', { name: 'Who saw this patient?' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Nina Nurse' });
    await row.getByText('Patient, opened').waitFor();
    await isAccessible(page, 'Who saw a patient');
    await row.getByRole('link').click();
    await page.getByRole('heading', { name: /^Looks on/ }).waitFor();
    await row.getByText('Patient, opened').waitFor();
    await isAccessible(page, 'The looks of a day');

    await page.goto(`/portal/#/patients/${patient.id}`);
    await page.getByRole('link', { name: 'Who changed this record?' }).click();
    await page.getByText('Only changes of one record are shown.').waitFor();
    await page.getByRole('row').filter({ hasText: 'Nina Nurse' }).getByText('Created').waitFor();
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByLabel('Kind of record').selectOption('doctor');
    await page.getByLabel('Changed by').selectOption((await accountOf(ada, nina.email)).id);
    await page.locator('tbody tr').nth(1).waitFor();
    await page.locator('tbody tr').nth(2).waitFor({ state: 'detached' });
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await page.getByText('Nothing is found.').waitFor();
  });
});

describe('The list of changes', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(`names records and fields in words, ${view}`, async (t) => {
      const ada = await admin();
      const { patient } = await smallHospital(ada.call);
      const headers = { prefer: 'return=representation' };
      const items = [{ name: 'Consultation', quantity: 1, unit_price: 80 }];
      const json = { patient_id: patient.id, status: 'ISSUED', items };
      const bill = await made(ada.call('POST', '/invoice/', { json, headers }));
      await made(ada.call('POST', `/invoice/${bill.id}/credit-note`, { json: { amount: 1, reason: 'Kindness' } }));
      const page = await openAs(suite, t, ada, `#/admin/audit?record=${bill.id}`, options);
      const row = page.locator('tbody tr').first();
      await row.getByText(bill.reg_number).waitFor();
      await row.getByText(patient.last_name).waitFor();
      const credited = { en: 'Credited', de: 'Gutgeschrieben', ar: 'إشعارات دائنة' };
      await row.getByText(credited[(await page.locator('html').getAttribute('lang')).slice(0, 2)]).waitFor();
      assert.equal(await page.getByText('credited_amount').count(), 0);
      await isAccessible(page, 'Changes of an invoice');
    });
  }
});

describe('The pages of administration', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(`are read ${view}`, async (t) => {
      const ada = await admin();
      const { department, doctors, patient } = await smallHospital(ada.call);
      const item = { code: `CONS ${view}`, name: 'Consultation', default_price: 80, tags: ['visit'], tax_percent: 7 };
      const headers = { prefer: 'return=representation' };
      const { id } = await made(ada.call('POST', '/catalog/', { json: item, headers }));
      const leave = { name: 'Leave', from: MONDAY, to: MONDAY, doctor_id: doctors[0].id };
      await made(ada.call('PUT', '/calendar/closures', { json: { closures: [leave] } }));
      const span = { from: '14:00', to: '18:00', department_id: department.id, slot_minutes: 20 };
      const exceptions = [
        { date: MONDAY, hours: [span], note: 'Late' },
        { date: '2020-01-06', off: true },
      ];
      await made(ada.call('PUT', `/calendar/doctors/${doctors[0].id}/hours`, { json: { exceptions } }));
      const page = await openAs(suite, t, ada, '#/admin', options);
      for (const path of [
        ...['', '/people', `/people/${doctors[0].user.id}`, '/audit', `/access?patient=${patient.id}`, '/settings'],
        ...['/doctors', '/doctors/new', `/doctors/${doctors[0].id}`, `/doctors/${doctors[0].id}/hours`],
        ...['/departments', '/departments/new', `/departments/${department.id}`],
        ...['/prices', '/prices/new', `/prices/${id}`],
      ]) {
        await page.goto(`/portal/#/admin${path}`);
        await page.waitForLoadState('networkidle');
        await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
        await isAccessible(page, path);
        assert.equal(await page.locator('h1').count(), 1, path);
        assert.equal(await page.getByRole('alert').count(), 0, path);
      }
    });
  }
});
