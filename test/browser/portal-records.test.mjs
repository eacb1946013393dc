// What nobody may overlook about a patient, and what the form of a patient sends.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { LATEX, PENICILLIN, PERSON, readPatient, register } from './lib/patients.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital } from './lib/portal.mjs';

const suite = builtSuite();

describe('Allergies', () => {
  test('are the first thing on every page of the record and of its appointments', async (t) => {
    const nina = await suite.signUp();
    const { book, patient } = await smallHospital(nina.call);
    await made(nina.call('PATCH', `/patient/${patient.id}`, { json: { allergies: [LATEX, PENICILLIN] } }));
    const { id } = await book(`${MONDAY}T09:00:00`);
    const page = await openAs(suite, t, nina, `#/patients/${patient.id}`);
    const warning = page.getByRole('region', { name: 'Allergies' }).and(page.locator('.warning'));
    const pages = {
      'The record': `patients/${patient.id}`,
      'Its form': `patients/${patient.id}/edit`,
      'Merging it': `patients/${patient.id}/merge`,
      Booking: `booking?patient=${patient.id}`,
      'An appointment': `?day=${MONDAY}&appointment=${id}`,
    };
    for (const [where, hash] of Object.entries(pages)) {
      await page.goto(`/portal/#/${hash}`);
      await warning.waitFor();
      assert.match(await warning.textContent(), /Allergies.*Penicillin.*severe.*Anaphylaxis.*Latex/, where);
      await isAccessible(page, where);
    }
    const { top, bottom } = await page.getByRole('dialog').evaluate((dialog) => ({
      top: dialog.querySelector('.warning').getBoundingClientRect().top,
      bottom: dialog.querySelector('.facts').getBoundingClientRect().top,
    }));
    assert.ok(top < bottom, 'above what the appointment is about');
    await page.goto(`/portal/#/patients/${patient.id}`);
    await warning.waitFor();
    await page.mouse.wheel(0, 2000);
    await page.waitForFunction(() => scrollY > 100);
    const sight = await warning.boundingBox();
    assert.ok(sight.y >= 0, 'still in sight below');
  });

  test('that cannot be read are not taken for none', async (t) => {
    const nina = await suite.signUp();
    const { book, patient } = await smallHospital(nina.call);
    const { id } = await book(`${MONDAY}T09:00:00`);
    const page = await openAs(suite, t, nina, '#/patients', { expected: [/ERR_FAILED/] });
    await page.route(new RegExp(`/patient/${patient.id}`), (route) => route.abort());
    await page.goto(`/portal/#/calendar?day=${MONDAY}&appointment=${id}`);
    await page.getByRole('dialog').getByRole('alert').getByText('The service cannot be reached').waitFor();
  });

  test('are written with the rest when somebody is registered, who may have none that are known', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients/new', { expected: [/status of 400/] });
    await register(nina.call, 'Taken', { national_id: '840229-1234' });
    await page.getByLabel('First name').fill('Åsa');
    const fold = page.locator('summary');
    assert.equal(await page.getByLabel('E-mail').isVisible(), false, 'registering is as quick as without');
    await fold.click();
    await page.getByLabel('E-mail').fill(PERSON.email);
    await page.getByLabel('National ID').fill('840229 1234');
    await page.getByLabel('Preferred language').selectOption({ label: 'Swedish' });
    const kin = page.getByRole('group', { name: 'Next of kin' });
    await kin.getByLabel('Name').fill('Bo Svensson');
    const address = page.getByRole('group', { name: 'Address' });
    await address.getByLabel('Street and number').fill('7 Harbour Road');
    await address.getByLabel('City').fill('Port Town');
    await page.getByLabel('No known allergies').check();
    await page.getByRole('button', { name: 'Add an allergy' }).click();
    await page.getByLabel('Substance').fill('Latex');
    await page.getByLabel('Severity').selectOption('severe');
    await fold.click();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('alert').getByText('Another patient has this national ID').waitFor();
    const field = page.getByLabel('National ID');
    assert.equal(await field.getAttribute('aria-invalid'), 'true', 'in the fold, which is open');
    await isAccessible(page, 'A patient whose national ID is taken');
    await field.fill('');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('region', { name: 'Allergies' }).getByText('severe').waitFor();
    const { email, national_id, preferred_language, next_of_kin, payer, addresses, allergies } = await readPatient(
      nina.call,
      {
        id: /patients\/([^?]*)/.exec(page.url())[1],
      },
    );
    assert.deepEqual(
      { email, national_id, preferred_language, next_of_kin, payer, allergies },
      {
        email: PERSON.email,
        national_id: undefined,
        preferred_language: 'sv',
        next_of_kin: { name: 'Bo Svensson', relation: null, phone: null },
        payer: undefined,
        allergies: [{ ...LATEX, severity: 'severe' }],
      },
    );
    assert.deepEqual(
      addresses.map(({ street, city }) => [street, city]),
      [['7 Harbour Road', 'Port Town']],
    );
  });

  test('that nobody has asked for are told apart from none', async (t) => {
    const nina = await suite.signUp();
    const patient = await register(nina.call, 'Ofrågad');
    const page = await openAs(suite, t, nina, `#/patients/${patient.id}`);
    await page.getByText('Not asked yet.').waitFor();
    await page.getByRole('button', { name: 'Edit: Allergies' }).click();
    await page.getByText('Saving an empty list records that the patient has no known allergies.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No known allergies', { exact: true }).waitFor();
    assert.deepEqual((await readPatient(nina.call, patient)).allergies, []);
  });
});

test('A record leaves no part of a wide screen empty', async (t) => {
  const nina = await suite.signUp();
  const patient = await register(nina.call, 'Bred');
  for (const width of [1440, 2560]) {
    const page = await openAs(suite, t, nina, `#/patients/${patient.id}`, { viewport: { width, height: 900 } });
    const edgeOf = async (name) => {
      const { x, width } = await page
        .locator('section.card', { has: page.getByRole('heading', { name }) })
        .boundingBox();
      return Math.round(x + width);
    };
    await page.getByText('No invoices.').waitFor();
    assert.equal(await edgeOf('Medical history'), await edgeOf('Invoices'), `on ${width} pixels`);
  }
});

test('The form of a patient changes what was typed, and keeps what it does not show', async (t) => {
  const nina = await suite.signUp();
  const mother = await register(nina.call, 'Mor');
  const value = `K-${Date.now()}`;
  const identifiers = [{ system: 'urn:old-clinic', value }];
  const more = { mother_id: mother.id, allergies: [PENICILLIN], identifiers };
  const patient = await register(nina.call, 'Barn', { ...PERSON, ...more });
  const before = await readPatient(nina.call, patient);
  const page = await openAs(suite, t, nina, `#/patients/${patient.id}/edit`);
  assert.equal(await page.getByLabel('E-mail').inputValue(), PERSON.email, 'the fold is open where there is something');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByLabel('Relation').fill('brother');
  await page.getByRole('button', { name: 'Save' }).click();
  const next_of_kin = { ...PERSON.next_of_kin, relation: 'brother' };
  assert.deepEqual((await sent).postDataJSON(), { next_of_kin });
  await page.getByText('brother').waitFor();
  assert.match(
    await page.locator('dl.facts').first().textContent(),
    new RegExp(`Former numbers\\W*${value}\\W*old-clinic`),
  );
  assert.deepEqual(await readPatient(nina.call, patient), { ...before, next_of_kin });
  assert.deepEqual(before.identifiers, identifiers);
});

test('Who has died is said to be dead, and takes no more bookings', async (t) => {
  const nina = await suite.signUp();
  const { book, doctors, patient } = await smallHospital(nina.call);
  await book(`${MONDAY}T09:00:00`);
  const page = await openAs(suite, t, nina, `#/patients/${patient.id}/edit`);
  await page.locator('summary').click();
  await page.getByLabel('Died on').fill('2 Jan 2026');
  await page.getByLabel('Time of death').fill('04:10');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. 1 appointment is still booked: cancel it here.').waitFor();
  await page.locator('.deceased').getByText('Deceased').waitFor();
  assert.match(await page.locator('.deceased').textContent(), /2 Jan 2026, 04:10/);
  assert.equal(await page.getByRole('link', { name: 'Book', exact: true }).count(), 0);
  await isAccessible(page, 'Who has died');
  await page.goto(`/portal/#/booking?from=${MONDAY}&doctor=${doctors[0].id}&patient=${patient.id}`);
  await page.getByRole('alert').getByText('The patient has died.').waitFor();
  await page.getByLabel('09:20').check();
  const submit = page.getByRole('button', { name: 'Book', exact: true });
  assert.equal(await submit.getAttribute('aria-disabled'), 'true');
  await submit.press('Enter');
  assert.equal((await made(nina.call('GET', `/calendar/appointments/?patient_id=${patient.id}`))).length, 1);
});
