// What patients are told of their visits: whether they want that, what it came to, and the rules of it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite({ MAIL_FROM: 'no-reply@clinic.example', BASE_URL: 'https://portal.clinic.example' });
const without = builtSuite();

const RULES = {
  booked: true,
  reminders: [24, 2],
  quiet: { from: '22:00', until: '07:00' },
  channel: 'email',
  shows: [],
};
const admin = (of = suite) => logIn(of.service, 'admin');
const rulesOf = ({ call }) => made(call('GET', '/messages/rules'));
const setRules = async (rules) => made((await admin()).call('PUT', '/messages/rules', { json: rules }));
const patientOf = ({ call }, { id }) => made(call('GET', `/patient/${id}?view=full`));
const group = (page, name) => page.getByRole('group', { name });

describe('Whether a patient wants messages', () => {
  test('is asked as they are registered, and can be changed', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients/new');
    await page.getByLabel('First name').fill('Runa');
    await page.getByLabel('Last name').fill('Berg');
    const asked = group(page, 'Messages about visits');
    await asked.getByLabel('Agrees to mails').check();
    await asked.getByText('There is no mail address yet').waitFor();
    await page.getByText('E-mail, national ID, language').click();
    await page.getByLabel('E-mail', { exact: true }).fill('runa@family.example');
    await asked.getByText('Ask the patient.').waitFor();
    await isAccessible(page, 'A registration');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('definition').filter({ hasText: 'by mail' }).waitFor();
    const id = /patients\/([\w-]+)/.exec(page.url())[1];
    assert.deepEqual((await patientOf(nina, { id })).contact, { email: true, sms: false });

    await page.goto(`/portal/#/patients/${id}/edit`);
    await asked.getByLabel('Agrees to mails').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('definition').filter({ hasText: 'wants none' }).waitFor();
    assert.deepEqual((await patientOf(nina, { id })).contact, { email: false, sms: false });
  });

  test('stays open where nobody has asked, and is asked as a visit is booked', async (t) => {
    const nina = await suite.signUp();
    const { patient } = await smallHospital(nina.call);
    assert.equal((await patientOf(nina, patient)).contact, undefined);
    const page = await openAs(suite, t, nina, `#/booking?patient=${patient.id}`);
    const question = page.getByText('The patient has not been asked yet whether they want messages about visits.');
    await question.click();
    await group(page, 'Messages about visits').getByLabel('Agrees to text messages').check();
    await isAccessible(page, 'The question at a booking');
    await page.getByRole('button', { name: 'Save the answer' }).click();
    await question.waitFor({ state: 'detached' });
    assert.deepEqual((await patientOf(nina, patient)).contact, { email: false, sms: true });
  });

  test('is not asked at bookings of a hospital that sends nothing', async (t) => {
    const nina = await without.signUp();
    const { patient } = await smallHospital(nina.call);
    const page = await openAs(without, t, nina, `#/booking?patient=${patient.id}`);
    await page.locator('.chosen').waitFor();
    assert.equal(await page.getByText('The patient has not been asked yet').count(), 0);
  });
});

describe('The rules of messages', () => {
  test('are set by an admin, and shown as they are', async (t) => {
    const ada = await admin();
    const page = await openAs(suite, t, ada, '#/admin');
    await page.getByRole('link', { name: /^Messages/ }).click();
    await page.getByLabel('Confirm each booking').check();
    await page.getByLabel('Reminder, hours before the visit').fill('24');
    await page.getByLabel('Second reminder, hours before').fill('2');
    await page.getByLabel('How', { exact: true }).selectOption('Mails from here');
    await group(page, 'Quiet hours').getByLabel('From').fill('22:00');
    await group(page, 'Quiet hours').getByLabel('Until').fill('07:00');
    await group(page, 'What a message may say').getByLabel('Doctor').check();
    await isAccessible(page, 'The rules');
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('What patients are told is saved.').waitFor();
    assert.deepEqual(await rulesOf(ada), { ...RULES, shows: ['doctor'] });

    await page.getByLabel('Second reminder, hours before').fill('');
    await group(page, 'What a message may say').getByLabel('Doctor').uncheck();
    await save.click();
    await page.getByText('What patients are told is saved.').waitFor();
    await page.reload();
    await page.getByLabel('Reminder, hours before the visit').waitFor();
    assert.equal(await page.getByLabel('Second reminder, hours before').inputValue(), '');
    assert.deepEqual(await rulesOf(ada), { ...RULES, reminders: [24] });
  });

  test('that somebody else has changed meanwhile are looked at first', async (t) => {
    await setRules(RULES);
    const page = await openAs(suite, t, await admin(), '#/admin/messages', { expected: [/status of 412/] });
    await page.getByLabel('Reminder, hours before the visit').fill('48');
    await setRules({ ...RULES, reminders: [72] });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('72', { exact: true }).waitFor();
    await isAccessible(page, 'Rules that are others now');
  });

  test('refuse what does not fit, at its field, and mails where none are sent', async (t) => {
    const ada = await admin(without);
    const page = await openAs(without, t, ada, '#/admin/messages', { expected: [/status of 4\d\d/] });
    await page.getByText('This hospital sends no mails: whoever has deployed').waitFor();
    await page.getByLabel('Confirm each booking').check();
    await page.getByLabel('How', { exact: true }).selectOption('Mails from here');
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByRole('alert').getByText('This hospital sends no mails.').waitFor();
    await page.getByLabel('How', { exact: true }).selectOption('A program sends them, such as text messages');
    await page.getByLabel('Reminder, hours before the visit').fill('5');
    await page.getByLabel('Second reminder, hours before').fill('5');
    await save.click();
    await page.locator('.field [aria-invalid="true"]').first().waitFor();
    await page.getByLabel('Second reminder, hours before').fill('6');
    await save.click();
    await page.getByText('What patients are told is saved.').waitFor();
    assert.equal((await rulesOf(ada)).channel, 'event');
  });

  test('are nobody’s but an admin’s', async (t) => {
    const page = await openAs(suite, t, await suite.signUp(), '#/admin/messages');
    await page.getByRole('alert').getByText('Your account may not do this.').waitFor();
  });
});

describe('What a visit’s messages came to', () => {
  /** A visit in some years with its messages, of which one has failed. */
  async function planned(of) {
    const ada = await admin();
    const { patient, doctors, department, book } = await smallHospital(ada.call);
    await setRules(RULES);
    const visit = await book(`${MONDAY}T09:00:00`);
    if (of)
      await suite.service.query(
        `UPDATE message SET state = 'failed', reason = 'E_RECIPIENT_SUPPRESSED', ended_at = 1 WHERE appointment_id = ? AND kind = 'booked'`,
        visit.id,
      );
    const hash = `#/calendar?day=${MONDAY}&department=${department.id}&doctor=${doctors[0].id}&appointment=${visit.id}`;
    return { ada, patient, visit, hash };
  }

  test('stands at the visit, by the hospital’s clocks', async (t) => {
    const { ada, hash, visit } = await planned();
    const page = await openAs(suite, t, ada, hash);
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.waitFor();
    await isAccessible(page, 'A visit with messages');
    const rows = (await messages.getByRole('listitem').allTextContents()).map((text) =>
      text.replace(/[\u2066-\u2069]/g, ''),
    );
    assert.equal(rows.length, 3);
    assert.match(rows.join('\n'), /Reminder · by mail · 6 Jan 2030, 09:00 Waiting/);
    await made(ada.call('PATCH', `/calendar/appointments/${visit.id}`, { json: { status: 'CANCELLED' } }));
    await page.reload();
    await messages.getByText('The visit is cancelled.').first().waitFor();
  });

  test('is listed where it failed, and otherwise if it is chosen', async (t) => {
    const { ada, patient } = await planned('failed');
    const page = await openAs(suite, t, ada, '#/admin/messages');
    const rows = page.locator('tbody tr');
    await rows.filter({ hasText: 'Earlier mails to this address came back.' }).waitFor();
    await isAccessible(page, 'Messages that have failed');
    assert.equal(await rows.count(), 1);
    await page.getByLabel('State').selectOption('Waiting');
    await rows.nth(1).waitFor();
    await page.getByLabel('State').selectOption('Failed');
    await rows.filter({ hasText: 'Failed' }).getByRole('link', { name: 'To the patient' }).click();
    await page.waitForURL(new RegExp(patient.id));
  });

  for (const [view, options] of Object.entries(VIEWS)) {
    test(`is read ${view}`, async (t) => {
      const { ada, hash, patient } = await planned('failed');
      const page = await openAs(suite, t, ada, '#/admin/messages', options);
      await page.locator('tbody tr').first().waitFor();
      await isAccessible(page, 'Rules and messages');
      await page.goto(`/portal/${hash}`);
      await page.locator('dialog .list li').first().waitFor();
      await isAccessible(page, 'A visit');
      await page.goto(`/portal/#/booking?patient=${patient.id}`);
      await page.locator('.chosen').waitFor();
      await page.locator('.who details.folded summary').first().click();
      await page.locator('.who .entry-fields').waitFor();
      await isAccessible(page, 'The question at a booking');
      await page.goto('/portal/#/patients/new');
      await page.locator('.entry-fields').first().waitFor();
      await isAccessible(page, 'A registration');
    });
  }
});
