// The board of a waiting room: numbers, and nobody's name.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { builtSuite } from './lib/built.mjs';
import { today } from './lib/files.mjs';
import { isAccessible, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite();

/** Two who wait with a number, one who was booked, and one who is called. */
async function waitingRoom(call) {
  const hospital = await smallHospital(call);
  const walkIn = () => hospital.book(`${today()}T12:00`, { status: 'CHECKED_IN' });
  const visits = [await walkIn(), await walkIn(), await walkIn()];
  const booked = await hospital.book(`${today()}T12:00`);
  await hospital.book(`${today()}T12:00`, { status: 'CANCELLED' });
  const set = ({ id }, status) => made(call('PATCH', `/calendar/appointments/${id}`, { json: { status } }));
  await set(booked, 'CHECKED_IN');
  await set(visits[0], 'IN_PROGRESS');
  return { ...hospital, visits, set };
}

describe('The board of a waiting room', () => {
  test('shows which number is called and which ones wait, follows, and learns no name', async (t) => {
    const nina = await suite.signUp();
    const { department, patient, visits, set } = await waitingRoom(nina.call);
    const page = await openAs(suite, t, nina, '#/account');
    await page.clock.install();
    const answers = [];
    // Of the service: code of the portal that comes later names each status.
    page.on('response', (answer) => {
      if (!answer.url().includes('/portal/')) answers.push(answer.text().catch(() => ''));
    });
    await page.evaluate((id) => location.assign(`#/board?department=${id}`), department.id);
    const called = page.locator('.called li');
    const waiting = page.locator('.waiting li');
    await called.filter({ hasText: /^1$/ }).waitFor();
    assert.deepEqual(await waiting.allTextContents(), ['2', '3']);
    // Who was booked waits, too, without a number.
    await page.getByText('3 waiting').waitFor();
    assert.equal(await page.locator('.top').count(), 0);
    assert.equal(await page.locator('.new').count(), 0);
    await set(visits[1], 'IN_PROGRESS');
    await page.clock.runFor(9000);
    await page.locator('.called .new', { hasText: /^2$/ }).waitFor();
    assert.deepEqual(await called.allTextContents(), ['2', '1']);
    assert.deepEqual(await waiting.allTextContents(), ['3']);
    const all = (await Promise.all(answers)).join(' ');
    assert.match(all, /"queue_number":3/);
    assert.ok(!all.includes(patient.last_name) && !all.includes('CANCELLED'));
  });

  test('ends no session while it is shown; who leaves it later signs in again', async (t) => {
    const nina = await suite.signUp();
    const { department } = await waitingRoom(nina.call);
    const page = await openAs(suite, t, nina, '#/account', { expected: [/status of 401/] });
    await page.clock.install();
    // A timer that began before the clock is one that it cannot end.
    await page.reload();
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    await page.evaluate((id) => location.assign(`#/board?department=${id}`), department.id);
    await page.locator('.called').waitFor();
    await page.clock.fastForward('20:00');
    // It still looks, and a touch is no use of the portal.
    const looked = page.waitForResponse(/calendar\/appointments/);
    await page.locator('h1').click();
    await page.clock.runFor(9000);
    await looked;
    await page.locator('.called').waitFor();
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.evaluate(() => location.assign('#/patients'));
    await page.getByText('You were signed out, as nobody had used this page').waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.ok(!asked.includes('/patient/'), 'nothing is shown before');
  });

  for (const [how, options] of Object.entries(VIEWS)) {
    test(`is accessible ${how}`, async (t) => {
      const nina = await suite.signUp();
      await waitingRoom(nina.call);
      const page = await openAs(suite, t, nina, '#/board', options);
      await page.locator('.called').first().waitFor();
      await isAccessible(page, how);
    });
  }
});
