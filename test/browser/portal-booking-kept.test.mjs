// Booking as clinics plan: by type, with a time that is kept meanwhile, as a series, and wherever somebody is free first.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital } from './lib/portal.mjs';

const suite = builtSuite();
const strict = builtSuite({ DOUBLE_BOOKING: 'reject' });

const TYPE = { name: 'Ultrasound', minutes: 40, buffer_before: 0, buffer_after: 0 };

const appointmentsOf = ({ call }, { id }) => made(call('GET', `/calendar/appointments/?patient_id=${id}&view=full`));
const book = (page) => page.getByRole('button', { name: 'Book', exact: true });
const kept = (page) => page.getByText(/^Kept for you until \d\d:\d\d/);

/** A small hospital, which a type of visit is offered in, and the page on which its patient is booked. */
async function planned(t, type = {}, options = {}) {
  const nina = await suite.signUp();
  const hospital = await smallHospital(nina.call);
  const { doctors, patient } = hospital;
  const json = { ...TYPE, name: `Ultrasound ${patient.last_name}`, ...type };
  const kind = await made(nina.call('POST', '/calendar/types/', { json }));
  const address = `#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`;
  const open = (more = '') => openAs(suite, t, nina, address + more, options);
  return { nina, ...hospital, kind, address, open };
}

/** Keeps a time for an account, as its own page would. */
const hold = ({ call }, doctor, schedule) =>
  call('POST', '/calendar/holds', { json: { doctor_id: doctor.id, schedule, minutes: 20 } });

describe('A type of visit', () => {
  test('says how long it lasts and who has it', async (t) => {
    const { nina, doctors, patient, kind, open } = await planned(t);
    const json = { doctor_ids: [doctors[0].id] };
    await made(nina.call('PATCH', `/calendar/types/${kind.id}`, { json }));
    const page = await open();
    await page.getByLabel('10:40').waitFor({ state: 'attached' });
    await page.getByLabel('Type of visit').selectOption(kind.name);
    await page.getByText('Empty: 40, as the type says').waitFor();
    // It would last longer than the hours.
    await page.getByLabel('10:40').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Doctor', { exact: true }).getByRole('option').count(), 2);
    await page.getByLabel('09:20').check();
    await kept(page).waitFor();
    await isAccessible(page, 'Booking by type');
    await book(page).click();
    await page.getByText(`Booked for Åsa ${patient.last_name}: 7 Jan 2030, 09:20.`).waitFor();
    const [{ type, type_id, schedule, expected_duration_minutes }] = await appointmentsOf(nina, patient);
    assert.deepEqual(
      { type, type_id, schedule, expected_duration_minutes },
      { type: kind.name, type_id: kind.id, schedule: `${MONDAY}T09:20:00`, expected_duration_minutes: 40 },
    );
  });

  test('that is retired is not offered', async (t) => {
    const { nina, kind, open } = await planned(t);
    await made(nina.call('PATCH', `/calendar/types/${kind.id}`, { json: { retired: true } }));
    const page = await open(`&type=${kind.id}`);
    await page.getByLabel('10:40').waitFor({ state: 'attached' });
    assert.equal(await page.getByRole('option', { name: kind.name }).count(), 0);
  });
});

describe('A time that is chosen', () => {
  test('is kept, and with it a room; it is given back when another one is chosen or the page is left', async (t) => {
    const { nina, doctors, kind, open } = await planned(t, { needs: 'Scanner' });
    const room = await made(nina.call('POST', '/calendar/resources/', { json: { name: 'Room 7', kind: 'scanner' } }));
    const olu = await suite.signUp();
    const page = await open(`&type=${kind.id}`);
    await page.getByLabel('09:20').check();
    await kept(page).filter({ hasText: room.name }).waitFor();
    assert.equal((await hold(olu, doctors[0], `${MONDAY}T09:20:00`)).status, 409);
    await page.getByLabel('10:00').check();
    await isFree(olu, doctors[0], `${MONDAY}T09:20:00`);
    assert.equal((await hold(olu, doctors[0], `${MONDAY}T10:00:00`)).status, 409);
    await page.getByRole('link', { name: 'Patients' }).click();
    await isFree(olu, doctors[0], `${MONDAY}T10:00:00`);
  });

  test('may be kept for somebody else since: that is said, and what is free now is shown', async (t) => {
    const { doctors, open } = await planned(t, {}, { expected: [/status of 409/] });
    const olu = await suite.signUp();
    const page = await open();
    const time = page.getByLabel('09:40');
    await time.waitFor({ state: 'attached' });
    await made(hold(olu, doctors[0], `${MONDAY}T09:40:00`));
    await time.check();
    await page.getByRole('alert').filter({ hasText: 'Somebody else is being booked at that time.' }).waitFor();
    await time.waitFor({ state: 'detached' });
    await page.getByText('Choose a time.', { exact: true }).waitFor();
    await page.getByLabel('10:00').check();
    await kept(page).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  test('is kept for five minutes, and then again for who wants that', async (t) => {
    const { patient, open } = await planned(t);
    const page = await open();
    await page.getByLabel('09:40').waitFor({ state: 'attached' });
    await page.clock.install();
    await page.getByLabel('09:40').check();
    await kept(page).waitFor();
    await page.clock.runFor('04:59');
    await page.getByText('This time is no longer kept for you.').waitFor();
    await page.getByRole('button', { name: 'Keep it again' }).click();
    await kept(page).waitFor();
    await book(page).click();
    await page.getByText(`Booked for Åsa ${patient.last_name}`).waitFor();
  });

  test('is booked without being kept, where no more can be', async (t) => {
    const { nina, doctors, patient, open } = await planned(t, {}, { expected: [/status of 429/] });
    for (const time of ['09:00', '10:20', '10:40']) await made(hold(nina, doctors[1], `${MONDAY}T${time}:00`));
    const page = await open();
    const refused = page.waitForResponse((answer) => answer.status() === 429);
    await page.getByLabel('09:40').check();
    await refused;
    assert.equal(await page.getByRole('alert').count(), 0);
    await book(page).click();
    await page.getByText(`Booked for Åsa ${patient.last_name}: 7 Jan 2030, 09:40.`).waitFor();
  });

  test('is booked all the same where the service lets it, and what it lacks is told', async (t) => {
    const { nina, doctors, patient, kind, open } = await planned(
      t,
      { needs: 'Laser' },
      { expected: [/status of 409/] },
    );
    const olu = await suite.signUp();
    await made(hold(olu, doctors[0], `${MONDAY}T10:00:00`));
    const page = await open(`&type=${kind.id}&at=10:00`);
    await page.getByText('Chosen time 7 Jan 2030, 10:00 · 40 minutes').waitFor();
    await book(page).click();
    await page.getByText(`Booked for Åsa ${patient.last_name}`).waitFor();
    const told = page.getByRole('alert');
    await told.getByText('Somebody else is being booked at that time.').waitFor();
    await told.getByText('The visit has no room').waitFor();
    const [visit] = await appointmentsOf(nina, patient);
    assert.equal(visit.resource_id, undefined);
  });
});

/** Waits until a time is nobody's. */
async function isFree(who, doctor, schedule) {
  for (let attempt = 0; attempt < 40; attempt++) {
    const { status, body } = await hold(who, doctor, schedule);
    if (status === 201) return made(who.call('DELETE', `/calendar/holds/${body.id}`));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  assert.fail(`${schedule} is still kept`);
}

async function closeOn({ call }, day, doctor) {
  const closure = { name: 'Inventory', from: day, to: day, doctor_id: doctor.id };
  const { closures } = await made(call('GET', '/calendar/closures'));
  await made(call('PUT', '/calendar/closures', { json: { closures: [...closures, closure] } }));
}

describe('A series', () => {
  test('is looked at first, with what speaks against a day, and can be ended', async (t) => {
    const { nina, doctors, patient, open } = await planned(t);
    await closeOn(nina, '2030-01-14', doctors[0]);
    const page = await open();
    await page.getByLabel('09:40').check();
    await page.getByLabel('This visit repeats').check();
    await page.getByLabel('Number of visits').fill('');
    await page.getByText('Say how often the visit repeats.').waitFor();
    await page.getByLabel('Number of visits').fill('3');
    await page.getByRole('button', { name: 'Look at the days' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('listitem')
      .filter({ hasText: /14 January 2030.*Closed: Inventory/ })
      .waitFor();
    await isAccessible(page, 'A series before it is booked');
    assert.deepEqual(await appointmentsOf(nina, patient), []);
    await dialog.getByRole('button', { name: 'Book 3 visits' }).click();
    await dialog.getByText(`3 visits are booked for Åsa ${patient.last_name}.`).waitFor();
    const visits = await appointmentsOf(nina, patient);
    assert.deepEqual(
      visits.map(({ schedule }) => schedule),
      [`${MONDAY}T09:40:00`, '2030-01-14T09:40:00', '2030-01-21T09:40:00'],
    );

    await dialog.getByRole('link', { name: /^Monday,? 21 January 2030/ }).click();
    await page.getByText('Visit 3 of 3 in a series').click();
    await isAccessible(page, 'A visit of a series');
    await page.getByRole('dialog').getByRole('link', { name: '7 Jan 2030, 09:40' }).click();
    await page.getByText('Visit 1 of 3 in a series').click();
    await page.getByRole('button', { name: 'Cancel this and following' }).click();
    await page.getByLabel('Reason of cancellation').fill('Moved away');
    await page.getByRole('button', { name: 'Cancel these visits' }).click();
    await page.getByText('This visit and those that follow are cancelled.').waitFor();
    assert.deepEqual(
      (await appointmentsOf(nina, patient)).map(({ status, cancel_reason }) => [status, cancel_reason]),
      Array(3).fill(['CANCELLED', 'Moved away']),
    );
  });

  test('is booked without the days on which it cannot be, and says so', async (t) => {
    const nina = await strict.signUp();
    const { doctors, patient, book } = await smallHospital(nina.call);
    await closeOn(nina, '2030-01-14', doctors[0]);
    await book('2030-01-21T09:40:00');
    const address = `#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`;
    const page = await openAs(strict, t, nina, address);
    await page.getByLabel('09:40').check();
    await page.getByLabel('This visit repeats').check();
    await page.getByRole('button', { name: 'Look at the days' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 visits cannot be booked and are left out.').waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: /14 January 2030.*Closed/ })
      .waitFor();
    await dialog.getByRole('button', { name: 'Book 2 visits' }).click();
    await dialog.getByText(`2 visits are booked for Åsa ${patient.last_name}.`).waitFor();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: /21 January 2030.*another appointment/ })
      .waitFor();
    const visits = await appointmentsOf(nina, patient);
    assert.equal(visits.filter(({ series_id }) => series_id).length, 2);
  });

  test('that is free on all its days ends on a day', async (t) => {
    const { nina, patient, open } = await planned(t);
    const page = await open();
    await page.getByLabel('10:00').check();
    await page.getByLabel('This visit repeats').check();
    await page.getByLabel('Every how many weeks').fill('2');
    await page.getByLabel('It ends').selectOption('on a day');
    await page.getByRole('textbox', { name: 'Last day' }).fill('2030-02-04');
    await page.getByRole('button', { name: 'Look at the days' }).click();
    await page.getByRole('button', { name: 'Book 3 visits' }).click();
    await page.getByText('3 visits are booked').waitFor();
    assert.equal((await appointmentsOf(nina, patient)).length, 3);
  });
});

test('Who does not mind to whom they come takes the first free time', async (t) => {
  const nina = await suite.signUp();
  const { patient } = await smallHospital(nina.call);
  const page = await openAs(suite, t, nina, `#/booking?patient=${patient.id}`);
  await page.getByRole('button', { name: 'First free times' }).click();
  const list = page.getByRole('list', { name: 'First free times' });
  await list.getByRole('listitem').nth(1).waitFor();
  await isAccessible(page, 'First free times');
  const offer = list.getByRole('listitem').first();
  const time = await offer.getByRole('button').textContent();
  const said = await offer.textContent();
  await offer.getByRole('button').click();
  await kept(page).waitFor();
  await page.getByText(`Chosen time ${time}`).waitFor();
  await book(page).click();
  await page.getByText(`Booked for Åsa ${patient.last_name}: ${time}.`).waitFor();
  const [visit] = await appointmentsOf(nina, patient);
  for (const name of [visit.doctor.last_name, visit.department.name]) assert.ok(said.includes(name), said);
});
