// Forms of the portal: what is wrong stands beside a button that stays in view, numbers are written as people write them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { made, openAs, smallHospital } from './lib/portal.mjs';
import { PHONE } from './lib/suite.mjs';

const suite = builtSuite();

/** Whether all of it is on the screen, and nothing lies above its middle. */
const isInView = (locator) =>
  locator.evaluate((element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && element.contains(above);
  });

describe('The end of a long form', () => {
  for (const [screen, viewport] of Object.entries({ desktop: { width: 1440, height: 600 }, phone: PHONE })) {
    test(`stays in view on a ${screen}, with what went wrong, and the field that is wrong has the focus`, async (t) => {
      const nina = await suite.signUp();
      const { patient } = await smallHospital(nina.call);
      await made(nina.call('PATCH', `/patient/${patient.id}`, { json: { email: 'asa@clinic.example' } }));
      const page = await openAs(suite, t, nina, `#/patients/${patient.id}/edit`, {
        viewport,
        expected: [/status of 422/],
      });
      const save = page.getByRole('button', { name: 'Save', exact: true });
      const first = page.getByLabel('First name');
      await first.waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 200), 'it is long');
      assert.equal(await isInView(save), true);
      await page.getByLabel('E-mail').fill('nobody');
      await first.focus();
      assert.equal(await isInView(first), true);
      await page.keyboard.press('Enter');
      const alert = page.getByRole('alert');
      await alert.waitFor();
      const field = page.getByLabel('E-mail').and(page.locator(':focus'));
      await field.waitFor();
      for (const part of [alert, save, field]) assert.equal(await isInView(part), true);
      assert.match(await field.getAttribute('aria-invalid'), /true/);
    });
  }

  test('opens the fold in which the field is that is wrong', async (t) => {
    const nina = await suite.signUp();
    const page = await openAs(suite, t, nina, '#/patients/new', { expected: [/status of 422/] });
    await page.getByLabel('First name').fill('Olu');
    const fold = page.locator('details.folded');
    await fold.locator('summary').click();
    await page.getByLabel('E-mail').fill('nobody');
    await fold.locator('summary').click();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor();
  });
});

describe('An amount', () => {
  const writings = {
    'en-GB': { stored: '80.00', typed: '112.5', shown: '112.50', wrong: '80.005', value: 112.5 },
    'de-DE': { stored: '80,00', typed: '1.112,5', shown: '1112,50', wrong: '80,005', value: 1112.5 },
    'ar-EG': { stored: '٨٠٫٠٠', typed: '١١٢٫٥', shown: '١١٢٫٥٠', wrong: '80.005', value: 112.5 },
  };
  for (const [locale, { stored, typed, shown, wrong, value }] of Object.entries(writings)) {
    test(`is in order once it is left, as people write it in ${locale}`, async (t) => {
      const nina = await suite.signUp();
      const item = { code: `RAY-${locale}`, name: `X-ray ${locale}`, default_price: 80 };
      assert.equal((await nina.call('POST', '/catalog/', { json: item })).status, 201);
      const priced = async () => (await made(nina.call('GET', `/catalog/?search=RAY-${locale}`))).data[0];
      const { id } = await priced();
      const page = await openAs(suite, t, nina, `#/admin/prices/${id}`, { locale });
      const price = page.locator('[name="default_price"]');
      await price.waitFor();
      assert.equal(await price.inputValue(), stored);
      await price.fill(wrong);
      assert.equal(await price.inputValue(), wrong, 'nothing moves while one types');
      await price.blur();
      await price.and(page.locator('[aria-invalid]')).waitFor();
      assert.notEqual(await price.evaluate((field) => field.validationMessage), '');
      await price.fill(typed);
      await price.blur();
      assert.equal(await price.inputValue(), shown);
      await price.press('Enter');
      await page.locator('.toast').getByText(item.name).waitFor();
      assert.equal((await priced()).default_price, value);
    });
  }
});

test('What loads has a shape, a name for readers, and no word', async (t) => {
  const nina = await suite.signUp();
  const { patient } = await smallHospital(nina.call);
  const page = await openAs(suite, t, nina, '#/patients');
  const { promise: released, resolve: release } = Promise.withResolvers();
  await page.route(`**/patient/${patient.id}**`, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/portal/#/patients/${patient.id}`);
  const skeleton = page.locator('.skeleton').first();
  await skeleton.waitFor();
  assert.equal(await skeleton.getAttribute('aria-busy'), 'true');
  assert.equal(await skeleton.textContent(), 'Loading …');
  assert.ok((await skeleton.locator('.bone').count()) > 0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(
    await skeleton
      .locator('.bone')
      .first()
      .evaluate((bone) => bone.getAnimations().length),
    0,
  );
  release();
  await page.getByRole('heading', { name: patient.last_name }).waitFor();
  await skeleton.waitFor({ state: 'detached' });
});
