// What the hospital is made of, as its administration changes it: doctors with hours and leave, departments, prices.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { addDays, printed, savedBy, today } from './lib/files.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital } from './lib/portal.mjs';

const suite = builtSuite();
const hoursOf = async ({ call }, { id }) => (await made(call('GET', `/calendar/doctors/${id}/hours`))).weekly;

describe('Doctors', () => {
  test('are added with an account, whose password they set by a link, and with their hours', async (t) => {
    const ada = await logIn(suite.service, 'admin');
    const { department } = await smallHospital(ada.call);
    const page = await openAs(suite, t, ada, '#/admin/doctors', { expected: [/status of 4(00|22)/] });
    await page.getByRole('link', { name: 'Add a doctor' }).click();
    await page.getByLabel('First name').fill('Maria');
    await page.getByLabel('Last name').fill('Salvatore');
    await page.getByLabel('Licence number').fill('SE-1');
    await page.getByLabel('E-mail').fill(ada.email);
    await page.getByLabel('Consultation fee').fill('80.5');
    await page.getByRole('button', { name: 'Add a doctor' }).click();
    await page.getByRole('alert').getByText('or another account this e-mail').waitFor();
    await page.getByLabel('E-mail').fill('maria@clinic.example');
    await page.getByRole('button', { name: 'Add a doctor' }).click();
    assert.match(await page.getByLabel('Link').inputValue(), /#\/password\?token=/);
    await isAccessible(page, 'The link of a doctor');
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('heading', { name: 'Working hours of Maria Salvatore' }).waitFor();
    await page.getByRole('button', { name: 'Add hours on Monday' }).click();
    const monday = page.getByRole('group', { name: 'Monday' });
    await monday.getByLabel('From').fill('08:00');
    await monday.getByLabel('To').fill('12:00');
    await monday.getByLabel('Department').selectOption(department.id);
    await monday.getByLabel('Minutes each').fill('30');
    await page.getByRole('button', { name: 'Add hours on Monday' }).click();
    await monday.getByLabel('From').nth(1).fill('11:00');
    await page.getByRole('group', { name: 'Tuesday' }).getByRole('button', { name: 'As on Monday' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('These overlap with others.').first().waitFor();
    await isAccessible(page, 'Hours that overlap');
    for (const day of ['Monday', 'Tuesday']) {
      await page.getByRole('button', { name: `Remove 11:00 – 17:00 on ${day}` }).click();
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The working hours are saved.').waitFor();
    const { id } = (await made(ada.call('GET', '/doctor/?search=salvatore&view=full')))[0];
    const span = { from: '08:00', to: '12:00', department_id: department.id, slot_minutes: 30 };
    assert.deepEqual(await hoursOf(ada, { id }), [
      { weekday: 1, ...span },
      { weekday: 2, ...span },
    ]);
  });

  test('have leave, and their records are changed by two people without losing anything', async (t) => {
    const nina = await suite.signUp();
    const { doctors, patient } = await smallHospital(nina.call);
    const [{ id }] = doctors;
    const page = await openAs(suite, t, nina, `#/admin/doctors/${id}`, { expected: [/status of 412/] });
    await page.getByRole('button', { name: 'Add leave' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Parental leave');
    await dialog.locator(`option[value="${id}"]`).waitFor({ state: 'attached' });
    assert.equal(await dialog.getByLabel('Doctor').inputValue(), id);
    await dialog.getByLabel('First day').fill(MONDAY);
    await dialog.getByLabel('Last day').fill('2030-02-01');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '7 Jan 2030 – 1 Feb 2030' }).waitFor();
    const { closures } = await made(nina.call('GET', '/calendar/closures'));
    assert.deepEqual(closures.at(-1), {
      ...{ name: 'Parental leave', from: MONDAY, to: '2030-02-01', department_id: null, doctor_id: id },
    });
    await page.goto(`/portal/#/booking?from=${MONDAY}&doctor=${id}&patient=${patient.id}`);
    await page.getByText('No free times in these days.').waitFor();

    await page.goto(`/portal/#/admin/doctors/${id}`);
    await page.getByLabel('Last name').fill('Lindqvist');
    await made(nina.call('PATCH', `/doctor/${id}`, { json: { last_name: 'Lund', bio: 'Theirs' } }));
    await page.getByRole('button', { name: 'Save' }).click();
    const meanwhile = page.getByRole('region', { name: 'As it is now' });
    await meanwhile.getByText('Lund').waitFor();
    await isAccessible(page, 'A doctor whom somebody else has changed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The doctor is saved.').waitFor();
    await page.getByRole('heading', { name: 'Erik Lindqvist' }).waitFor();
    const { last_name, bio } = await made(nina.call('GET', `/doctor/${id}?view=full`));
    assert.deepEqual({ last_name, bio }, { last_name: 'Lindqvist', bio: 'Theirs' });

    await page.getByRole('button', { name: 'Delete …' }).click();
    await isAccessible(page, 'Before a doctor is deleted');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The doctor is deleted.').waitFor();
    assert.equal((await nina.call('GET', `/doctor/${id}`)).status, 404);
  });

  test('whose hours somebody else has changed meanwhile are shown as they are now', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors } = await smallHospital(nina.call);
    const [doctor] = doctors;
    const page = await openAs(suite, t, nina, `#/admin/doctors/${doctor.id}/hours`, { expected: [/status of 412/] });
    await page.getByLabel('To').fill('00:00');
    const theirs = { weekday: 5, from: '13:00', to: '24:00', department_id: department.id, slot_minutes: 15 };
    await made(nina.call('PUT', `/calendar/doctors/${doctor.id}/hours`, { json: { weekly: [theirs] } }));
    await page.getByRole('button', { name: 'Save' }).click();
    const meanwhile = page.getByRole('region', { name: 'As it is now' });
    await meanwhile.getByText('13:00 – 00:00').waitFor();
    await meanwhile.getByRole('button', { name: 'Drop what I typed' }).click();
    await page.getByRole('group', { name: 'Friday' }).getByLabel('Minutes each').fill('20');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The working hours are saved.').waitFor();
    assert.deepEqual(await hoursOf(nina, doctor), [{ ...theirs, to: '00:00', slot_minutes: 20 }]);
  });

  test('have days with hours of their own, which are seen, changed and told what is wrong with them', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors } = await smallHospital(nina.call);
    const path = `/calendar/doctors/${doctors[0].id}/hours`;
    const span = { from: '14:00', to: '18:00', department_id: department.id, slot_minutes: 20 };
    const [past, leave, late] = [-7, 7, 14].map((days) => addDays(today(), days));
    const stored = [
      { date: late, hours: [span], note: 'Late clinic' },
      { date: leave, off: true, note: null },
      { date: past, hours: [span], note: null },
    ];
    await made(nina.call('PUT', path, { json: { exceptions: stored } }));
    const expected = [/status of 4(12|22)/];
    const page = await openAs(suite, t, nina, `#/admin/doctors/${doctors[0].id}/hours`, { expected });
    const button = (name) => page.getByRole('button', { name, exact: true });
    const named = (date) => page.getByRole('group', { name: printed(date), exact: true });
    const [first, second, over] = [leave, late, past].map(named);
    await first.getByText('No hours').waitFor();
    assert.equal(await second.getByLabel('Note').inputValue(), 'Late clinic');
    assert.equal(await over.count(), 0, 'what is over is folded');
    await page.getByText('1 day in the past').click();
    await over.getByLabel('From').waitFor();
    await isAccessible(page, 'Days with hours of their own');

    await button('Add a day').click();
    const added = page.getByRole('group', { name: 'the new day' });
    await added.getByLabel('Date').fill(late);
    await second.last().getByText('Another line has this date.').waitFor();
    await second.last().getByLabel('Date').fill(addDays(late, 1));
    const next = named(addDays(late, 1));
    await next.getByLabel('From').fill('09:00');
    await next.getByLabel('To').fill('12:00');
    await next.getByRole('button', { name: /^Add hours on / }).click();
    await next.getByLabel('From').nth(1).fill('11:00');
    await button('Save').click();
    await next.getByText('These overlap with others.').waitFor();
    const wrong = page.locator('[aria-invalid]');
    assert.equal(await wrong.evaluate((field) => field === document.activeElement), true, 'the field has the focus');
    await isAccessible(page, 'Days whose hours overlap');
    await next.getByRole('button', { name: /^Remove 11:00/ }).click();
    await first.getByRole('button', { name: /^Remove the day/ }).click();

    // Somebody else was faster.
    await made(nina.call('PUT', path, { json: { exceptions: [...stored, { date: addDays(late, 9), off: true }] } }));
    await button('Save').click();
    const meanwhile = page.getByRole('region', { name: 'As it is now' });
    await meanwhile.getByText('Late clinic').waitFor();
    await meanwhile.getByText('No hours').nth(1).waitFor();
    await button('Save').click();
    await page.getByText('The working hours are saved.').waitFor();
    const { weekly, exceptions } = await made(nina.call('GET', path));
    assert.equal(weekly.length, 1, 'the week stays as it is');
    assert.deepEqual(
      exceptions.map(({ date, off, hours, note }) => [date, off, hours.map(({ from, to }) => `${from}-${to}`), note]),
      [
        [past, false, ['14:00-18:00'], null],
        [late, false, ['14:00-18:00'], 'Late clinic'],
        [addDays(late, 1), false, ['09:00-12:00'], null],
      ],
    );
  });

  test('are added by the front desk with a first password, which no draft keeps', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/admin/doctors/new', { expected: [/status of 422/] });
    await page.getByLabel('First name').fill('Olga');
    await page.getByLabel('Licence number').fill('SE-2');
    await page.getByLabel('E-mail').fill('olga@clinic.example');
    await page.getByLabel('First password').fill('without a sign');
    await page.getByRole('link', { name: 'Patients' }).click();
    await page.goBack();
    await page.getByText('What you had typed here is back.').waitFor();
    assert.equal(await page.getByLabel('First name').inputValue(), 'Olga');
    assert.equal(await page.getByLabel('First password').inputValue(), '');
    await page.getByLabel('First password').fill('with a sign & 42');
    await page.getByRole('button', { name: 'Add a doctor' }).click();
    await page.getByText('Olga is added.').waitFor();
    assert.equal((await made(nina.call('GET', '/doctor/?search=olga'))).length, 1);
  });
});

describe('Departments', () => {
  test('are added, renamed, kept while they are needed, and deleted', async (t) => {
    const nina = await suite.signUp();
    const { department, book } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, '#/admin/departments', { expected: [/status of 400/] });
    await page.getByRole('link', { name: 'Add a department' }).click();
    await page.getByLabel('Name').fill('Wards');
    await page.getByLabel('Code').fill(department.code);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Another department has this code.').waitFor();
    await page.getByLabel('Code').fill('WARD');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Wards' }).click();
    await page.getByLabel('Name').fill('Day wards');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Day wards' }).click();
    const dialog = page.getByRole('dialog');
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete …' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
    };
    await remove();
    await page.getByText('The department is deleted.').waitFor();
    const names = (await made(nina.call('GET', '/department/'))).map(({ name }) => name);
    assert.ok(names.includes(department.name) && !names.includes('Day wards'));

    await page.getByRole('link', { name: department.name, exact: true }).click();
    await remove();
    await dialog.getByText('It is still needed').waitFor();
    await isAccessible(page, 'A department that stays');
    await dialog.getByRole('link', { name: 'Working hours of one of them' }).click();
    await page.getByRole('heading', { name: /^Working hours of/ }).waitFor();

    const { id } = await made(nina.call('POST', '/department/', { json: { name: 'Surgery', code: 'SURG' } }));
    const visit = await book(`${MONDAY}T09:00:00`, { department_id: id });
    await page.goto(`/portal/#/admin/departments/${id}`);
    await remove();
    await dialog.getByRole('link', { name: 'Show the first appointment' }).click();
    await page.waitForURL(new RegExp(`day=${MONDAY}&appointment=${visit.id}`));
  });
});

describe('The price list', () => {
  test('is searched by words and tags, changed and shortened by billing', async (t) => {
    const bo = await logIn(suite.service, 'billing');
    const item = { name: 'Blood count', code: 'CBC', default_price: 24.5, tags: ['blood', 'lab'], tax_percent: 7 };
    const headers = { prefer: 'return=representation' };
    const { id } = await made(bo.call('POST', '/catalog/', { json: item, headers }));
    await made(bo.call('POST', '/catalog/', { json: { ...item, name: 'X-ray', code: 'XR', tags: ['x-ray'] } }));
    const page = await openAs(suite, t, bo, '#/admin', { expected: [/status of 4(00|03)/] });
    await isAccessible(page, 'The overview of billing');
    assert.deepEqual(await page.locator('.parts strong').allTextContents(), ['Price list', 'Settings']);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Price list/ })
      .click();
    await page.getByRole('button', { name: 'Only with the tag blood' }).click();
    await page.getByText('1 entry').waitFor();
    await page.getByRole('link', { name: 'Blood count' }).click();
    await page.getByLabel('Price (USD)').fill('26');
    await page.getByLabel('Tax (%)').fill('');
    await page.getByLabel('Tags').fill('blood, morning');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved: Blood count.').waitFor();
    const { default_price, tax_percent, tags } = await made(bo.call('GET', `/catalog/${id}?view=full`));
    assert.deepEqual([default_price, tax_percent, tags], [26, undefined, ['blood', 'morning']]);

    await page.getByRole('link', { name: 'Add a service' }).click();
    await page.getByLabel('Name').fill('Vaccination');
    await page.getByLabel('Code').fill('cbc');
    await page.getByLabel('Price (USD)').fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Another service has this code.').waitFor();
    await page.getByLabel('Code').fill('VAC');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Search').fill('vacc');
    await page.getByText('1 entry').waitFor();
    await page.getByRole('link', { name: 'Vaccination' }).click();
    await page.getByRole('button', { name: 'Retire …' }).click();
    await isAccessible(page, 'Before a service is retired');
    await page.getByRole('dialog').getByRole('button', { name: 'Retire it' }).click();
    await page.getByText('The service is retired.').waitFor();
    const { data } = await made(bo.call('GET', '/catalog/'));
    assert.deepEqual(data.map(({ code }) => code).sort(), ['CBC', 'XR']);

    // What billing may not do is not offered, and said so to who has the address.
    await page.goto('/portal/#/admin/people');
    await page.getByRole('alert').getByText('Your account may not do this.').waitFor();
    await isAccessible(page, 'A page that the account may not see');
  });

  test('is saved whole as a table, or what is searched for', async (t) => {
    const bo = await logIn(suite.service, 'billing');
    for (const code of ['TAB1', 'TAB2', 'TAB3'])
      await made(bo.call('POST', '/catalog/', { json: { name: `Tablet ${code}`, code, default_price: 0.25 } }));
    const page = await openAs(suite, t, bo, '#/admin/prices', { locale: 'de-DE' });
    const limited = (url) => url.replace(/limit=\d+/, 'limit=2');
    await page.route('**/catalog/?*', (route) => route.continue({ url: limited(route.request().url()) }));
    await page.getByRole('searchbox').fill('tablet');
    await page.getByText('2 von 3').waitFor();
    const { name, text } = await savedBy(page, page.getByRole('button', { name: 'Als CSV herunterladen' }));
    assert.equal(name, 'prices.csv');
    assert.deepEqual(
      text.split('\r\n').map((line) => line.split(';').slice(0, 4).join(';')),
      ['\uFEFFcode;name;category;default_price', ...['1', '2', '3'].map((n) => `TAB${n};Tablet TAB${n};;0,25`), ''],
      'all pages, with one head',
    );
  });
});
