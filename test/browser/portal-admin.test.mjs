// Administration: accounts, programs, and who changed and saw what; each of its pages as people see it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { logIn, send } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, MONDAY, made, openAs, PASSWORD, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();
const ES384 = { name: 'ECDSA', namedCurve: 'P-384' };

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

const SECRET = /^hs_[\w-]{43}$/;
const hashed = (secret) => createHash('sha256').update(secret).digest('hex');

describe('Programs', () => {
  const secretsOf = async (id) =>
    (await suite.service.query('SELECT secret_hash, former_secret_hash FROM client WHERE id = ?', id))[0];

  test('are registered with what they may do, and a secret that is shown once', async (t) => {
    const ada = await admin();
    const page = await openAs(suite, t, ada, '#/admin/programs', { expected: [/status of 422/] });
    await page.getByText('No program is registered.').waitFor();
    await isAccessible(page, 'No programs');
    await page.getByRole('link', { name: 'Register a program' }).click();
    await page.getByLabel('Name').fill('Laboratory');
    const [scope, box] = [page.getByLabel('The same in SMART’s words'), (name) => page.getByRole('checkbox', { name })];
    await box('Appointments: Read').check();
    await box('Departments: Change').check();
    await box('Departments: Change').uncheck();
    assert.equal(await scope.inputValue(), 'system/Appointment.rs');
    await scope.fill('system/Appointment.crs system/Patient.r system/Nothing.r');
    assert.equal(await box('Appointments: Create').isChecked(), true);
    assert.equal(await box('Patients: Read').evaluate(({ indeterminate }) => indeterminate), true);
    await page.getByLabel('Last day').fill(MONDAY);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('This is unknown, or nothing for programs: system/Nothing.r').waitFor();
    await isAccessible(page, 'A scope that is refused');
    await scope.fill('system/Appointment.crs system/Patient.r');
    await page.getByRole('button', { name: 'Register' }).click();

    const dialog = page.getByRole('dialog', { name: 'Laboratory is registered' });
    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
    const id = await dialog.getByRole('textbox', { name: 'Client ID' }).inputValue();
    assert.match(secret, SECRET);
    assert.equal((await secretsOf(id)).secret_hash, hashed(secret));
    const address = await dialog.getByRole('textbox', { name: 'Address for tokens' }).inputValue();
    assert.equal(address, `${suite.service.url}/auth/token`);
    await dialog.getByText('shown only now').waitFor();
    await isAccessible(page, 'A secret');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Laboratory' });
    await row.getByText('Appointments: Read, Create').waitFor();
    await row.getByText('Patients: Read (in part)').waitFor();
    await row.getByText('8 Jan 2030, 00:00').waitFor();
    const kept = await page.evaluate(() => [
      ...[{ ...localStorage }, { ...sessionStorage }, history.state, location.href, document.documentElement.outerHTML],
    ]);
    assert.ok(!JSON.stringify(kept).includes(secret), 'the secret is nowhere any more');
    const { expires_at } = await made(ada.call('GET', `/auth/clients/${id}`));
    assert.match(expires_at, /^2030-01-0[78]T/);
  });

  test('whose secret got lost with the answer need another one', async (t) => {
    const page = await openAs(suite, t, await admin(), '#/admin/programs/new', { expected: [/ERR_FAILED/] });
    await page.getByLabel('Name').fill('Website');
    await page.getByRole('checkbox', { name: 'Everything: Read' }).check();
    const lose = async (route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/auth/clients', lose, { times: 1 });
    await page.getByRole('button', { name: 'Register' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The secret got lost with the answer').waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'Secret' }).count(), 0);
    await dialog.getByRole('button', { name: 'Done' }).click();
    // One, however often it was sent.
    await page.getByRole('row').filter({ hasText: 'Website' }).waitFor();
  });

  test('are changed beside others, get another secret, and are deleted', async (t) => {
    const ada = await admin();
    const json = { name: 'Warehouse', scope: 'system/*.rs', secret: true };
    const { client_id: id } = await made(ada.call('POST', '/auth/clients', { json }));
    const page = await openAs(suite, t, ada, `#/admin/programs/${id}`, { expected: [/status of 412/] });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Renew the secret …' }).click();
    await isAccessible(page, 'Before a secret is renewed');
    await dialog.getByRole('button', { name: 'Renew it' }).click();
    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
    await page.keyboard.press('Escape');
    await page.getByText(/^The former one works until/).waitFor();
    assert.equal((await secretsOf(id)).secret_hash, hashed(secret));
    await page.getByRole('button', { name: 'Renew the secret …' }).click();
    await dialog.getByText(/^There is a former secret/).waitFor();
    await dialog.getByRole('checkbox', { name: /^End the present one at once/ }).check();
    await dialog.getByRole('button', { name: 'Renew it' }).click();
    await dialog.getByText('shown only now').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(/^The former one works until/).waitFor({ state: 'detached' });

    await made(ada.call('PATCH', `/auth/clients/${id}`, { json: { name: 'Data warehouse' } }));
    await page.getByRole('checkbox', { name: 'Everything: Read' }).uncheck();
    await page.getByRole('checkbox', { name: 'Invoices: Read' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this meanwhile.').waitFor();
    await isAccessible(page, 'A program that others have changed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'Data warehouse' }).getByText('Invoices: Read').click();
    assert.equal((await made(ada.call('GET', `/auth/clients/${id}`))).scope, 'system/Invoice.rs');

    await page.getByRole('link', { name: 'Data warehouse' }).click();
    await page.getByRole('button', { name: 'Delete …' }).click();
    await dialog.getByText('Data warehouse can no longer sign in').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Data warehouse is deleted.').waitFor();
    assert.equal((await ada.call('GET', `/auth/clients/${id}`)).status, 404);
  });

  test('are named where they have changed something, also when they are deleted', async (t) => {
    const ada = await admin();
    const scope = 'system/Organization.c system/HealthcareService.c';
    const json = { name: 'Staff registry', scope, secret: true };
    const { client_id, client_secret } = await made(ada.call('POST', '/auth/clients', { json }));
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const { access_token: token } = await made(send(suite.service.url, 'POST', '/auth/token', { body }));
    const department = { name: 'Radiology', code: 'RAD' };
    await made(send(suite.service.url, 'POST', '/department/', { token, json: department }));

    const page = await openAs(suite, t, ada, `#/admin/programs/${client_id}`);
    const changes = page.getByRole('link', { name: 'What it changed' });
    await changes.waitFor();
    assert.equal(await page.getByText('Never', { exact: true }).count(), 0, 'it has been used');
    await changes.click();
    const row = page.getByRole('row').filter({ hasText: 'Radiology' });
    await row.getByText('Staff registry').waitFor();
    assert.equal(await page.getByLabel('Changed by').locator('option:checked').textContent(), 'Staff registry');
    await made(ada.call('DELETE', `/auth/clients/${client_id}`));
    await page.reload();
    await row.getByRole('link', { name: client_id }).click();
    const deleted = page.getByRole('row').filter({ hasText: 'Program Staff registry' });
    await deleted.getByRole('cell', { name: 'Deleted' }).first().waitFor();
  });

  test('sign by keys, of which the portal takes no private one', async (t) => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(ES384, true, ['sign', 'verify']);
    const [own, known] = await Promise.all([privateKey, publicKey].map((key) => crypto.subtle.exportKey('jwk', key)));
    const page = await openAs(suite, t, await admin(), '#/admin/programs/new');
    await page.getByLabel('Name').fill('Booking site');
    await page.getByRole('checkbox', { name: 'Working hours: Read' }).check();
    await page.getByLabel('Signs in').selectOption('keys');
    const keys = page.getByLabel('Public keys (JWKS)');
    await keys.fill(JSON.stringify({ keys: [{ ...own, kid: '1' }] }));
    await page.getByText('This is a private key').waitFor();
    await isAccessible(page, 'A private key');
    assert.equal(await keys.inputValue(), '', 'it is not kept');
    const { kty, crv, x, y } = known;
    await keys.fill(JSON.stringify({ keys: [{ kty, crv, x, y, kid: '1' }] }));
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('dialog').getByText('signs in by its keys').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'Booking site' }).getByText('By keys of its own').waitFor();
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
      const program = { name: `Lab ${view}`, scope: 'system/Patient.r system/*.s', secret: true };
      const { client_id } = await made(ada.call('POST', '/auth/clients', { json: program }));
      const page = await openAs(suite, t, ada, '#/admin', options);
      for (const path of [
        ...['', '/people', `/people/${doctors[0].user.id}`, '/audit', `/access?patient=${patient.id}`, '/settings'],
        ...['/doctors', '/doctors/new', `/doctors/${doctors[0].id}`, `/doctors/${doctors[0].id}/hours`],
        ...['/departments', '/departments/new', `/departments/${department.id}`],
        ...['/prices', '/prices/new', `/prices/${id}`],
        ...['/programs', '/programs/new', `/programs/${client_id}`],
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
