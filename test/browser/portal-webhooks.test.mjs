// Webhooks in the portal, with a receiver of this machine, and the addresses of calendars of the own account.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { isAccessible, made, openAs, smallHospital, VIEWS } from './lib/portal.mjs';

const suite = builtSuite({ ENVIRONMENT: 'development', WEBHOOK_LOOPBACK: 'yes' });

const admin = () => logIn(suite.service, 'admin');
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** Answers as it is told, and keeps what it got. */
const receiver = { url: '', status: 204, got: [], server: undefined };
before(async () => {
  receiver.server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    receiver.got.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(receiver.status).end();
  });
  await new Promise((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${receiver.server.address().port}/hook`;
});
after(() => receiver.server.close());

const webhookOf = async ({ call }, id) => made(call('GET', `/webhooks/${id}`));
const secretsOf = async (id) =>
  (await suite.service.query('SELECT secret, former_secret FROM webhook WHERE id = ?', id))[0];
const make = ({ call }, more) =>
  made(call('POST', '/webhooks/', { json: { url: receiver.url, types: ['department.*'], ...more } }));
const cardOf = (page, name) => page.locator('.card').filter({ has: page.getByRole('heading', { name }) });
/** Everything that a page could keep. */
const keptOf = (page) =>
  page.evaluate(() =>
    JSON.stringify([
      ...[{ ...localStorage }, { ...sessionStorage }, history.state, location.href, document.documentElement.outerHTML],
    ]),
  );

describe('A webhook', () => {
  test('is added with what it is told of, and a secret that is shown once', async (t) => {
    const ada = await admin();
    const page = await openAs(suite, t, ada, '#/admin', { expected: [/status of 422/] });
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Webhooks/ })
      .click();
    await page.getByText('No webhook is set up.').waitFor();
    await isAccessible(page, 'No webhooks');
    await page.getByRole('link', { name: 'Add a webhook' }).click();
    await page.getByLabel('Address').fill('https://10.0.0.1/hook');
    await page.getByLabel('What it is for').fill('Text messages');
    const box = (name) => page.getByRole('checkbox', { name, exact: true });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Choose at least one.').waitFor();
    await isAccessible(page, 'A webhook that is told of nothing');
    assert.equal(await box('Everything').evaluate((field) => field === document.activeElement), true);
    await box('Everything').check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('with https, and the public name of another computer').waitFor();
    await isAccessible(page, 'An address that is refused');
    assert.equal(await page.getByLabel('Address').evaluate((field) => field === document.activeElement), true);

    assert.equal(await box('Patient').isChecked(), true);
    assert.equal(await box('Patient: Merged').isDisabled(), true);
    await box('Patient').uncheck();
    assert.equal(await box('Everything').evaluate(({ indeterminate }) => indeterminate), true);
    await box('Everything').check();
    await box('Everything').uncheck();
    assert.equal(await box('Appointment').isChecked(), false);
    await box('Appointment').check();
    await box('Patient: Merged').check();
    assert.equal(await box('Patient').evaluate(({ indeterminate }) => indeterminate), true);
    await page.getByLabel('Address').fill('https://sms.example/hook');
    await page.getByRole('button', { name: 'Add', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'The webhook is added' });
    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
    assert.match(secret, SECRET);
    await dialog.getByText('shown only now').waitFor();
    await isAccessible(page, 'A secret');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Text messages' }).waitFor();
    await isAccessible(page, 'A webhook');
    assert.ok(!(await keptOf(page)).includes(secret), 'the secret is nowhere any more');
    const id = new URL(page.url()).hash.split('/').at(-1);
    assert.equal((await secretsOf(id)).secret, secret);
    const { types, url, description } = await webhookOf(ada, id);
    assert.deepEqual(
      { types: types.toSorted(), url, description },
      { types: ['appointment.*', 'patient.merged'], url: 'https://sms.example/hook', description: 'Text messages' },
    );

    await page.locator('.up').click();
    const row = page.getByRole('row').filter({ hasText: 'https://sms.example/hook' });
    await row.getByText('Text messages').waitFor();
    await row.getByText('Patient: Merged').waitFor();
    await row.getByText('On', { exact: true }).waitFor();
    await isAccessible(page, 'Webhooks');
  });

  test('whose secret got lost with the answer needs another one', async (t) => {
    const page = await openAs(suite, t, await admin(), '#/admin/webhooks/new', { expected: [/ERR_FAILED/] });
    await page.getByLabel('Address').fill('https://lost.example/hook');
    await page.getByRole('checkbox', { name: 'Everything' }).check();
    const lose = async (route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/webhooks/', lose, { times: 1 });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The secret got lost with the answer').waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'Secret' }).count(), 0);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.locator('.up').click();
    await page.getByRole('row').filter({ hasText: 'https://lost.example/hook' }).waitFor();
  });

  test('keeps what is typed for who leaves its form', async (t) => {
    const ada = await admin();
    const { id } = await make(ada);
    const page = await openAs(suite, t, ada, `#/admin/webhooks/${id}`);
    await page.getByLabel('What it is for').fill('Half a pur');
    await page.getByRole('checkbox', { name: 'Invoice', exact: true }).check();
    await page.locator('.up').click();
    await page.getByRole('row').filter({ hasText: receiver.url }).first().waitFor();
    await page.goBack();
    await page.getByText('What you had typed here is back.').waitFor();
    assert.equal(await page.getByLabel('What it is for').inputValue(), 'Half a pur');
    assert.equal(await page.getByRole('checkbox', { name: 'Invoice', exact: true }).isChecked(), true);
  });

  test('is changed beside others, gets another secret, is switched off and on, and deleted', async (t) => {
    const ada = await admin();
    const { id, secret } = await make(ada, { description: 'Accounting' });
    const page = await openAs(suite, t, ada, `#/admin/webhooks/${id}`, { expected: [/status of 412/] });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Renew the secret …' }).click();
    await isAccessible(page, 'Before a secret is renewed');
    await dialog.getByRole('button', { name: 'Renew it' }).click();
    const renewed = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
    await page.keyboard.press('Escape');
    await page.getByText(/^The former secret signs, too, until/).waitFor();
    assert.deepEqual({ ...(await secretsOf(id)) }, { secret: renewed, former_secret: secret });
    await page.getByRole('button', { name: 'Renew the secret …' }).click();
    await dialog.getByRole('checkbox', { name: /^End the present one at once/ }).check();
    await dialog.getByRole('button', { name: 'Renew it' }).click();
    await dialog.getByText('shown only now').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(/^The former secret signs/).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Switch off …' }).click();
    await isAccessible(page, 'Before it is switched off');
    await dialog.getByRole('button', { name: 'Switch it off' }).click();
    await page.getByText('By an administrator, ').waitFor();
    assert.notEqual((await webhookOf(ada, id)).disabled_at, null);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('By an administrator, ').waitFor({ state: 'detached' });
    await page.getByText('from now on it is told what changes').waitFor();
    assert.equal((await webhookOf(ada, id)).disabled_at, null);

    await made(ada.call('PATCH', `/webhooks/${id}`, { json: { types: ['payment.*'] } }));
    await page.getByRole('checkbox', { name: 'Department', exact: true }).uncheck();
    await page.getByRole('checkbox', { name: 'Invoice: Created' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this meanwhile.').waitFor();
    await page.locator('.meanwhile').getByText('Payment').waitFor();
    await isAccessible(page, 'A webhook that others have changed');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: 'Accounting' }).getByText('Invoice: Created').waitFor();
    assert.deepEqual((await webhookOf(ada, id)).types, ['invoice.created']);

    await page.getByRole('row').filter({ hasText: 'Accounting' }).getByRole('link').click();
    await page.getByRole('link', { name: 'Changes of this webhook' }).click();
    const changes = page.locator('tbody tr');
    await changes.getByText('What it is told of').first().waitFor();
    await changes.getByText('Secret').first().waitFor();
    assert.equal(await page.getByText('disabled_').count(), 0, 'fields have words');
    await changes.getByRole('link', { name: 'Webhook' }).first().click();
    await page.getByRole('button', { name: 'Delete …' }).click();
    await dialog.getByText(`Nothing is sent to ${receiver.url} any more`).waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The webhook is deleted.').waitFor();
    assert.equal((await ada.call('GET', `/webhooks/${id}`)).status, 404);
  });

  test('sends a test, and says what the receiver answered', async (t) => {
    const ada = await admin();
    const { id } = await make(ada);
    const page = await openAs(suite, t, ada, `#/admin/webhooks/${id}`);
    const button = page.getByRole('button', { name: 'Send a test' });
    await button.click();
    await page.getByText('The test has arrived: the receiver answered 204').waitFor();
    assert.equal(receiver.got.at(-1).body.type, 'webhook.test');
    assert.match(receiver.got.at(-1).headers['webhook-signature'], /^v1,/);
    await isAccessible(page, 'A test that has arrived');
    receiver.status = 500;
    t.after(() => {
      receiver.status = 204;
    });
    await button.click();
    await page.getByRole('alert').getByText('The test has not arrived: the receiver answered 500').waitFor();
    await isAccessible(page, 'A test that was refused');
    await made(ada.call('PATCH', `/webhooks/${id}`, { json: { url: 'http://127.0.0.1:9/nobody' } }));
    await button.click();
    await page.getByRole('alert').getByText('The test has not arrived: no answer').waitFor();
  });
});

/** Until the service has it, by the receiver or in its list. */
async function until(what, isSo) {
  for (let n = 0; !(await isSo()); n++) {
    assert.ok(n < 120, what);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

describe('Deliveries', () => {
  const deliveriesOf = ({ call }, id) => made(call('GET', `/webhooks/${id}/deliveries`));
  const idsOf = (type) =>
    receiver.got.filter(({ body }) => body.type === type).map(({ headers }) => headers['webhook-id']);

  test('are listed with what became of them, and sent again from one of them on', async (t) => {
    const ada = await admin();
    const { id } = await make(ada, { description: 'Directory' });
    const add = (n) => made(ada.call('POST', '/department/', { json: { name: `Ward ${n}`, code: `W${n}` } }));
    receiver.status = 500;
    t.after(() => {
      receiver.status = 204;
    });
    await add(1);
    await until('an attempt has failed', async () => (await deliveriesOf(ada, id))[0]?.attempts > 0);
    // Its second attempt, five seconds later, would come in between.
    await suite.service.query(
      `UPDATE webhook_delivery SET attempts = 5, next_at = next_at + 3600000
        WHERE webhook_seq = (SELECT seq FROM webhook WHERE id = ?)`,
      id,
    );
    const page = await openAs(suite, t, ada, `#/admin/webhooks/${id}`);
    await page.getByText('Failing').waitFor();
    await page.getByText(/^Since .* nothing has arrived/).waitFor();
    await isAccessible(page, 'A webhook that is failing');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    const rows = page.locator('tbody tr');
    await rows.getByText('Department: Created').waitFor();
    await rows.getByText('Waiting').waitFor();
    await rows.getByText('500').waitFor();
    await isAccessible(page, 'A delivery that waits');

    receiver.status = 204;
    await suite.service.query('UPDATE webhook SET failing_since = NULL WHERE id = ?', id);
    await add(2);
    await add(3);
    await until('what came then has arrived', async () => {
      const [newest] = await deliveriesOf(ada, id);
      return idsOf('department.created').includes(newest.event_id) && newest.state === 'delivered';
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await rows.nth(2).waitFor();
    await page.getByLabel('State').selectOption('delivered');
    await rows.nth(2).waitFor({ state: 'detached' });
    await page.getByLabel('State').selectOption('');
    await rows.nth(2).waitFor();

    const shown = await deliveriesOf(ada, id);
    const [third, second] = shown.map(({ event_id }) => event_id);
    const before = receiver.got.length;
    await rows.nth(1).getByText(second).waitFor();
    await rows
      .nth(1)
      .getByRole('button', { name: /^Send again: Department: Created/ })
      .click();
    await isAccessible(page, 'Before it is sent again');
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is sent again: look in a minute.').waitFor();
    const again = () => receiver.got.slice(before).map(({ headers }) => headers['webhook-id']);
    await until('both have come again', () => [second, third].every((event) => again().includes(event)));
    assert.deepEqual((await deliveriesOf(ada, id))[2], shown[2], 'and none before them');

    await made(ada.call('PATCH', `/webhooks/${id}`, { json: { disabled: true } }));
    await page.close({ runBeforeUnload: false });
  });

  test('that fill pages are led through, and the oldest one is where sending again begins', async (t) => {
    const ada = await admin();
    const { id } = await make(ada, { types: ['client.*'] });
    const departments = Array.from({ length: 60 }, (_, n) => ({ name: `Room ${n}`, code: `R${n}` }));
    await Promise.all(departments.map((json) => made(ada.call('POST', '/department/', { json }))));
    const [{ seq }] = await suite.service.query('SELECT seq FROM webhook WHERE id = ?', id);
    await suite.service.query(
      `INSERT INTO webhook_delivery (webhook_seq, event_seq, attempts, status, attempted_at)
        SELECT ?, seq, 10, 503, at FROM audit ORDER BY seq DESC LIMIT 60`,
      seq,
    );
    const page = await openAs(suite, t, ada, `#/admin/webhooks/${id}/deliveries`, { expected: [/status of 409/] });
    const rows = page.locator('tbody tr');
    await rows.nth(49).waitFor();
    await rows.first().getByText('Given up').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await rows.nth(10).waitFor({ state: 'detached' });
    await rows.nth(9).waitFor();
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/resend')),
      (async () => {
        await rows.nth(9).getByRole('button').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      })(),
    ]);
    await page.getByText('It is sent again').waitFor();
    const all = await made(ada.call('GET', `/webhooks/${id}/deliveries?limit=60`));
    assert.deepEqual(sent.postDataJSON(), { from: all[59].event_id });
    await made(ada.call('PATCH', `/webhooks/${id}`, { json: { disabled: true } }));
    await rows.nth(9).getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('alert').getByText('The webhook is off: switch it on first.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'First page' }).click();
    await rows.nth(49).waitFor();
  });
});

describe('A calendar subscription', () => {
  test('is made for a doctor or a department, shown once, and ended', async (t) => {
    const nina = await suite.signUp();
    const { department, doctors, book } = await smallHospital(nina.call);
    const schedule = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00:00`;
    await book(schedule);
    const page = await openAs(suite, t, nina, '#/account');
    const card = cardOf(page, 'Calendar subscriptions');
    const dialog = page.getByRole('dialog');
    await card.getByText('There is none.').waitFor();
    await card.getByRole('button', { name: 'Make an address' }).click();
    await dialog.getByLabel('Whose calendar').selectOption({ label: department.name });
    await isAccessible(page, 'Whose calendar');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    const address = dialog.getByRole('textbox', { name: 'Address' });
    const url = await address.inputValue();
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/feeds\/[\w-]{43}\.ics$/);
    await isAccessible(page, 'The address of a calendar');
    const read = async () => {
      const response = await fetch(url);
      return { status: response.status, text: await response.text() };
    };
    assert.match((await read()).text, /SUMMARY:Busy/);
    await page.keyboard.press('Escape');
    const row = card.getByRole('row').filter({ hasText: department.name });
    await row.waitFor();
    assert.ok(!(await keptOf(page)).includes(url.split('/').at(-1)), 'the address is nowhere any more');

    await card.getByRole('button', { name: 'Make an address' }).click();
    await dialog.getByLabel('Whose calendar').selectOption(`doctor_id ${doctors[0].id}`);
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await address.waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card.getByRole('row').filter({ hasText: 'Erik Lind' }).waitFor();

    await row.getByRole('button', { name: `End the subscription: ${department.name}` }).click();
    await isAccessible(page, 'Before a subscription ends');
    await dialog.getByRole('button', { name: 'End it' }).click();
    await page.getByText('The subscription has ended.').waitFor();
    await row.waitFor({ state: 'detached' });
    assert.equal((await read()).status, 404);
  });

  test('of a doctor is offered as their own', async (t) => {
    const nina = await suite.signUp();
    const { doctors } = await smallHospital(nina.call);
    const page = await openAs(suite, t, { email: doctors[1].user.email }, '#/account');
    await page.getByRole('button', { name: 'Make an address' }).click();
    const whose = page.getByRole('dialog').getByLabel('Whose calendar');
    assert.equal(await whose.inputValue(), `doctor_id ${doctors[1].id}`);
  });

  test('is not lost with its answer: it is ended, and another one made', async (t) => {
    const nina = await suite.signUp();
    await smallHospital(nina.call);
    const page = await openAs(suite, t, nina, '#/account', { expected: [/ERR_FAILED/] });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Make an address' }).click();
    await dialog.getByLabel('Whose calendar').selectOption({ index: 1 });
    const lose = async (route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/auth/feeds', lose, { times: 1 });
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await dialog.getByText('its address got lost with the answer').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await cardOf(page, 'Calendar subscriptions').locator('tbody tr').waitFor();
    assert.equal((await made(nina.call('GET', '/auth/feeds'))).length, 1, 'one, however often it was sent');
  });
});

describe('The pages of webhooks and subscriptions', () => {
  for (const [view, options] of Object.entries(VIEWS)) {
    test(`are read ${view}`, async (t) => {
      const ada = await admin();
      const { doctors } = await smallHospital(ada.call);
      await made(ada.call('POST', '/auth/feeds', { json: { doctor_id: doctors[0].id } }));
      const { id } = await make(ada, {
        description: 'Directory of the hospital',
        types: ['department.*', 'note.signed'],
      });
      const long = await make(ada, { url: `https://partner.example/${'a'.repeat(300)}`, types: ['patient.merged'] });
      const [{ seq }] = await suite.service.query('SELECT seq FROM webhook WHERE id = ?', id);
      const states = [
        [10, 503, null],
        [1, 204, null],
        [3, null, Date.now() + 1_800_000],
      ];
      for (const [n, [attempts, status, next]] of states.entries()) {
        await suite.service.query(
          `INSERT INTO webhook_delivery (webhook_seq, event_seq, attempts, status, attempted_at, next_at)
            SELECT ?, seq, ?, ?, at, ? FROM audit ORDER BY seq DESC LIMIT 1 OFFSET ?`,
          ...[seq, attempts, status, next, n],
        );
      }
      const disabled = [Date.now(), 'gone', long.id];
      await suite.service.query('UPDATE webhook SET disabled_at = ?, disabled_because = ? WHERE id = ?', ...disabled);
      const page = await openAs(suite, t, ada, '#/admin', options);
      for (const path of [
        ...['/admin/webhooks', '/admin/webhooks/new', `/admin/webhooks/${id}`, `/admin/webhooks/${id}/deliveries`],
        ...[`/admin/webhooks/${long.id}`, '/account'],
      ]) {
        await page.goto(`/portal/#${path}`);
        await page.waitForLoadState('networkidle');
        await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
        await isAccessible(page, path);
        assert.equal(await page.locator('h1').count(), 1, path);
        assert.equal(await page.getByRole('alert').count(), 0, path);
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/${view} ${path.replaceAll('/', '_').replace(/[0-9a-f-]{36}/, path.includes(id) ? 'id' : 'long')}.png`,
            fullPage: true,
          });
      }
    });
  }
});
