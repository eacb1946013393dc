// How the portal shows people: names of both directions, and how old somebody is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { addDays } from './lib/files.mjs';
import { isAccessible, made, openAs, smallHospital } from './lib/portal.mjs';

const suite = builtSuite();

/** Where each letter of the element's text stands, from the left: what people see. */
const seenIn = (locator) =>
  locator.evaluate((element) => {
    const seen = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const [i, letter] of [...node.data].entries()) {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const { left, width } = range.getBoundingClientRect();
        if (width > 0) seen.push({ letter, left });
      }
    return seen
      .sort((a, b) => a.left - b.left)
      .map(({ letter }) => letter)
      .join('');
  });

describe('A name', () => {
  const NAMES = [
    ['Anna', 'Berg', 'Anna Berg'],
    // The first one is turned round, and nothing but it.
    ['\u202eAnna', 'Berg', 'annA Berg'],
    ['Anna', '\u202eBerg', 'Anna greB'],
    ['Anna\u2069\u202e', 'Berg', 'Anna Berg'],
    // Right to left: the first name is on the right.
    ['ليلى', 'حداد', [...'ليلى حداد'].reverse().join('')],
    ['ليلى', 'O’Neill (2)', `O’Neill (2) ${[...'ليلى'].reverse().join('')}`],
    ['Anna', 'حداد 2', `Anna 2 ${[...'حداد'].reverse().join('')}`],
  ];
  for (const [first_name, last_name, shown] of NAMES)
    test(`is in its own direction: ${JSON.stringify(`${first_name} ${last_name}`)}`, async (t) => {
      const nina = await suite.signUp();
      const { book, department } = await smallHospital(nina.call);
      const json = { first_name, last_name, gender: 'female' };
      const { id } = await made(nina.call('POST', '/patient/', { json }));
      await book('2030-01-07T09:00:00', { patient_id: id });
      const invoice = await made(
        nina.call('POST', '/invoice/', { json: { patient_id: id, items: [{ name: 'Cast', unit_price: 1 }] } }),
      );
      const page = await openAs(suite, t, nina, `#/patients/${id}`);
      const heading = page.locator('h1 bdi');
      await heading.waitFor();
      assert.equal(await seenIn(heading), shown);
      await page.goto('/portal/#/patients');
      const link = page.locator(`a[href="#/patients/${id}"]`);
      await link.waitFor();
      assert.equal(await seenIn(link), shown);
      await page.goto(`/portal/#/invoices/${invoice.id}`);
      await page.locator('.sheet').waitFor();
      assert.equal(await seenIn(link), shown, 'on a bill');
      await page.goto(`/portal/#/calendar?day=2030-01-07&department=${department.id}`);
      await page.locator('.entry .name').waitFor();
      assert.equal(await seenIn(page.locator('.entry .name')), shown, 'in the calendar');
    });
});

test('The age of small children is counted in days, weeks and months, and ends with death', async (t) => {
  const nina = await suite.signUp();
  const today = new Date().toISOString().slice(0, 10);
  const ages = [
    [{ dob: addDays(today, -3) }, '3 days'],
    [{ dob: addDays(today, -40) }, '5 weeks'],
    [{ dob: addDays(today, -200) }, '6 months'],
    [{ dob: '1950-06-01', deceased_at: '2020-05-31' }, '69 years at death'],
    [{ dob: '2020-05-01', deceased_at: '2020-05-04T10:00:00' }, '3 days at death'],
  ];
  let page;
  for (const [more, age] of ages) {
    const json = { first_name: 'Åsa', last_name: 'Ageson', gender: 'female', ...more };
    const { id } = await made(nina.call('POST', '/patient/', { json }));
    page ??= await openAs(suite, t, nina, `#/patients/${id}`);
    await page.goto(`/portal/#/patients/${id}`);
    await page.getByText(new RegExp(`· \u2068${age}\u2069$`)).waitFor();
  }
  await isAccessible(page, 'A child who has died');
});
