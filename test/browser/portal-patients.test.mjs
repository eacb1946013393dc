// Patients and their papers in the portal: what is easily got wrong, and what only happens between people.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { PDF, PNG, savedBy } from './lib/files.mjs';
import { isAccessible, MONDAY, made, openAs, openMenu, smallHospital } from './lib/portal.mjs';

const suite = builtSuite({ FILE_URLS: 'expiring' });
const INVALID = /status of 422/;
const OUTDATED = /status of 412/;

const register = (call, last_name, more) =>
  made(call('POST', '/patient/', { json: { first_name: 'Åsa', last_name, gender: 'female', ...more } }));

describe('Patients', () => {
  test('are found while one types, page by page, and no name is in the browser’s history', async (t) => {
    const nina = await suite.signUp();
    for (let i = 0; i < 21; i++) await register(nina.call, 'Pagesdotter');
    await register(nina.call, 'Otherwise');
    const page = await openAs(suite, t, nina, '#/patients');
    const asked = [];
    page.on('request', (request) => request.url().includes('search=') && asked.push(request.url()));
    const found = page.waitForResponse(/search=pagesd/);
    // Between the letters no time passes, however busy the machine is.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.getByLabel('Search').pressSequentially('pagesd');
    await page.clock.resume();
    await found;
    await page.getByText('Otherwise').waitFor({ state: 'detached' });
    assert.equal(asked.length, 1, 'one search, not one for each letter');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('1 patient on this page').waitFor();
    await page.goBack();
    await page.getByText('20 patients on this page').waitFor();
    const search = page.getByLabel('Search');
    assert.equal(await search.inputValue(), 'pagesd');
    assert.equal(new URL(page.url()).hash, '#/patients');
    const kept = () => page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]));
    assert.doesNotMatch(await kept(), /pagesd/);
    await page.reload();
    await page.getByText('20 patients on this page').waitFor();
    assert.equal(await search.inputValue(), '', 'what was typed is nowhere but in the page');
    await search.fill('pagesd');
    await page.getByText('Otherwise').waitFor({ state: 'detached' });
    await page.getByLabel('Search').fill('nobody has this name');
    await page.getByText('Nobody is found').waitFor();
  });

  test('are called by links that dial what is meant, or by none', async (t) => {
    const nina = await suite.signUp();
    const phones = { phone_number: '+1-608-271-9000-x11', alt_phone_number: 'Mutter 0171 123456, Vater 0221 998877' };
    const { id } = await register(nina.call, 'Telefonsdotter', {
      ...phones,
      next_of_kin: { name: 'Bo', relation: 'brother', phone: '0221 123456/78' },
    });
    const page = await openAs(suite, t, nina, `#/patients/${id}`);
    await page.getByText('0221 123456/78').waitFor();
    const links = page.locator('a[href^="tel:"]');
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.deepEqual(hrefs, ['tel:+16082719000;ext=11', 'tel:0171123456', 'tel:0221998877']);
    assert.deepEqual(await links.allInnerTexts(), [phones.phone_number, '0171 123456', '0221 998877']);
    await page.getByText(phones.alt_phone_number).waitFor();
  });

  test('of similar names are said to be that', async (t) => {
    const nina = await suite.signUp();
    await register(nina.call, 'Åkerlund');
    const page = await openAs(suite, t, nina, '#/patients');
    await page.getByLabel('Search').fill('okerlund');
    await page.getByText('Nobody is called that. Did you mean one of these? 1 patient on this page').waitFor();
    await page.getByRole('link', { name: 'Åsa Åkerlund' }).waitFor();
  });

  test('are registered with what is wrong said at the field, and who may be the same person', async (t) => {
    const nina = await suite.signUp();
    const same = { dob: '1984-02-29', phone_number: '+46 70 555 66 77' };
    const first = await register(nina.call, 'Tvilling', same);
    const page = await openAs(suite, t, nina, '#/patients/new', { expected: [INVALID] });
    await page.getByLabel('First name').fill('12');
    await page.getByLabel('Last name').fill('Tvilling');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Something is not right yet').waitFor();
    const field = page.getByLabel('First name');
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    const note = await field.getAttribute('aria-describedby');
    const said = page.locator(`[id="${note}"]`);
    assert.equal(await said.textContent(), 'A name needs a letter.');
    const language = page.locator('.top select');
    await openMenu(page);
    await language.selectOption('ar');
    await said.getByText('يجب أن يحتوي الاسم على حرف.', { exact: true }).waitFor();
    await language.selectOption('en');

    await field.fill('Åsa');
    await page.getByRole('complementary').getByRole('link', { name: 'Åsa Tvilling' }).waitFor();
    await page.getByLabel('Date of birth').fill(same.dob);
    await page.getByLabel('Phone', { exact: true }).fill(same.phone_number);
    await page.getByRole('button', { name: 'Register' }).click();
    const duplicates = page.getByRole('alert');
    assert.match(await duplicates.textContent(), /registered before.*Åsa Tvilling.*29 Feb 1984/);
    await duplicates.getByRole('link', { name: 'Åsa Tvilling' }).click();
    await page.waitForURL(new RegExp(first.id));
  });

  test('are registered once, though an answer is lost and the form was left', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients/new', { expected: [/ERR_FAILED/] });
    let isLost = true;
    await page.route(/\/patient\/$/, async (route) => {
      const answer = await route.fetch();
      return isLost ? route.abort() : route.fulfill({ response: answer });
    });
    const first = page.getByLabel('First name');
    await first.fill('Olu');
    await page.getByLabel('Last name').fill('Enastående');
    await page.getByRole('button', { name: 'Register' }).click();
    const findOut = page.getByRole('button', { name: 'Find out' });
    await findOut.waitFor();
    await page.getByText('it is not known whether this was saved').waitFor();
    assert.equal(await first.isDisabled(), true, 'another body would be another patient');
    await isAccessible(page, 'A patient whose registration is not known');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Register a patient' }).click();
    assert.equal(await first.inputValue(), 'Olu');
    isLost = false;
    await findOut.click();
    await page.getByRole('heading', { name: 'Olu Enastående' }).waitFor();
    assert.equal((await made(nina.call('GET', '/patient/?search=enastaende'))).length, 1);
    await page.goBack();
    assert.equal(await first.inputValue(), '');
  });

  test('are changed only as they were seen', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Lind', { phone_number: '1234567' });
    const page = await openAs(suite, t, nina, `#/patients/${id}/edit`, { expected: [OUTDATED] });
    await page.getByLabel('Last name').fill('Lund');
    await made(nina.call('PATCH', `/patient/${id}`, { json: { phone_number: '7654321' } }));
    await page.getByRole('button', { name: 'Save' }).click();
    assert.match(await page.getByRole('alert').textContent(), /Somebody else has changed this/);
    await page.getByRole('region', { name: 'As it is now' }).getByText('7654321').waitFor();
    await isAccessible(page, 'What somebody else has changed');
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Lund', 'what was typed is kept');
    assert.equal(await page.getByLabel('Phone', { exact: true }).inputValue(), '7654321', 'the rest is theirs');
    await page.getByRole('button', { name: 'Drop what I typed' }).click();
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Lind');
    await page.getByLabel('Last name').fill('Lund');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Åsa Lund' }).waitFor();
    const { last_name, phone_number } = await made(nina.call('GET', `/patient/${id}`));
    assert.deepEqual({ last_name, phone_number }, { last_name: 'Lund', phone_number: '7654321' });
  });

  test('of whom another system has sent a family name alone are called by it, and changed as others are', async (t) => {
    const nina = await suite.signUp();
    const json = { resourceType: 'Patient', name: [{ family: 'Suharto' }] };
    await made(nina.call('POST', '/fhir/r4/Patient', { json }));
    const [{ id }] = await made(nina.call('GET', '/patient/?search=Suharto'));
    const page = await openAs(suite, t, nina, `#/patients/${id}/edit`);
    await page.getByLabel('Phone', { exact: true }).fill('1234567');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Suharto', exact: true }).waitFor();
    const { first_name, last_name, phone_number } = await made(nina.call('GET', `/patient/${id}`));
    assert.deepEqual([first_name, last_name, phone_number], ['', 'Suharto', '1234567']);
  });

  test('whose date of birth is older than any that is taken today are changed as others are', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Oldrecord', { dob: '1950-05-01' });
    await suite.service.query(`UPDATE patient SET dob = '0022-05-01' WHERE id = ?`, id);
    const page = await openAs(suite, t, nina, `#/patients/${id}/edit`);
    await page.getByLabel('Phone', { exact: true }).fill('1234567');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Åsa Oldrecord', exact: true }).waitFor();
    const { dob, phone_number } = await made(nina.call('GET', `/patient/${id}`));
    assert.deepEqual([dob, phone_number], ['0022-05-01', '1234567']);
  });

  test('have appointments that look as in the calendar, also where that was never opened', async (t) => {
    const nina = await suite.signUp();
    const { patient, book } = await smallHospital(nina.call);
    await book(`${MONDAY}T09:00:00`);
    const page = await openAs(suite, t, nina, `#/patients/${patient.id}`);
    const entry = page.locator('.patient .entry');
    await entry.waitFor();
    assert.equal(await entry.evaluate((button) => getComputedStyle(button).borderInlineStartWidth), '4px');
  });

  test('have each visit in one list: coming while it is open and of today or later, else past', async (t) => {
    const nina = await suite.signUp();
    const { patient, book } = await smallHospital(nina.call);
    const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await book(`${day(0)}T00:01:00`, { status: 'IN_PROGRESS' });
    await book(`${day(0)}T23:40:00`, { status: 'COMPLETED' });
    await book(`${day(2)}T09:00:00`);
    await book(`${day(3)}T09:00:00`, { status: 'CANCELLED' });
    await book(`${day(-2)}T09:00:00`);
    const page = await openAs(suite, t, nina, `#/patients/${patient.id}`);
    const badges = (title) =>
      page.locator('section.list', { has: page.getByRole('heading', { name: title, exact: true }) }).locator('.badge');
    await badges('Past').nth(2).waitFor();
    assert.deepEqual(await badges('Coming').allTextContents(), ['In progress', 'Scheduled']);
    assert.deepEqual(await badges('Past').allTextContents(), ['Cancelled', 'Completed', 'Scheduled']);
  });

  test('are listed with their age, in rows that open them wherever they are clicked', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Radsson', { dob: '1984-02-29' });
    const page = await openAs(suite, t, nina, '#/patients', { viewport: { width: 1440, height: 900 } });
    const cell = page.getByRole('row', { name: 'Åsa Radsson' }).getByRole('cell', { name: /29 Feb 1984.*4\d years/ });
    const search = await page.getByRole('searchbox', { name: 'Search' }).boundingBox();
    assert.ok(search.width > 500, `${search.width} pixels`);
    const { x, y, width, height } = await cell.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForURL(new RegExp(`/patients/${id}$`));
  });

  test('who do not exist are said so, with a way on', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients', { expected: [/status of 404/] });
    await page.getByText('on this page').or(page.getByText('Nobody is found')).waitFor();
    const asked = [];
    const isAsked = (pathname) => !pathname.startsWith('/portal/'); // not the icon, which the browser loads again
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const said = page.getByRole('alert');
    const nowhere = ['zzz', '.', '..', '%2e%2E', '..%2f..%2fsettings', `${crypto.randomUUID()}%20`];
    for (const address of nowhere.flatMap((id) => [`patients/${id}`, `patients/${id}/edit`, `invoices/${id}`])) {
      // As a link would lead there: the browser itself takes no dots out of what is behind the hash.
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#/${address}`);
      await page.getByText('There is no such page.').waitFor();
      await said.getByRole('link', { name: 'To the list of patients' }).waitFor();
    }
    await page.goto('/portal/#/invoices/new?patient=..');
    await page.getByText('Choose a patient.').waitFor();
    assert.deepEqual(asked.filter(isAsked), []);
    for (const address of [`patients/${crypto.randomUUID()}`, `invoices/${crypto.randomUUID()}/edit`]) {
      await page.goto(`/portal/#/${address}`);
      await page.getByText('It does not exist any more, or never did.').waitFor();
      assert.equal(await said.getByRole('button').count(), 0, 'trying again helps nobody');
      await said.getByRole('link', { name: 'To the list of patients' }).click();
      await page.getByRole('heading', { name: 'Patients' }).waitFor();
    }
  });

  describe('have a history that is edited as a list', () => {
    const asthma = { condition: 'Asthma', diagnozed_date: '2001-05-06', description: null };
    const gout = { condition: 'Gout', diagnozed_date: null, description: null };
    /** A patient whose conditions are open in the form; and what a colleague saves meanwhile. */
    async function editConditions(t, medical_conditions, options) {
      const nina = await suite.signUp();
      const { id } = await register(nina.call, 'Ek', { medical_conditions });
      const page = await openAs(suite, t, nina, `#/patients/${id}`, { expected: [OUTDATED], ...options });
      await page.getByRole('button', { name: 'Edit: Conditions' }).click();
      const stored = async () => (await made(nina.call('GET', `/patient/${id}?view=full`))).medical_conditions;
      const colleague = (json) => made(nina.call('PATCH', `/patient/${id}`, { json }));
      return {
        page,
        dialog: page.getByRole('dialog'),
        stored,
        colleague,
        save: page.getByRole('button', { name: 'Save' }),
      };
    }
    /** Whether what has the focus, or a part of it, is on the screen. */
    const seesFocus = (page) =>
      page.evaluate(() => {
        const { top, bottom } = document.activeElement.getBoundingClientRect();
        return top < innerHeight && bottom > 0 && document.activeElement.closest('dialog') !== null;
      });

    test('in which nothing is lost that a colleague adds or changes meanwhile', async (t) => {
      const { page, dialog, stored, colleague, save } = await editConditions(t, [asthma, gout]);
      await page.getByRole('button', { name: 'Add an entry' }).click();
      await page.getByLabel('Condition').last().fill('Migraine');
      const theirs = { ...asthma, description: 'Severe' };
      await colleague({ medical_conditions: [theirs, gout, { condition: 'Measles' }] });
      await save.click();
      await page.getByText('Somebody else has added this entry.').waitFor();
      await page.getByText('Somebody else has changed this entry. This is theirs.').waitFor();
      await page.locator('.meanwhile:focus').waitFor();
      assert.equal(await seesFocus(page), true);
      await isAccessible(page, 'What a colleague has done to a list');
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      const measles = { condition: 'Measles', diagnozed_date: null, description: null };
      const migraine = { condition: 'Migraine', diagnozed_date: null, description: null };
      assert.deepEqual(await stored(), [theirs, gout, measles, migraine]);
    });

    test('in which an entry that both change is shown at that entry, and one says which stays', async (t) => {
      const many = Array.from({ length: 9 }, (_, i) => ({ condition: `Condition ${i}`, description: `Since ${i}` }));
      const { page, dialog, stored, colleague, save } = await editConditions(t, [asthma, gout, ...many]);
      await page.getByLabel('Description').nth(0).fill('Mild');
      await page.getByLabel('Description').nth(1).fill('Left foot');
      const theirs = [{ ...asthma, description: 'Severe' }, { ...gout, description: 'Right foot' }, ...many];
      await colleague({ medical_conditions: theirs });
      await save.click();
      const first = dialog.getByRole('group', { name: 'Entry 1', exact: true });
      await first.getByText('Severe').waitFor();
      await page.locator('.theirs:focus').waitFor();
      assert.equal(await seesFocus(page), true, 'from the button at the end one is led to the first conflict');
      assert.equal(await page.getByLabel('Description').nth(0).inputValue(), 'Mild', 'what was typed is kept');
      await isAccessible(page, 'An entry that both have changed');
      await first.getByRole('button', { name: 'Take theirs' }).click();
      assert.equal(await page.getByLabel('Description').nth(0).inputValue(), 'Severe');
      await page.getByRole('button', { name: 'Save mine over theirs' }).click();
      await dialog.waitFor({ state: 'detached' });
      const descriptions = (await stored()).map(({ description }) => description);
      assert.deepEqual(descriptions.slice(0, 3), ['Severe', 'Left foot', 'Since 0']);
    });

    test('in which an entry that a colleague removes is named, and what was typed can be dropped', async (t) => {
      const { page, dialog, stored, colleague, save } = await editConditions(t, [asthma, gout]);
      await page.getByLabel('Description').nth(1).fill('Left foot');
      await colleague({ medical_conditions: [] });
      await save.click();
      await page.getByText('Saving puts it back.').waitFor();
      await page.getByRole('region', { name: 'What they did to this list' }).getByText('Asthma').waitFor();
      await page.getByRole('button', { name: 'Drop what I typed' }).click();
      const condition = page.getByRole('textbox', { name: 'Condition' });
      assert.equal(await condition.inputValue(), '');
      await condition.fill('Migraine');
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(
        (await stored()).map(({ condition }) => condition),
        ['Migraine'],
      );
    });
  });
});

describe('Files', () => {
  test('are shown and saved by urls that expire, and have new ones before they do', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Länk');
    const page = await openAs(suite, t, nina, '#/account', { expected: [/status of 401/] });
    await page.clock.install();
    let areOld = true;
    await page.route('**/static/?*', async (route) => {
      const response = await route.fetch();
      const listed = await response.text();
      await route.fulfill({ response, body: areOld ? listed.replace(/until=\d/g, 'until=0') : listed });
    });
    await page.evaluate((to) => location.assign(`#/patients/${to}`), id);
    await page.getByLabel('Upload files').setInputFiles([
      { name: 'x-ray.png', mimeType: 'image/png', buffer: PNG },
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: PDF },
    ]);
    const picture = page.getByRole('img', { name: 'x-ray.png' });
    const refused = page.waitForResponse((answer) => /\.png\?until=0/.test(answer.url()));
    await page.getByRole('link', { name: 'Download letter.pdf' }).waitFor();
    await page.getByRole('button', { name: 'Preview x-ray.png' }).click();
    assert.equal((await refused).status(), 401);
    areOld = false;
    // Not further: what is asked for then would run out of its time.
    for (let minutes = 0; minutes < 50; minutes += 10) {
      await page.keyboard.press('Shift');
      await page.clock.fastForward('10:00');
    }
    await page.clock.runFor(6000);
    // Asked anew each time: the picture may be another element by then.
    await page.waitForFunction(() =>
      [...document.images].some(({ alt, naturalWidth }) => alt === 'x-ray.png' && naturalWidth > 0),
    );
    assert.match(await picture.getAttribute('src'), /\?until=\d{10}&sig=[\w-]{43}$/);
    await page.keyboard.press('Escape');
    const saved = await savedBy(page, page.getByRole('link', { name: 'Download letter.pdf' }));
    assert.deepEqual(saved, { name: 'letter.pdf', text: String(PDF) });
    await page.getByRole('button', { name: 'Preview letter.pdf' }).click();
    await page.locator('iframe[src^="blob:"]').waitFor();
  });

  test('show how far they are, and can be stopped', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Fil');
    const page = await openAs(suite, t, nina, `#/patients/${id}`);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
    await network.send('Network.emulateNetworkConditions', slowly);
    const buffer = Buffer.concat([PDF, Buffer.alloc(3_000_000, ' ')]);
    await page.getByLabel('Upload files').setInputFiles({ name: 'long.pdf', mimeType: 'application/pdf', buffer });
    const progress = page.getByRole('progressbar', { name: 'Upload of long.pdf' });
    await progress.waitFor();
    await page.waitForFunction(() => {
      const { value } = document.querySelector('progress');
      return value > 0 && value < 1;
    });
    await page.getByRole('button', { name: 'Stop the upload of long.pdf' }).click();
    await progress.waitFor({ state: 'detached' });
    assert.deepEqual(await made(nina.call('GET', `/static/?entity_id=${id}`)), []);
  });

  test('that are not what they say are refused, with the reason beside them', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Fel');
    const page = await openAs(suite, t, nina, `#/patients/${id}`, { expected: [INVALID] });
    await page.getByLabel('Upload files').setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: PDF });
    await page.getByText('The file is empty, or not what its name says.').waitFor();
    await page.getByRole('button', { name: 'Take fake.png off the list' }).click();
    assert.equal(await page.locator('.uploads').count(), 0);
  });
});

describe('A doctor, who may not do everything,', () => {
  test('is offered what she may do, and told what she may not', async (t) => {
    const nina = await suite.signUp();
    const { doctors, patient } = await smallHospital(nina.call);
    const bill = { patient_id: patient.id, status: 'ISSUED', items: [{ name: 'Bandage', unit_price: 5 }] };
    const invoice = await made(nina.call('POST', '/invoice/', { json: bill }));
    const email = doctors[0].license_number;
    const page = await openAs(suite, t, { email }, `#/patients/${patient.id}`);
    await page.getByRole('link', { name: invoice.reg_number }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Edit', exact: true }).count(), 1);
    assert.equal(await page.getByRole('link', { name: 'New invoice' }).count(), 0);
    await page.getByRole('link', { name: invoice.reg_number }).click();
    await page.getByRole('button', { name: 'Print' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Record a payment' }).count(), 0);
    await page.goto(`/portal/#/invoices/new?patient=${patient.id}`);
    assert.equal(await page.getByRole('alert').textContent(), 'Your account may not do this.');
    await page.goto('/portal/#/patients/%E0');
    await page.getByText('There is no such page.').waitFor();
  });
});
