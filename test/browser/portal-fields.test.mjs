// Fields for dates: in the portal's language, in whatever way people write dates.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { readPatient, register } from './lib/patients.mjs';
import { isAccessible, openAs } from './lib/portal.mjs';
import { PHONE } from './lib/suite.mjs';

const suite = builtSuite();

describe('A field for a date', () => {
  test('takes it as people write it, and shows it as the portal prints it', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Dag');
    // In another region the hospital's order counts all the same.
    const page = await openAs(suite, t, nina, `#/patients/${id}/edit`, { locale: 'en-US' });
    const born = page.getByLabel('Date of birth');
    for (const text of ['29.2.1984', 'feb 29, 1984', '29 February 1984', '29021984', '1984-02-29']) {
      await born.fill(text);
      assert.equal(await born.inputValue(), text, 'as it is typed, while somebody types');
      await born.blur();
      assert.equal(await born.inputValue(), 'Feb 29, 1984', text);
    }
    await born.fill('3/4/1984');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: /Dag/ }).waitFor();
    assert.equal((await readPatient(nina.call, { id })).dob, '1984-04-03');
  });

  test('says what is wrong, by the name of the field, and is not sent', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Fel', { dob: '1984-02-29' });
    const page = await openAs(suite, t, nina, `#/patients/${id}/edit`);
    const born = page.getByLabel('Date of birth');
    for (const [text, fault] of [
      ['30 Feb 1984', 'Date of birth: write a date, such as 31 Dec 1984.'],
      ['1849-12-31', 'Date of birth: 1 Jan 1850 or later.'],
      ['2190-01-01', /^Date of birth: .* or earlier\.$/],
    ]) {
      await born.fill(text);
      assert.equal(await page.getByText(fault).count(), 0, 'not while somebody types');
      await page.keyboard.press('Enter');
      await born.blur();
      await page.getByText(fault).waitFor();
    }
    await isAccessible(page, 'A date that is none');
    // It is there still for who comes back.
    await born.fill('30 Feb 1984');
    await page.getByRole('link', { name: 'Patients', exact: true }).click();
    await page.locator('.unsaved a').click();
    assert.equal(await born.inputValue(), '30 Feb 1984');
    assert.equal((await readPatient(nina.call, { id })).dob, '1984-02-29');
  });

  test('of birth may say the month or the year alone, or about how old somebody is', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'Okänd', { dob: '1984-02-29' });
    const page = await openAs(suite, t, nina, `#/patients/${id}/edit`);
    const born = page.getByLabel('Date of birth');
    const year = new Date().getFullYear() - 42;
    for (const [text, shown] of [
      ['~42', String(year)],
      ['may 1984', 'May 1984'],
      ['5.1984', 'May 1984'],
      ['1849', '1849'],
    ]) {
      await born.fill(text);
      await born.blur();
      assert.equal(await born.inputValue(), shown, text);
    }
    await page.getByText('Date of birth: 1 Jan 1850 or later.').waitFor();
    await born.fill('1984');
    await isAccessible(page, 'A year of birth');
    const save = () => page.getByRole('button', { name: 'Save' }).click();
    await save();
    const age = `about ${new Date().getFullYear() - 1984} years`;
    await page.getByText(new RegExp(`1984.* · .*${age}`)).waitFor();
    const known = async () => {
      const { dob, dob_precision } = await readPatient(nina.call, { id });
      return [dob, dob_precision];
    };
    assert.deepEqual(await known(), ['1984-01-01', 'year']);

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    assert.equal(await born.inputValue(), '1984');
    await page.getByLabel('First name').fill('Ada');
    await save();
    await page.getByRole('heading', { name: /^Ada Okänd/ }).waitFor();
    assert.deepEqual(await known(), ['1984-01-01', 'year']);

    for (const paper of ['card', 'labels']) {
      await page.goto(`${page.url().split('#')[0]}#/patients/${id}/${paper}`);
      await page.getByText('Born 1984').first().waitFor();
    }
    await page.goto(`${page.url().split('#')[0]}#/patients`);
    await page.getByLabel('Search').fill('okänd 17.5.1984');
    await page.getByRole('row', { name: new RegExp(`Ada Okänd.*1984.*${age}`) }).waitFor();
    assert.equal(await page.getByText('1 Jan 1984').count(), 0);
  });

  test('has the browser’s calendar at its end', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/calendar?day=2030-01-07');
    const day = page.getByLabel('Date', { exact: true });
    await day.focus();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Pick a date');
    await page.evaluate(() => {
      HTMLInputElement.prototype.showPicker = function () {
        this.value = '2030-01-09';
        this.dispatchEvent(new Event('input', { bubbles: true }));
      };
    });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Wednesday,? 9 January 2030$/ }).waitFor();
    assert.equal(await day.inputValue(), '9 Jan 2030');
    await page.getByRole('button', { name: 'Day after' }).click();
    assert.equal(await day.inputValue(), '10 Jan 2030');
  });

  test('is Arabic in Arabic, on a phone, too', async (t) => {
    const nina = await suite.signUp();
    const { id } = await register(nina.call, 'عيد', { dob: '1984-02-29' });
    const page = await openAs(suite, t, nina, `#/patients/${id}/edit`, { locale: 'ar-EG', viewport: PHONE });
    const born = page.locator('[name="dob"]');
    assert.equal((await born.inputValue()).replace(/\u200f/g, ''), '٢٩/٠٢/١٩٨٤');
    await born.fill('١ مارس ١٩٨٤');
    await born.blur();
    assert.equal((await born.inputValue()).replace(/\u200f/g, ''), '٠١/٠٣/١٩٨٤');
    await isAccessible(page, 'The form');
    await born.fill('abc');
    await born.blur();
    await page.locator('.field .error').waitFor();
    await isAccessible(page, 'A date that is none, in Arabic');
    await born.fill('١/٣/١٩٨٤');
    await page.locator('[type="submit"]').click();
    await page.locator('.patient').waitFor();
    assert.equal((await readPatient(nina.call, { id })).dob, '1984-03-01');
  });
});
