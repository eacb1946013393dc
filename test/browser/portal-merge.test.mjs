// Two records of one person that become one, and two again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { LATEX, PENICILLIN, PERSON, readPatient, register } from './lib/patients.mjs';
import { isAccessible, made, openAs, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

describe('Two records of one person', () => {
  const SAME = { dob: '1984-02-29', phone_number: '+46 70 555 66 77' };

  test('become one, which says what was moved, and two again', async (t) => {
    const nina = await suite.signUp();
    const stays = await register(nina.call, 'Enberg', SAME);
    const goes = await register(nina.call, 'Enbärg', {
      ...SAME,
      middle_name: 'Maria',
      email: PERSON.email,
      allergies: [LATEX],
    });
    const before = await readPatient(nina.call, stays);
    await made(
      nina.call('POST', '/invoice/', { json: { patient_id: goes.id, items: [{ name: 'X', unit_price: 9 }] } }),
    );
    const page = await openAs(suite, t, nina, `#/patients/${stays.id}?duplicates=yes`);
    await page.getByRole('link', { name: `Compare and merge with ${goes.reg_number}` }).click();
    const name = page.getByRole('radio', { name: 'Name: Åsa Maria Enbärg' });
    await name.waitFor();
    assert.equal(await page.getByRole('radio', { name: /^Date of birth/ }).count(), 0, 'nothing to decide');
    assert.match(await page.getByRole('row', { name: /^E-mail/ }).textContent(), /–.*is taken over/);
    await name.check();
    await isAccessible(page, 'Two records');
    await page.getByRole('button', { name: 'Merge …' }).click();
    await page.getByText(`Merge ${goes.reg_number} into ${stays.reg_number}?`).waitFor();
    assert.equal((await readPatient(nina.call, goes)).last_name, 'Enbärg', 'it asks first');
    await isAccessible(page, 'The question before a merge');
    await page.getByRole('button', { name: 'Merge the records' }).click();
    await page.getByRole('status').getByText('Moved here: 0 appointments · 1 invoice · 0 files.').waitFor();
    await page.getByRole('heading', { name: 'Åsa Enbärg' }).waitFor();
    await page.getByRole('region', { name: 'Allergies' }).getByText('Latex').waitFor();
    await isAccessible(page, 'A record with another one in it');
    const { middle_name, email } = await readPatient(nina.call, stays);
    assert.deepEqual({ middle_name, email }, { middle_name: 'Maria', email: PERSON.email });

    await page.getByRole('button', { name: `Undo the merge of ${goes.reg_number}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone. Moved back: 0 appointments · 1 invoice · 0 files.').waitFor();
    await page.getByRole('heading', { name: 'Åsa Enberg' }).waitFor();
    assert.deepEqual(await readPatient(nina.call, stays), before);
    await page.getByRole('link', { name: 'To the other one' }).click();
    await page.getByRole('heading', { name: 'Åsa Enbärg' }).waitFor();
  });

  test('are chosen by a search, either of which may stay', async (t) => {
    const nina = await suite.signUp();
    const one = await register(nina.call, 'Sökström');
    const other = await register(nina.call, 'Hittström');
    const page = await openAs(suite, t, nina, `#/patients/${one.id}`);
    await page.getByRole('link', { name: 'Registered twice? Merge with another record' }).click();
    await page.getByRole('combobox', { name: 'The other record of the same person' }).fill(other.reg_number);
    await page.getByRole('option', { name: 'Hittström' }).click();
    await page.getByRole('link', { name: 'Keep the other one' }).click();
    await page.waitForURL(new RegExp(`${other.id}/merge.from=${one.id}`));
    await page.getByRole('radio', { name: 'Name: Åsa Sökström' }).waitFor();
    assert.equal(await page.getByRole('radio', { name: 'Name: Åsa Hittström' }).isChecked(), true);
  });

  test('leave the address of the one that went to lead to the one that stays', async (t) => {
    const nina = await suite.signUp();
    const stays = await register(nina.call, 'Kvar');
    const goes = await register(nina.call, 'Borta');
    await made(nina.call('POST', `/patient/${stays.id}/merge`, { json: { from: goes.id } }));
    const page = await openAs(suite, t, nina, '#/patients', { expected: [/status of 410/] });
    for (const address of [goes.id, `${goes.id}/edit`, `${goes.id}/merge`]) {
      await page.goto(`/portal/#/patients/${address}`);
      await page.getByText(`You came from ${goes.reg_number}, which was merged into this record.`).waitFor();
      await page.getByRole('heading', { name: 'Åsa Kvar' }).waitFor();
      assert.match(page.url(), new RegExp(stays.id));
    }
  });

  test('that were changed since stay one, and it is said why', async (t) => {
    const nina = await suite.signUp();
    const stays = await register(nina.call, 'Sedan');
    const goes = await register(nina.call, 'Före', { email: PERSON.email });
    await made(nina.call('POST', `/patient/${stays.id}/merge`, { json: { from: goes.id } }));
    await made(nina.call('PATCH', `/patient/${stays.id}`, { json: { email: 'other@family.example' } }));
    const page = await openAs(suite, t, nina, `#/patients/${stays.id}`, { expected: [/status of 409/] });
    await page.getByRole('button', { name: `Undo the merge of ${goes.reg_number}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('alert').getByText('This can no longer be undone').waitFor();
    assert.equal((await nina.call('GET', `/patient/${goes.id}`)).status, 410);
  });

  test('show a death of which only the day is known without a time', async (t) => {
    const nina = await suite.signUp();
    const stays = await register(nina.call, 'Dag');
    const goes = await register(nina.call, 'Dager', { deceased_at: '2026-01-02' });
    const page = await openAs(suite, t, nina, `#/patients/${stays.id}/merge?from=${goes.id}`);
    await page.getByRole('radio', { name: 'Died on: 2 Jan 2026', exact: true }).waitFor();
  });

  test('of a mother and her child stay two', async (t) => {
    const nina = await suite.signUp();
    const mother = await register(nina.call, 'Mor');
    const child = await register(nina.call, 'Mor', { mother_id: mother.id });
    const hash = `#/patients/${mother.id}/merge?from=${child.id}`;
    const page = await openAs(suite, t, nina, hash, { expected: [/status of 400/] });
    await page.getByRole('button', { name: 'Merge …' }).click();
    await page.getByRole('button', { name: 'Merge the records' }).click();
    await page.getByRole('alert').getByText('One of them is recorded as the mother of the other').waitFor();
    assert.equal((await nina.call('GET', `/patient/${child.id}`)).status, 200);
  });

  for (const [view, options] of Object.entries(VIEWS)) {
    test(`are side by side ${view}`, async (t) => {
      const nina = await suite.signUp();
      const stays = await register(nina.call, 'Vy', { ...PERSON, ...SAME, allergies: [PENICILLIN, LATEX] });
      const goes = await register(nina.call, 'Vyer', {
        ...SAME,
        phone_number: '018-61 10 00',
        deceased_at: '2026-01-02',
      });
      const page = await openAs(suite, t, nina, `#/patients/${stays.id}`, options);
      await page.locator('.allergies').waitFor();
      await isAccessible(page, 'The record');
      await page.goto(`/portal/#/patients/${stays.id}/edit`);
      await page.locator('.folded[open]').waitFor();
      await isAccessible(page, 'Its form');
      await page.goto(`/portal/#/patients/${stays.id}/merge?from=${goes.id}`);
      await page.getByRole('radio').first().waitFor();
      await isAccessible(page, 'The comparison');
    });
  }
});
