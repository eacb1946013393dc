// Times in the portal's booking: those that are free and why there are none, one's own and what is asked about it, and moving.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital } from './lib/portal.mjs';
import { PHONE } from './lib/suite.mjs';

const suite = builtSuite();

const appointmentsOf = ({ call }, { id }) => made(call('GET', `/calendar/appointments/?patient_id=${id}`));

/** What the dialog says that asks about a time, without the marks of direction. */
async function askedOn(page) {
  const asked = page.getByRole('dialog').getByRole('listitem');
  await asked.first().waitFor();
  return (await asked.allTextContents()).map((text) => text.replace(/[\u2068\u2069]/g, ''));
}

describe('A time of one’s own', () => {
  test('comes with the address, and is asked about where it is closed, outside of the hours and taken', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, patient, book } = await smallHospital(nina.call);
    await book(`${MONDAY}T10:50:00`, { doctor_id: doctors[1].id });
    const closed = { name: 'Repair', from: `${MONDAY}T11:00`, to: `${MONDAY}T12:00`, department_id: department.id };
    await made(nina.call('PUT', '/calendar/closures', { json: { closures: [closed] } }));
    const place = `from=${MONDAY}&at=10:50&doctor=${doctors[0].id}&department=${department.id}`;
    const page = await openAs(suite, t, nina, `#/booking?patient=${patient.id}&${place}`);
    await page.locator('.confirm').getByText('7 Jan 2030, 10:50').waitFor();
    await page.getByText(patient.reg_number).waitFor();
    await page.getByLabel('Length in minutes').fill('30');
    await page.getByRole('button', { name: 'Book' }).click();
    assert.deepEqual(await askedOn(page), [
      'Closed: Repair, 7 Jan 2030, 11:00 – 12:00.',
      'Outside of the doctor’s hours there, which are 09:00 – 11:00 on that day.',
      'The patient has another visit then: 10:50 – 11:10, Amira Haddad.',
    ]);
    await page.getByRole('button', { name: 'Book all the same' }).click();
    await page.getByText(`Booked for Åsa ${patient.last_name}: 7 Jan 2030, 10:50.`).waitFor();
    const [own] = (await appointmentsOf(nina, patient)).filter(({ doctor_id }) => doctor_id === doctors[0].id);
    assert.deepEqual(
      { schedule: own.schedule, minutes: own.expected_duration_minutes },
      { schedule: `${MONDAY}T10:50:00`, minutes: 30 },
    );
    assert.equal(await page.getByLabel('Another time').isChecked(), false, 'it is not booked once more');
    await made(nina.call('PUT', '/calendar/closures', { json: { closures: [] } }));
  });

  test('that is free is one of the free ones; one that is over is asked about', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, patient } = await smallHospital(nina.call);
    const place = `from=${MONDAY}&at=09:20&doctor=${doctors[0].id}&department=${department.id}`;
    const page = await openAs(suite, t, nina, `#/booking?patient=${patient.id}&${place}`);
    await page.getByRole('radio', { name: '09:20', checked: true }).waitFor({ state: 'attached' });
    await page.getByText('20 minutes').waitFor();
    // At once: the free times on the page are still those of 20 minutes.
    const chosen = await page.getByLabel('Length in minutes').evaluate((field) => {
      field.value = '40';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return new Promise((resolve) => {
        requestAnimationFrame(() => resolve(document.querySelector('.confirm').textContent));
      });
    });
    assert.match(chosen, /40 minutes/);
    await page.getByLabel('Length in minutes').fill('');
    await page.getByLabel('Date').fill('2024-01-01');
    await page.getByLabel('At', { exact: true }).fill('09:00');
    await page.getByRole('button', { name: 'Book' }).click();
    assert.deepEqual(await askedOn(page), ['This time is over.']);
    await page.keyboard.press('Escape');
    assert.deepEqual(await appointmentsOf(nina, patient), []);
  });
});

describe('Free times', () => {
  test('say why a day has none, and lead to the next ones', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, book } = await smallHospital(nina.call);
    for (const time of ['09:00', '09:40', '10:20'])
      await book(`${MONDAY}T${time}:00`, { expected_duration_minutes: 40 });
    const closed = { name: 'Leave', from: MONDAY, to: MONDAY, doctor_id: doctors[1].id };
    await made(nina.call('PUT', '/calendar/closures', { json: { closures: [closed] } }));
    const page = await openAs(suite, t, nina, `#/booking?from=${MONDAY}&department=${department.id}`);
    const cells = (name) => page.getByRole('row', { name }).getByRole('cell').allTextContents();
    await page.getByText('No free times in these days.').waitFor();
    assert.deepEqual((await cells('Erik Lind')).slice(0, 2), ['Full', 'No hours']);
    assert.deepEqual((await cells('Amira Haddad')).slice(0, 2), ['Closed: Leave', 'No hours']);
    await isAccessible(page, 'A week without free times');
    await page.getByRole('button', { name: 'Next free time' }).click();
    await page.getByRole('heading', { name: 'Mon 14 Jan – Sun 20 Jan' }).waitFor();
    const erik = page.getByRole('row', { name: 'Erik Lind' });
    await erik.getByRole('radio').first().waitFor({ state: 'attached' });
    assert.equal(await erik.getByRole('radio').count(), 3);
    await erik.getByRole('button', { name: /^3 more: Erik Lind/ }).click();
    assert.equal(await erik.getByRole('radio').count(), 6);
    await page.getByLabel('From day').fill('2030-02-04');
    await page.getByRole('heading', { name: 'Mon 4 Feb – Sun 10 Feb' }).waitFor();
    await page.getByLabel('Length in minutes').fill('60');
    await erik.getByRole('button', { name: /^1 more: Erik Lind/ }).click();
    assert.deepEqual(await erik.locator('.slots label').allTextContents(), ['09:00', '09:20', '09:40', '10:00']);
    await made(nina.call('PUT', '/calendar/closures', { json: { closures: [] } }));
  });
});

describe('Moving', () => {
  test('is done as booking is, to another doctor, too, and only as the appointment was seen', async (t) => {
    const nina = await suite.signUp();
    const { doctors, book } = await smallHospital(nina.call);
    const { id } = await book(`${MONDAY}T09:00:00`);
    const read = async () => {
      const { schedule, doctor_id } = await made(nina.call('GET', `/calendar/appointments/${id}`));
      return { schedule, doctor_id };
    };
    const page = await openAs(suite, t, nina, `#/booking?move=${id}`, { expected: [/status of 412/] });
    await page.getByText('The appointment is now').waitFor();
    await page.getByRole('radio', { name: '09:20' }).check();
    await made(nina.call('PATCH', `/calendar/appointments/${id}`, { json: { schedule: `${MONDAY}T10:00:00` } }));
    await page.getByRole('button', { name: 'Move to 7 Jan 2030, 09:20' }).click();
    await page.getByRole('alert').getByText('Somebody else has changed this meanwhile').waitFor();
    await page.locator('.who').getByText('10:00 – 10:20').waitFor();
    assert.equal((await read()).schedule, `${MONDAY}T10:00:00`);
    await page.getByLabel('Doctor', { exact: true }).selectOption(doctors[1].id);
    await page.getByRole('row', { name: 'Amira Haddad' }).getByRole('radio', { name: '10:40' }).check();
    await page.getByRole('button', { name: 'Move to 7 Jan 2030, 10:40' }).click();
    await page.getByText('Moved to 7 Jan 2030, 10:40.').waitFor();
    await page.waitForURL(/day=2030-01-07/);
    assert.deepEqual(await read(), { schedule: `${MONDAY}T10:40:00`, doctor_id: doctors[1].id });
  });
});

test('A time is booked on a phone in Arabic', async (t) => {
  const nina = await suite.signUp();
  const { department, patient } = await smallHospital(nina.call);
  const hash = `#/booking?from=${MONDAY}&department=${department.id}&patient=${patient.id}`;
  const page = await openAs(suite, t, nina, hash, { locale: 'ar-EG', viewport: PHONE });
  await page.locator('.slots label').nth(1).click();
  await isAccessible(page, 'Booking on a phone in Arabic');
  await page.getByRole('button', { name: 'احجز' }).click();
  await page.getByText('تم الحجز للمريض').waitFor();
  assert.equal((await appointmentsOf(nina, patient))[0].schedule, `${MONDAY}T09:20:00`);
});
