// Finding people in the portal: while somebody is registered, by names that only sound alike, by dates as they are printed, by the
// keyboard alone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, made, openAs, signIn, signOut, smallHospital, VIEWS } from './lib/portal.mjs';
import { PHONE } from './lib/suite.mjs';

const suite = builtSuite();

const register = (call, last_name, more) =>
  made(call('POST', '/patient/', { json: { first_name: 'Åsa', last_name, gender: 'female', ...more } }));
/** What the page asks the list of patients for. */
function searchesOf(page) {
  const asked = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/patient/') asked.push(Object.fromEntries(searchParams));
  });
  return asked;
}

describe('Enter in the search', () => {
  test('opens the only patient who is found, also before the answer is there', async (t) => {
    const nina = await suite.signUp();
    const only = await register(nina.call, 'Enterström');
    const page = await openAs(suite, t, nina, '#/patients');
    const search = page.getByLabel('Search');
    // As a scanner types.
    await search.fill(only.reg_number);
    await search.press('Enter');
    await page.getByRole('heading', { name: 'Åsa Enterström' }).waitFor();
    assert.match(page.url(), new RegExp(`/patients/${only.id}$`));
    await page.goBack();
    await page.getByText('1 patient on this page').waitFor();
    await search.press('Enter');
    await page.getByRole('heading', { name: 'Åsa Enterström' }).waitFor();
  });

  test('opens nobody where others are found, too, or the name only sounds alike', async (t) => {
    const nina = await suite.signUp();
    await register(nina.call, 'Flersson');
    await register(nina.call, 'Flersson', { dob: '1950-08-11' });
    await register(nina.call, 'Öqvist');
    const page = await openAs(suite, t, nina, '#/patients');
    const search = page.getByLabel('Search');
    await search.fill('flersson');
    await search.press('Enter');
    await page.getByText('2 patients on this page').waitFor();
    await search.fill('okvist');
    await search.press('Enter');
    await page.getByText('Nobody is called that.').waitFor();
    await page.waitForTimeout(300);
    assert.equal(new URL(page.url()).hash, '#/patients');
  });
});

describe('While somebody is registered', () => {
  test('who may be the same person is shown before anything is sent, and looking at them loses nothing', async (t) => {
    const nina = await suite.signUp();
    const same = { dob: '1984-02-29', phone_number: '+46 70 777 88 99' };
    const first = await register(nina.call, 'Dubbelgren', same);
    await register(nina.call, 'Dubbelgren', { dob: '1950-08-11' });
    const married = await register(nina.call, 'Giftson', { phone_number: same.phone_number });
    const page = await openAs(suite, t, nina, '#/patients/new');
    const asked = searchesOf(page);
    const perhaps = page.getByRole('complementary');
    await page.getByLabel('First name').fill('Åsa');
    await page.getByLabel('Last name').pressSequentially('Dubbelgren', { delay: 20 });
    await perhaps.getByRole('link').nth(1).waitFor();
    assert.equal(asked.length, 1, 'one search for the name, not one for each letter');
    assert.ok(Number(asked[0].limit) <= 5);
    await page.getByLabel('Date of birth').fill(same.dob);
    await perhaps.getByText('Same date of birth').waitFor();
    await page.getByLabel('Phone', { exact: true }).fill('0707778899');
    await perhaps.getByRole('link', { name: 'Åsa Giftson' }).waitFor();
    const listed = await perhaps.getByRole('listitem').allTextContents();
    assert.match(listed[0], /Dubbelgren.*Same date of birth.*Same phone.*29 Feb 1984/);
    assert.match(listed[1], new RegExp(`Giftson.*Same phone.*${married.reg_number}`));
    assert.match(listed[2], /Dubbelgren.*11 Aug 1950/);
    assert.equal(listed.length, 3);
    await isAccessible(page, 'A registration of who may be registered');
    const tab = page.context().waitForEvent('page');
    await perhaps.getByRole('link', { name: 'Åsa Dubbelgren' }).first().click();
    const opened = await tab;
    await opened.waitForURL(new RegExp(first.id));
    await opened.getByRole('heading', { name: 'Åsa Dubbelgren' }).waitFor();
    await opened.close();
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Dubbelgren');
    assert.equal((await made(nina.call('GET', '/patient/?search=dubbelgren'))).length, 2, 'nothing was sent');
  });

  test('a newborn gets the record of the mother', async (t) => {
    const nina = await suite.signUp();
    const mother = await register(nina.call, 'Modersson');
    const page = await openAs(suite, t, nina, '#/patients/new');
    await page.getByLabel('First name').fill('Bebis');
    await page.getByText('E-mail, national ID, language').click();
    await page.getByRole('combobox', { name: 'Mother' }).fill('modersson');
    await page.getByRole('option', { name: 'Modersson' }).click();
    await page.getByText(mother.reg_number).waitFor();
    await isAccessible(page, 'A registration with a mother');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Bebis' }).waitFor();
    const [{ id }] = await made(nina.call('GET', '/patient/?search=bebis'));
    assert.equal((await made(nina.call('GET', `/patient/${id}?view=full`))).mother_id, mother.id);
  });
});

describe('A search', () => {
  test('that finds nobody says who sounds alike, in the list and in booking', async (t) => {
    const nina = await suite.signUp();
    await register(nina.call, 'Wallenstam');
    const page = await openAs(suite, t, nina, '#/patients');
    await page.getByLabel('Search').fill('valenstam');
    await page.getByText('Nobody is called that. Did you mean one of these?').waitFor();
    await page.getByRole('link', { name: 'Åsa Wallenstam' }).waitFor();
    await isAccessible(page, 'Names that sound alike');
    await page.goto('/portal/#/booking');
    await page.getByRole('combobox', { name: 'Patient' }).fill('valenstam');
    await page.getByText('Did you mean one of these?').waitFor();
    await page.getByRole('option', { name: 'Wallenstam' }).waitFor();
  });

  for (const [locale, name] of Object.entries({ 'en-GB': 'Dagett', 'en-US': 'Dagdva', 'ar-EG': 'Dagtri' })) {
    test(`understands days as the portal prints them (${locale})`, async (t) => {
      const nina = await suite.signUp();
      await register(nina.call, name, { dob: '1950-08-11' });
      await register(nina.call, name, { dob: '1951-08-11' });
      const page = await openAs(suite, t, nina, '#/patients', { locale });
      const asked = searchesOf(page);
      await page.locator('input[type="search"]').fill(name);
      const row = page.getByRole('row').filter({ hasText: name });
      await row.nth(1).waitFor();
      const days = row.locator('td:nth-child(2) bdi:first-child');
      const [, first] = await days.allTextContents();
      await page.locator('input[type="search"]').fill(`${first} ${name}`);
      await row.nth(1).waitFor({ state: 'detached' });
      assert.equal(await days.textContent(), first);
      assert.ok(asked.at(-1).search.includes(name));
    });
  }
});

describe('Find, in the header,', () => {
  const field = (page) => page.getByRole('dialog').getByRole('combobox');
  const person = { dob: '1984-02-29', phone_number: '+46 70 777 11 22' };

  test('opens the first patient by Enter, also before the answer is there, from every page and from a field', async (t) => {
    const nina = await suite.signUp();
    const one = await register(nina.call, 'Hittesson', person);
    await register(nina.call, 'Hittesson', { dob: '1950-08-11' });
    const page = await openAs(suite, t, nina, '#/account');
    await page.keyboard.press('/');
    await field(page).fill('hittesson');
    const options = page.getByRole('dialog').getByRole('option');
    await options.nth(1).waitFor();
    const shown = await options.allTextContents();
    assert.match(
      shown.find((text) => text.includes(one.reg_number)),
      /29 Feb 1984.*4\d years.*\+46 70 777 11 22/,
    );
    assert.equal(await options.nth(0).getAttribute('aria-selected'), 'true', 'Enter says whom it opens');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.top .find:not(:focus)').waitFor();

    await page.goto('/portal/#/patients');
    await page.getByLabel('Search').fill('x/');
    await page.keyboard.press('Control+k');
    await page.locator('[role="combobox"]:focus').waitFor();
    // As a scanner types.
    await page.keyboard.type(one.reg_number);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Åsa Hittesson' }).waitFor();
    assert.match(page.url(), new RegExp(`/patients/${one.id}$`));
    await page.locator('main:focus').waitFor();
  });

  test('opens nobody whose name only sounds alike, until an arrow key has gone to them', async (t) => {
    const nina = await suite.signUp();
    await register(nina.call, 'Sjölander');
    const page = await openAs(suite, t, nina, '#/account');
    await page.getByRole('button', { name: 'Find a patient' }).click();
    await field(page).fill('shelander');
    await page.keyboard.press('Enter');
    await page.getByText('Did you mean one of these?').waitFor();
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    assert.equal(await page.locator('[aria-selected="true"]').count(), 0);
    assert.equal(new URL(page.url()).hash, '#/account');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sjölander' }).waitFor();
  });

  test('offers a registration with what was typed, which is in no address', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/account');
    await page.keyboard.press('Control+k');
    await field(page).fill('Xaver von Nirgendwo 29 Feb 1984');
    await page.getByRole('button', { name: /^Register/ }).click();
    await page.getByRole('heading', { name: 'Register a patient' }).waitFor();
    assert.equal(new URL(page.url()).hash, '#/patients/new');
    assert.equal(await page.getByLabel('First name').inputValue(), 'Xaver von');
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Nirgendwo');
    assert.equal(await page.getByLabel('Date of birth').inputValue(), '29 Feb 1984');
  });

  test('offers who was opened in this tab, the last one first, until somebody signs out', async (t) => {
    const nina = await suite.signUp();
    const [one, two] = [await register(nina.call, 'Förstberg', person), await register(nina.call, 'Tvåberg')];
    const page = await openAs(suite, t, nina, `#/patients/${one.id}`);
    for (const { id, last_name } of [one, two]) {
      await page.goto(`/portal/#/patients/${id}`);
      await page.getByRole('heading', { name: last_name }).waitFor();
    }
    await page.keyboard.press('Control+k');
    await page.getByText('Opened before').waitFor();
    await page.locator('[role="combobox"]:focus').waitFor();
    const names = await page.getByRole('dialog').getByRole('option').locator('bdi').allTextContents();
    assert.deepEqual(names, ['Åsa Tvåberg', 'Åsa Förstberg']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Förstberg' }).waitFor();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
    assert.ok(!kept.includes('berg'), kept);
    await signOut(page);
    await signIn(page, nina.email);
    await page.locator('.top .find').click();
    await field(page).waitFor();
    assert.equal(await page.getByRole('dialog').getByRole('option').count(), 0);
  });

  for (const [view, options] of Object.entries(VIEWS))
    test(`is accessible ${view}, as are the header and the menu of the account`, async (t) => {
      const nina = await suite.signUp();
      await register(nina.call, 'Sehgutsson', person);
      const page = await openAs(suite, t, nina, '#/account', options);
      await page.locator('.top .find').click();
      await field(page).fill('sehgutsson');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      await isAccessible(page, 'Find');
      await page.keyboard.press('Escape');
      await page.locator('.top .who').click();
      await page.locator('.menu select').waitFor();
      await isAccessible(page, 'The menu of the account');
    });
});

describe('By the keyboard', () => {
  test('the search has the focus, / leads back to it but where one types, and the skip link is first', async (t) => {
    const nina = await suite.signUp();
    const { patient } = await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, `#/patients/${patient.id}`);
    await page.getByRole('heading', { name: patient.last_name }).waitFor();
    await page.getByRole('link', { name: 'Patients' }).click();
    const search = page.locator('input[type="search"]:focus');
    await search.waitFor();
    await page.keyboard.type(`${patient.last_name}/`);
    assert.equal(await search.inputValue(), `${patient.last_name}/`, 'where one types it is a letter');
    await page.getByRole('main').getByRole('link', { name: patient.last_name }).focus();
    await page.keyboard.press('/');
    await search.waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0, 'a page with a search of its own');

    await page.goto('/portal/#/booking');
    const combobox = page.getByRole('combobox', { name: 'Patient' });
    await combobox.fill('1/2');
    assert.equal(await combobox.inputValue(), '1/2');
    await page.reload();
    await page.locator('.top nav').waitFor();
    await page.keyboard.press('Tab');
    await page.locator(':focus', { hasText: 'Skip to the content' }).waitFor();
    await isAccessible(page, 'The skip link');
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    await page.getByRole('link', { name: 'Patients' }).click();
    await search.waitFor();
  });

  test('the search has the focus on a phone in Arabic, too', async (t) => {
    const nina = await suite.signUp();
    await register(nina.call, 'Telefonsson');
    const page = await openAs(suite, t, nina, '#/patients', { locale: 'ar-EG', viewport: PHONE });
    await page.locator('input[type="search"]:focus').fill('telefonson');
    await page.getByText('هل تقصد أحد هؤلاء؟').waitFor();
    await isAccessible(page, 'A search on a phone in Arabic');
  });
});
