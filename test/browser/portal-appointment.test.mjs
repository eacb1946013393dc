// The dialog of an appointment: whose it is, how to reach them, and what comes next.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, MONDAY, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

/** A visit of somebody with a birth date and a phone number. */
async function visitOf(nina, status) {
  const { book } = await smallHospital(nina.call);
  const person = { first_name: 'Åsa', last_name: 'Rufson', gender: 'female', dob: '1984-02-29' };
  const json = { ...person, phone_number: '+46 70 777 11 22', allergies: [{ substance: 'Penicillin' }] };
  const { id: patient_id } = await made(nina.call('POST', '/patient/', { json }));
  return book(`${MONDAY}T09:00:00`, { patient_id, status });
}

const openVisit = (t, nina, { id }, options) =>
  openAs(suite, t, nina, `#/calendar?day=${MONDAY}&appointment=${id}`, options);

describe('The dialog of an appointment', () => {
  test('is titled by the patient, and has birth date, age, phone number and allergies', async (t) => {
    const nina = await suite.signUp();
    const page = await openVisit(t, nina, await visitOf(nina));
    const dialog = page.getByRole('dialog', { name: 'Åsa Rufson' });
    await dialog.getByText(/29 Feb 1984.*4\d years/).waitFor();
    assert.equal(await dialog.getByRole('link', { name: '+46 70 777 11 22' }).getAttribute('href'), 'tel:+46707771122');
    await dialog.getByText('Penicillin').waitFor();
  });

  for (const [status, next] of [
    ['SCEDULED', 'Check in'],
    ['CHECKED_IN', 'Begin'],
    ['IN_PROGRESS', 'Complete'],
    ['COMPLETED', 'Invoice this visit'],
    ['NO_SHOW', 'Check in'],
  ])
    test(`has what comes next as its main button: ${next} of ${status}`, async (t) => {
      const nina = await suite.signUp();
      const page = await openVisit(t, nina, await visitOf(nina, status));
      await page.getByRole('dialog').getByRole('link', { name: 'Invoice this visit' }).waitFor();
      assert.deepEqual(await page.locator('dialog .primary').allTextContents(), [next]);
    });

  for (const locale of ['en-GB', 'ar-EG', 'de-DE'])
    test(`has what becomes of it in one row, and the rest in another one, cancelling last: ${locale}`, async (t) => {
      const nina = await suite.signUp();
      const { id } = await visitOf(nina, 'CHECKED_IN');
      const page = await openVisit(t, nina, { id }, { locale, viewport: { width: 1440, height: 900 } });
      const rows = page.locator('dialog .row.close');
      await rows.nth(1).waitFor();
      const shapes = await rows.evaluateAll((all) =>
        all.map(({ children }) => [children.length, new Set([...children].map(({ offsetTop }) => offsetTop)).size]),
      );
      assert.deepEqual(shapes, [
        [3, 1],
        [3, 1],
      ]);
      const links = rows.nth(1).getByRole('link');
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      assert.deepEqual(hrefs, [`#/booking?move=${id}`, `#/appointments/${id}/slip`]);
      await rows.nth(1).locator(':scope > :last-child').click();
      await page.locator('dialog textarea').waitFor();
    });

  for (const [view, options] of Object.entries(VIEWS))
    test(`is accessible ${view}`, async (t) => {
      const nina = await suite.signUp();
      const page = await openVisit(t, nina, await visitOf(nina, 'CHECKED_IN'), options);
      await page.locator('dialog a[href^="tel:"]').waitFor();
      await isAccessible(page, 'An appointment');
    });
});
