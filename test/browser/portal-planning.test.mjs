// What visits are planned with: types, rooms and equipment, as administration writes them, and where visits show them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();
const admin = () => logIn(suite.service, 'admin');
const PREFER = { prefer: 'return=representation' };

/** Adds what is planned with. */
const adding = (call) => ({
  type: (json) => made(call('POST', '/calendar/types/', { json: { minutes: 30, ...json } })),
  room: (json) => made(call('POST', '/calendar/resources/', { json })),
  price: (json) => made(call('POST', '/catalog/', { json, headers: PREFER })),
  read: (path) => made(call('GET', path)),
});
let prices = 0;
const codeOf = () => `PLAN-${++prices}`;

describe('Appointment types', () => {
  test('are added with whom, where, what they need and what they cost', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors } = await smallHospital(nina.call);
    const { room, price, read } = adding(nina.call);
    await room({ name: 'Ultrasound 1', kind: 'Ultrasound' });
    const item = await price({ code: codeOf(), name: 'Ultrasound of the heart', default_price: 210 });
    const page = await openAs(suite, t, nina, '#/admin', { expected: [/status of 422/] });
    await page.getByRole('link', { name: /^Appointment types/ }).click();
    await page.getByText('No type yet').waitFor();
    await isAccessible(page, 'No types');
    await page.getByRole('link', { name: 'Add a type' }).click();
    await page.getByLabel('Name').fill('Echo');
    await page.getByLabel('Length in minutes').fill('40');
    await page.getByLabel('Minutes kept after').fill('10');
    await page.getByLabel('Departments').selectOption(department.id);
    await page.getByLabel('Doctors').selectOption(doctors[1].id);
    await page.getByLabel('Doctors').selectOption(doctors[0].id);
    await page.getByRole('button', { name: /^Remove Amira Haddad/ }).click();
    const needs = page.getByLabel('Room or equipment needed');
    const list = page.locator(`datalist[id="${await needs.getAttribute('list')}"] option`);
    assert.deepEqual(await list.evaluateAll((options) => options.map(({ value }) => value)), ['Ultrasound']);
    await needs.fill('ultrasound');
    await page.getByLabel('Hours of notice').fill('24');
    await page.getByRole('combobox', { name: 'On the invoice' }).fill('heart');
    await page.getByRole('option', { name: /^Ultrasound of the heart/ }).click();
    await page.getByRole('checkbox', { name: /^Programs/ }).check();
    await isAccessible(page, 'A new type');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Echo' });
    await row.getByText('40 minutes (+ 0 before, 10 after)').waitFor();
    await row.getByText(department.name).waitFor();
    await row.getByText('Erik Lind').waitFor();

    const { id, retired_at, ...type } = (await read('/calendar/types/')).find(({ name }) => name === 'Echo');
    assert.deepEqual(type, {
      ...{ name: 'Echo', minutes: 40, buffer_before: 0, buffer_after: 10 },
      ...{ department_ids: [department.id], doctor_ids: [doctors[0].id], catalog_id: item.id },
      ...{ bookable_online: true, min_notice_hours: 24, needs: 'ultrasound' },
    });
    assert.equal(retired_at, null);
    await row.getByRole('link', { name: 'Echo' }).click();
    await page.getByLabel('Minutes kept after').fill('241');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('240 at most.').waitFor();
    await page.getByLabel('Minutes kept after').fill('');
    await page.getByRole('button', { name: 'Remove Ultrasound of the heart' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'Echo' }).getByText('40 minutes', { exact: true }).waitFor();
    const changed = await read(`/calendar/types/${id}`);
    assert.deepEqual([changed.buffer_after, changed.catalog_id], [0, null]);
  });

  test('are changed beside others, whose changes are told in words', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors } = await smallHospital(nina.call);
    const { type, read } = adding(nina.call);
    const { id } = await type({ name: 'Check-up' });
    const page = await openAs(suite, t, nina, `#/admin/types/${id}`, { expected: [/status of 412/] });
    await page.getByLabel('Doctors').selectOption(doctors[0].id);
    const json = { doctor_ids: [doctors[1].id], department_ids: [department.id] };
    await made(nina.call('PATCH', `/calendar/types/${id}`, { json }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this meanwhile.').waitFor();
    await page
      .locator('.facts')
      .getByText(/^Amira Haddad/)
      .waitFor();
    await isAccessible(page, 'A type that others have changed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'Check-up' }).waitFor();
    const saved = await read(`/calendar/types/${id}`);
    assert.deepEqual(saved.doctor_ids, [doctors[0].id]);
    assert.deepEqual(saved.department_ids, [department.id], 'what nobody has touched here stays');
  });

  test('are retired and brought back, and deleted where no visit has them', async (t) => {
    const nina = await suite.signUp();
    const { book } = await smallHospital(nina.call);
    const { type, read } = adding(nina.call);
    const { id } = await type({ name: 'Acupuncture' });
    const visit = await book(`${MONDAY}T09:00:00`, { type_id: id });
    const page = await openAs(suite, t, nina, `#/admin/types/${id}`, { expected: [/status of 400/] });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Delete …' }).click();
    await isAccessible(page, 'Before a type is deleted');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Visits have this type, so it stays. Retire it instead').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Retire …' }).click();
    await dialog.getByText('Acupuncture is offered no more.').waitFor();
    await dialog.getByRole('button', { name: 'Retire it' }).click();
    const restore = page.getByRole('button', { name: 'Offer it again' });
    await restore.waitFor();
    await isAccessible(page, 'A retired type');
    assert.notEqual((await read(`/calendar/types/${id}`)).retired_at, null);
    assert.equal((await read(`/calendar/appointments/${visit.id}`)).type_id, id, 'its visits keep it');
    await page.getByRole('main').getByRole('link', { name: 'Appointment types' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Acupuncture' });
    await row.getByText('Retired').waitFor();
    await row.getByRole('link').click();
    await restore.click();
    await restore.waitFor({ state: 'detached' });
    assert.equal((await read(`/calendar/types/${id}`)).retired_at, null);

    const { id: unused } = await type({ name: 'Hypnosis' });
    await page.goto(`/portal/#/admin/types/${unused}`);
    await page.getByRole('heading', { name: 'Hypnosis' }).waitFor();
    await page.getByRole('button', { name: 'Delete …' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The type is deleted.').waitFor();
    assert.equal((await nina.call('GET', `/calendar/types/${unused}`)).status, 404);
  });
});

describe('Rooms and equipment', () => {
  test('are added to a department, change, and stay as long as visits take them', async (t) => {
    const nina = await suite.signUp();
    const { department, book } = await smallHospital(nina.call);
    const { read } = adding(nina.call);
    const page = await openAs(suite, t, nina, '#/admin/rooms/new', { expected: [/status of 400/] });
    await page.getByLabel('Name').fill('Plaster room');
    await page.getByLabel('Kind').fill('Plaster');
    await page.getByLabel('Department').selectOption(department.id);
    await isAccessible(page, 'A new room');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Plaster room' });
    await row.getByText(department.name).waitFor();
    await isAccessible(page, 'Rooms');
    const { id } = (await read('/calendar/resources/')).find(({ name }) => name === 'Plaster room');
    await row.getByRole('link').click();
    await page.getByLabel('Department').selectOption('All');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('cell', { name: 'All' }).waitFor();
    assert.equal((await read(`/calendar/resources/${id}`)).department_id, null);

    const visit = await book(`${MONDAY}T09:20:00`, { resource_id: id });
    await row.getByRole('link').click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Delete …' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Visits that are still to come use it.').waitFor();
    await isAccessible(page, 'A room that is used');
    await dialog.getByRole('link', { name: 'Show the first appointment' }).click();
    const choice = dialog.getByRole('combobox', { name: 'Room' });
    await choice.waitFor();
    assert.equal(await choice.inputValue(), id);
    assert.match(page.url(), new RegExp(`appointment=${visit.id}`));
    const cancelled = { status: 'CANCELLED' };
    await made(nina.call('PATCH', `/calendar/appointments/${visit.id}`, { json: cancelled }));
    await page.goto(`/portal/#/admin/rooms/${id}`);
    await page.getByRole('heading', { name: 'Plaster room' }).waitFor();
    await page.getByRole('button', { name: 'Delete …' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Plaster room is deleted.').waitFor();
    assert.equal((await nina.call('GET', `/calendar/resources/${id}`)).status, 404);
  });

  test('are shown at a visit with its type, and another one is chosen there', async (t) => {
    const nina = await suite.signUp();
    const { book } = await smallHospital(nina.call);
    const { type, room, read } = adding(nina.call);
    const kind = 'Laser';
    const first = await room({ name: 'Laser 1', kind });
    const second = await room({ name: 'Laser 2', kind });
    const { id: type_id } = await type({ name: 'Laser treatment', needs: kind });
    const visit = await book(`${MONDAY}T09:40:00`, { type_id });
    assert.equal(visit.resource_id, first.id);
    const path = `/calendar/appointments/${visit.id}`;
    const page = await openAs(suite, t, nina, `#/calendar?day=${MONDAY}&appointment=${visit.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Laser treatment').waitFor();
    const choice = dialog.getByRole('combobox', { name: 'Room' });
    assert.equal(await choice.inputValue(), first.id);
    await isAccessible(page, 'A visit with a room');
    await choice.selectOption({ label: 'Laser 2' });
    await page.getByText('The visit is saved.').waitFor();
    assert.equal((await read(path)).resource_id, second.id);
    await made(nina.call('PATCH', path, { json: { status: 'COMPLETED' } }));
    await page.reload();
    await dialog.getByText('Laser 2').waitFor();
    assert.equal(await choice.count(), 0, 'of what is over the room stays');
  });
});

describe('An invoice of a visit', () => {
  test('begins with the service that its type names, which can be taken out', async (t) => {
    const nina = await suite.signUp();
    const { book, doctors, patient } = await smallHospital(nina.call);
    const { type, price, read } = adding(nina.call);
    await made(nina.call('PATCH', `/doctor/${doctors[0].id}`, { json: { consultation_fee: 80 } }));
    const item = await price({ code: codeOf(), name: 'Acupuncture, 30 minutes', default_price: 55, tax_percent: 7 });
    const other = await price({ code: codeOf(), name: 'Needles to take home', default_price: 9 });
    const { id: type_id } = await type({ name: 'Acupuncture', catalog_id: item.id });
    const visit = await book(`${MONDAY}T10:00:00`, { type_id });
    const path = `#/invoices/new?patient=${patient.id}&appointment=${visit.id}`;
    const page = await openAs(suite, t, nina, path, { expected: [/status of 404/] });
    const service = page.getByLabel('Service');
    await service.waitFor();
    assert.equal(await service.inputValue(), 'Acupuncture, 30 minutes');
    assert.equal(await page.getByRole('spinbutton').count(), 0);
    await isAccessible(page, 'An invoice that begins with a service');
    // Others stand below it.
    await page.getByRole('combobox', { name: 'Add from the catalog' }).fill('needles');
    await page.getByRole('option', { name: /^Needles/ }).click();
    assert.deepEqual(await service.evaluateAll((inputs) => inputs.map(({ value }) => value)), [
      ...['Acupuncture, 30 minutes', 'Needles to take home'],
    ]);
    await page.getByRole('button', { name: 'Remove line 1' }).click();
    assert.equal(await service.inputValue(), 'Needles to take home');
    await page.getByRole('link', { name: 'Cancel' }).click();

    await page.goto(`/portal/${path}`);
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await page.waitForURL(/#\/invoices\/[\da-f-]{36}$/);
    const invoice = await read(`/invoice/${page.url().split('/').at(-1)}`);
    assert.deepEqual(
      invoice.items.map(({ catalog_id, unit_price, tax_percent, doctor_id }) => [
        catalog_id,
        unit_price,
        tax_percent,
        doctor_id,
      ]),
      [[item.id, 55, 7, doctors[0].id]],
    );

    // What has been invoiced is not proposed again, and what is sold no more is not proposed at all.
    await page.goto(`/portal/${path}`);
    await page.getByText('No lines yet').waitFor();
    await made(nina.call('PATCH', `/calendar/types/${type_id}`, { json: { catalog_id: other.id } }));
    await made(nina.call('DELETE', `/catalog/${other.id}`));
    const next = await book(`${MONDAY}T10:20:00`, { type_id });
    await page.goto(`/portal/#/invoices/new?patient=${patient.id}&appointment=${next.id}`);
    await service.waitFor();
    assert.equal(await service.inputValue(), 'Consultation, Erik Lind');
  });
});

describe('The pages of types and rooms', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(`are read ${view}`, async (t) => {
      const ada = await admin();
      const { department, doctors, book } = await smallHospital(ada.call);
      const { type, room, price } = adding(ada.call);
      const item = await price({ code: codeOf(), name: 'Cast', default_price: 72 });
      const kind = 'Plaster room, of the size that a bed fits in';
      const cast = await room({ name: `Plaster ${view}`, kind, department_id: department.id });
      const { id } = await type({
        ...{ name: `Plaster cast ${view}`, buffer_before: 5, buffer_after: 15, needs: kind, catalog_id: item.id },
        ...{ department_ids: [department.id], doctor_ids: doctors.map((doctor) => doctor.id) },
      });
      const { id: former } = await type({ name: `Splint ${view}` });
      await made(ada.call('PATCH', `/calendar/types/${former}`, { json: { retired: true } }));
      const visit = await book(`${MONDAY}T09:00:00`, { type_id: id });
      const page = await openAs(suite, t, ada, '#/admin', options);
      for (const path of [
        ...['types', 'types/new', `types/${id}`, `types/${former}`, 'rooms', 'rooms/new', `rooms/${cast.id}`],
      ]) {
        await page.goto(`/portal/#/admin/${path}`);
        await page.waitForLoadState('networkidle');
        await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
        await isAccessible(page, path);
        assert.equal(await page.locator('h1').count(), 1, path);
        assert.equal(await page.getByRole('alert').count(), 0, path);
      }
      await page.goto(`/portal/#/calendar?day=${MONDAY}&appointment=${visit.id}`);
      await page.getByRole('dialog').getByText(`Plaster cast ${view}`).waitFor();
      await isAccessible(page, 'A visit of a type');
    });
  }
});
