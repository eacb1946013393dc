// Today, where the desk and doctors begin: who waits, is late and comes, what is done with them, and the till.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { addDays, today } from './lib/files.mjs';
import { isAccessible, LONG_NAME, made, openAs, PASSWORD, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

/** A Monday that is over: a page may be told that it is now, and a login of today has not ended then. */
const DAY = addDays(today(), -((new Date().getUTCDay() + 6) % 7) - 7);

/** At twenty past nine of it, with one of each: the doctors work from nine to eleven. */
async function dayOf({ call }) {
  const hospital = await smallHospital(call);
  const { book, doctors } = hospital;
  const at = (time, more) => book(`${DAY}T${time}:00`, more);
  return {
    ...hospital,
    done: await at('08:00', { status: 'COMPLETED' }),
    missed: await at('08:20', { status: 'NO_SHOW' }),
    inRoom: await at('08:40', { status: 'IN_PROGRESS' }),
    second: await at('09:10', { status: 'CHECKED_IN' }),
    first: await at('09:00', { status: 'Checked in', doctor_id: doctors[0].id }),
    late: await at('09:05', { doctor_id: doctors[1].id }),
    next: await at('10:00', { doctor_id: doctors[1].id }),
    cancelled: await at('10:20', { status: 'CANCELLED' }),
  };
}

async function openToday(t, account, query, options) {
  const page = await openAs(suite, t, account, '#/patients', options);
  await page.clock.install({ time: `${DAY}T09:20:00Z` });
  await page.goto(`/portal/#/${query}`);
  await page.reload();
  return page;
}

const list = (page, name) => page.getByRole('region', { name });
const idsOf = (page, name) =>
  list(page, name)
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.dataset.row));
const row = (page, { id }) => page.getByRole('row').filter({ has: page.locator(`[data-row="${id}"]`) });
const isFocused = (page, { id }) => page.locator(`[data-row="${id}"]:focus`).waitFor();

describe('Today', () => {
  test('lists who waits, is with a doctor, is late and comes, and what is free', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, ...visits } = await dayOf(nina);
    const page = await openToday(t, nina, `?in=${department.id}`);
    await row(page, visits.first).waitFor();
    assert.equal(
      await page.getByRole('heading', { level: 1 }).textContent(),
      `Today ${new Date(DAY).toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'UTC' })}`,
    );
    assert.deepEqual(await idsOf(page, /^Waiting/), [visits.first.id, visits.second.id], 'in the order of time');
    assert.deepEqual(await idsOf(page, /^In the room/), [visits.inRoom.id]);
    assert.deepEqual(await idsOf(page, /^Late/), [visits.late.id]);
    assert.deepEqual(await idsOf(page, /^Coming next/), [visits.next.id]);
    assert.match(await row(page, visits.first).textContent(), /Next/);
    assert.doesNotMatch(await row(page, visits.second).textContent(), /Next/, 'of the same doctor');
    assert.match(await row(page, visits.first).locator('.queue-number').textContent(), /^\d+$/);
    assert.match(await row(page, visits.late).textContent(), /09:05.*15 mins/);
    assert.deepEqual(
      await page
        .locator('.figures')
        .evaluate((counts) =>
          Object.fromEntries(
            [...counts.querySelectorAll('div')].map((one) => [
              one.querySelector('dt').textContent,
              one.querySelector('dd').textContent,
            ]),
          ),
        ),
      {
        ...{ Appointments: '6', Waiting: '2', 'In the room': '1', Late: '1', Done: '1' },
        'Did not come': '1',
      },
    );
    const again = list(page, 'Cancelled and free again').getByRole('link');
    await again.waitFor();
    assert.deepEqual(await again.allTextContents(), ['10:20']);
    await list(page, 'Next free times').getByRole('link').nth(1).waitFor();
    assert.deepEqual(await list(page, 'Next free times').getByRole('link').allTextContents(), ['09:40', '09:40']);
    await again.click();
    await page.waitForURL(/#\/booking/);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1])), {
      ...{ doctor: doctors[0].id, department: department.id, from: DAY, at: '10:20' },
    });
  });

  test('calls, ends, checks in and notes who did not come by a click or a key, and undoes it', async (t) => {
    const nina = await suite.signUp();
    const { department, ...visits } = await dayOf(nina);
    const statusOf = async ({ id }) => (await made(nina.call('GET', `/calendar/appointments/${id}`))).status;
    const page = await openToday(t, nina, `?in=${department.id}`);
    await row(page, visits.first).getByRole('button', { name: 'Call' }).click();
    await list(page, /^In the room/)
      .locator(`[data-row="${visits.first.id}"]`)
      .waitFor();
    assert.equal(await statusOf(visits.first), 'IN_PROGRESS');
    await isFocused(page, visits.second);
    await page.keyboard.press('c');
    await list(page, /^In the room/)
      .locator(`[data-row="${visits.second.id}"]`)
      .waitFor();
    assert.equal(await statusOf(visits.second), 'IN_PROGRESS');
    await page.getByRole('button', { name: 'Undo' }).click();
    await list(page, /^Waiting/)
      .locator(`[data-row="${visits.second.id}"]`)
      .waitFor();
    assert.equal(await statusOf(visits.second), 'CHECKED_IN');

    const name = page.locator(`[data-row="${visits.inRoom.id}"]`);
    await name.focus();
    await page.keyboard.press('d');
    await name.waitFor({ state: 'detached' });
    assert.equal(await statusOf(visits.inRoom), 'COMPLETED');
    await isFocused(page, visits.first);
    // Back by two steps, as the service has none.
    await page.keyboard.press('z');
    await list(page, /^In the room/)
      .locator(`[data-row="${visits.inRoom.id}"]`)
      .waitFor();
    assert.equal(await statusOf(visits.inRoom), 'IN_PROGRESS');

    await page.locator(`[data-row="${visits.late.id}"]`).focus();
    await page.keyboard.press('ArrowDown');
    await isFocused(page, visits.next);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('n');
    await row(page, visits.late).waitFor({ state: 'detached' });
    assert.equal(await statusOf(visits.late), 'NO_SHOW');
    await page.locator(`[data-row="${visits.next.id}"]`).focus();
    // The button beside the name.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await list(page, /^Waiting/)
      .locator(`[data-row="${visits.next.id}"]`)
      .waitFor();
    assert.equal(await statusOf(visits.next), 'CHECKED_IN');
    await page.locator(`[data-row="${visits.next.id}"]`).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await isFocused(page, visits.next);
  });

  test('overwrites nothing that a colleague has done meanwhile, and shows it', async (t) => {
    const nina = await suite.signUp();
    const { department, first } = await dayOf(nina);
    const page = await openToday(t, nina, `?in=${department.id}`);
    const call = row(page, first).getByRole('button', { name: 'Did not come' });
    await call.waitFor();
    await made(nina.call('PATCH', `/calendar/appointments/${first.id}`, { json: { status: 'IN_PROGRESS' } }));
    await call.click();
    await page.getByRole('alert').getByText('Somebody else has changed this appointment meanwhile').waitFor();
    await list(page, /^In the room/)
      .locator(`[data-row="${first.id}"]`)
      .waitFor();
    assert.equal((await made(nina.call('GET', `/calendar/appointments/${first.id}`))).status, 'IN_PROGRESS');
  });

  test('is a doctor’s own day, and everybody’s by a click', async (t) => {
    const nina = await suite.signUp();
    const { book, first } = await dayOf(nina);
    const eva = { email: `eva.${first.id}@clinic.example` };
    const user = { email: eva.email, password: PASSWORD };
    const json = { first_name: 'Eva', last_name: 'Berg', license_number: eva.email, user };
    const { id } = await made(nina.call('POST', '/doctor/', { json }));
    const own = await book(`${DAY}T09:00:00`, { doctor_id: id, status: 'CHECKED_IN' });
    const page = await openToday(t, eva, '');
    await row(page, own).waitFor();
    assert.deepEqual(await idsOf(page, /^Waiting/), [own.id]);
    assert.equal(await list(page, 'Money').count(), 0);
    await page.getByRole('link', { name: 'Everybody’s day' }).click();
    await list(page, /^Waiting/)
      .getByRole('row')
      .nth(2)
      .waitFor();
    await page.getByRole('link', { name: 'My day' }).click();
    await list(page, /^Waiting/)
      .getByRole('row')
      .nth(2)
      .waitFor({ state: 'detached' });
    assert.deepEqual(await idsOf(page, /^Waiting/), [own.id]);
  });

  test('tells those who bill what was taken and what is unpaid, and offers them nothing else', async (t) => {
    const nina = await suite.signUp();
    const { patient, first } = await dayOf(nina);
    const items = [{ name: 'Bandage', quantity: 1, unit_price: 20 }];
    const json = { patient_id: patient.id, status: 'ISSUED', items };
    const { id } = await made(nina.call('POST', '/invoice/', { json }));
    await made(nina.call('POST', `/invoice/${id}/payments`, { json: { amount: 5, method: 'cash' } }));
    await suite.service.query(`UPDATE user SET type = 'billing' WHERE email = ?`, nina.email);
    const page = await openToday(t, nina, '');
    const money = list(page, 'Money');
    await money.getByText('US$5.00').first().waitFor();
    await money.getByText('unpaid, 1 invoice').waitFor();
    assert.match(await money.textContent(), /US\$15\.00\s*unpaid, 1 invoice/);
    await row(page, first).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Call' }).count(), 0);
    await money.getByRole('link', { name: /unpaid/ }).click();
    await page.waitForURL(/#\/invoices\?show=unpaid/);
  });

  test('leads links from when the calendar was here to the calendar', async (t) => {
    const nina = await suite.signUp();
    const { department, next } = await dayOf(nina);
    const page = await openAs(suite, t, nina, `#/?day=${DAY}&department=${department.id}&appointment=${next.id}`);
    await page.getByRole('dialog').waitFor();
    assert.match(page.url(), new RegExp(`#/calendar\\?day=${DAY}&department=${department.id}`));
  });
});

describe('Today has no violation of accessibility and does not scroll sideways', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(view, async (t) => {
      const nina = await suite.signUp();
      const { department, doctors, patient, first, late } = await dayOf(nina);
      const name = { json: { last_name: LONG_NAME } };
      await made(nina.call('PATCH', `/patient/${patient.id}`, name));
      await made(nina.call('PATCH', `/doctor/${doctors[0].id}`, name));
      const page = await openToday(t, nina, `?in=${department.id}`, options);
      await row(page, first).waitFor();
      await isAccessible(page, 'Today');
      await row(page, late).getByRole('button').last().click();
      await page.locator('.undo button').waitFor();
      await isAccessible(page, 'Today, with something to undo');
    });
  }
});
