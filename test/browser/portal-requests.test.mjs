// What each page of the portal asks the service for, and how many of its requests wait for one another: on a line that is slow the
// depth is what people wait for. Neither grows with the hospital.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib.mjs';
import { logIn } from '../system/lib/accounts.mjs';
import { builtSuite } from './lib/built.mjs';
import { accountOf, MONDAY, made, openAs, PASSWORD, smallHospital } from './lib/portal.mjs';
import { levelsOf } from './lib/requests.mjs';

const suite = builtSuite();

/**
 * At most so many requests, and so deep: when the page is loaded anew, and when somebody comes back to it within the tab. Loaded
 * anew, each asks for a token first, and then for the account and the settings again, beside what it needs. A department's
 * free times are asked for one by one, where none is chosen. Ask whether a page needs it, before you raise one.
 */
const BUDGETS = {
  '/': [10, 2, 7, 1],
  '/calendar': [8, 2, 5, 1],
  '/calendar?doctor=:doctor&view=week': [8, 2, 5, 1],
  '/board': [5, 2, 2, 1],
  '/calendar/print': [4, 2, 1, 1],
  '/closures': [6, 2, 3, 1],
  '/booking': [9, 3, 6, 1],
  '/booking?doctor=:doctor&patient=:patient': [11, 2, 8, 1],
  '/patients': [4, 2, 1, 1],
  '/patients/new': [3, 2, 0, 0],
  '/patients/:patient': [8, 2, 5, 1],
  '/patients/:patient/card': [4, 2, 1, 1],
  '/patients/:patient/labels': [5, 2, 2, 1],
  '/appointments/:visit/slip': [4, 2, 1, 1],
  '/patients/:patient/edit': [4, 2, 1, 1],
  '/patients/:patient/merge': [5, 3, 2, 2],
  '/invoices': [4, 2, 1, 1],
  '/invoices/new': [3, 2, 0, 0],
  // Whose address is printed is known from the invoice only.
  '/invoices/:invoice': [5, 3, 2, 2],
  '/invoices/:invoice/edit': [4, 2, 1, 1],
  '/invoices/:invoice/payments/:payment': [5, 3, 2, 2],
  '/invoices/:invoice/credit-notes/:note': [5, 3, 2, 2],
  // Whose calendars they are is asked for only where somebody has subscribed to one.
  '/account': [6, 2, 3, 1],
  '/account/second-factor': [4, 2, 1, 1],
  '/cash': [5, 2, 2, 1],
  '/statistics': [4, 2, 1, 1],
  '/statistics?of=revenue&by=service': [4, 2, 1, 1],
  '/admin': [3, 2, 0, 0],
  '/admin/people': [4, 2, 1, 1],
  '/admin/people/:person': [6, 3, 3, 2],
  '/admin/doctors': [5, 2, 2, 1],
  '/admin/doctors/new': [3, 2, 0, 0],
  '/admin/doctors/:doctor': [7, 3, 4, 2],
  '/admin/doctors/:doctor/hours': [7, 2, 4, 1],
  '/admin/departments': [5, 2, 2, 1],
  '/admin/departments/new': [3, 2, 0, 0],
  '/admin/departments/:department': [4, 2, 1, 1],
  '/admin/types': [6, 2, 3, 1],
  // Departments, doctors and the kinds of rooms that there are.
  '/admin/types/new': [6, 2, 3, 1],
  '/admin/types/:type': [8, 3, 5, 2],
  '/admin/rooms': [6, 2, 3, 1],
  '/admin/rooms/new': [6, 2, 3, 1],
  '/admin/rooms/:room': [7, 3, 4, 2],
  '/admin/prices': [4, 2, 1, 1],
  '/admin/prices/new': [3, 2, 0, 0],
  '/admin/prices/:price': [4, 2, 1, 1],
  '/admin/programs': [4, 2, 1, 1],
  '/admin/programs/new': [3, 2, 0, 0],
  '/admin/programs/:program': [4, 2, 1, 1],
  '/admin/webhooks': [4, 2, 1, 1],
  '/admin/webhooks/new': [3, 2, 0, 0],
  '/admin/webhooks/:webhook': [4, 2, 1, 1],
  '/admin/webhooks/:webhook/deliveries': [4, 2, 1, 1],
  '/admin/imports': [4, 2, 1, 1],
  '/admin/imports/new': [3, 2, 0, 0],
  // Whether there is a file to look at is known from the import only.
  '/admin/imports/:sent': [5, 3, 2, 2],
  '/admin/messages': [5, 2, 2, 1],
  // Who has changed something is a person or a program.
  '/admin/audit': [6, 2, 3, 1],
  '/admin/access': [3, 2, 0, 0],
  '/admin/settings': [3, 2, 0, 0],
};

/** Of a doctor, who reads notes as well. The note page asks by the visit who it is whose allergies it warns of. */
const BUDGETS_OF_DOCTOR = {
  '/calendar': BUDGETS['/calendar'],
  '/patients/:patient': [9, 2, 6, 1],
  '/appointments/:visit/note': [6, 3, 3, 2],
};

/** Those whose requests could grow with who works there. */
const OF_STAFF = /^\/($|calendar|booking|closures|appointments|statistics|admin\/(doctors|departments|types|rooms))/;

/** With one name for whatever record the address names, as the pages themselves are listed. */
const plain = (path) => path.replace(/\?.*/, '').replace(/:\w+/g, ':id');

test('Every page has a budget', () => {
  const sources = ['index.ts', 'administration.ts'].map((name) => join(root, 'portal', 'src', 'pages', name));
  const source = sources.map((path) => readFileSync(path, 'utf8')).join('');
  const pages = [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => plain(path));
  assert.ok(pages.length > 50);
  assert.deepEqual(
    pages.filter(
      (path) =>
        !Object.keys({ ...BUDGETS, ...BUDGETS_OF_DOCTOR })
          .map(plain)
          .includes(path),
    ),
    [],
  );
});

/** More doctors of a department, who work on each day. Their free times of a week are on one page, which has a thousand. */
async function hire(call, department, count) {
  for (let i = 0; i < count; i++) {
    const user = { email: `ann${i}@clinic.example`, password: PASSWORD };
    const json = { first_name: `Ann${i}`, last_name: 'Other', license_number: user.email, user };
    const { id } = await made(call('POST', '/doctor/', { json }));
    const hours = { from: '09:00', to: '11:00', department_id: department.id, slot_minutes: 40 };
    const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...hours }));
    await made(call('PUT', `/calendar/doctors/${id}/hours`, { json: { weekly } }));
  }
}

/** A record of each kind that a page is about, by id. */
async function recordsOf(call, { department, doctors, patient, book }) {
  const headers = { prefer: 'return=representation' };
  const create = (path, json) => made(call('POST', path, { json, headers }));
  const items = [{ name: 'Bandage', quantity: 1, unit_price: 20 }];
  const invoice = await create('/invoice/', { patient_id: patient.id, status: 'ISSUED', items });
  const payment = await create(`/invoice/${invoice.id}/payments`, { amount: 5, method: 'cash' });
  const note = await create(`/invoice/${invoice.id}/credit-note`, { amount: 5, reason: 'A bandage too many' });
  const price = await create('/catalog/', { code: 'BAN', name: 'Bandage', default_price: 20 });
  const type = await create('/calendar/types/', { name: 'Check-up', minutes: 20, catalog_id: price.id });
  const room = await create('/calendar/resources/', { name: 'Ultrasound 1', kind: 'Ultrasound' });
  const visit = await book(`${MONDAY}T09:00:00`);
  const [person] = await made(call('GET', '/auth/users'));
  const { client_id } = await create('/auth/clients', { name: 'Lab', scope: 'system/Patient.rs', secret: true });
  const program = { id: client_id };
  const webhook = await create('/webhooks/', { url: 'https://partner.example/hook', types: ['payment.*'] });
  const sent = await create('/imports/', { entity: 'patient', source: 'urn:clinic:old-system' });
  await made(call('PUT', `/imports/${sent.id}/file`, { body: 'first_name\nÅsa' }));
  const [doctor] = doctors;
  const records = {
    ...{ department, doctor, patient, visit, invoice, payment, note, price, person, program },
    ...{ type, room, webhook, sent },
  };
  return (path) => path.replace(/:(\w+)/g, (_, name) => records[name].id);
}

const follow = (page, path) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, `#${path}`);

/** The requests of a page, level by level. */
async function measured(page, address) {
  await page.evaluate((hash) => history.replaceState(null, '', hash), `#${address}`);
  const anew = await levelsOf(page, () => page.reload());
  await page.locator('h1').first().waitFor();
  assert.equal(await page.getByRole('alert').count(), 0, address);
  await follow(page, '/nowhere');
  await page.getByText('There is no such page.').waitFor();
  const again = await levelsOf(page, () => follow(page, address));
  return { anew, again };
}

const countsOf = ({ anew, again }) => [anew.flat().length, anew.length, again.flat().length, again.length];

test('No page asks for more than its budget, however many doctors there are', async (t) => {
  const ada = await logIn(suite.service, 'admin');
  const hospital = await smallHospital(ada.call);
  const addressOf = await recordsOf(ada.call, hospital);
  const page = await openAs(suite, t, ada, '#/nowhere');
  const measure = (path) => measured(page, addressOf(path));

  const few = new Map();
  for (const path of Object.keys(BUDGETS)) few.set(path, await measure(path));
  const table = [...few].map(([path, levels]) => [path, countsOf(levels)]);
  t.diagnostic(table.map(([path, counts]) => `${path} ${counts.join(' ')}`).join('\n'));
  const over = table.filter(([path, counts]) => counts.some((count, i) => count > BUDGETS[path][i]));
  const shown = over.map(([path, counts]) => [path, counts, few.get(path)]);
  assert.deepEqual(over, [], JSON.stringify(shown, null, 1));

  await hire(ada.call, hospital.department, 30);
  for (const path of Object.keys(BUDGETS).filter((each) => OF_STAFF.test(each))) {
    assert.deepEqual(await measure(path), few.get(path), `${path}, with 30 doctors more`);
  }
});

// After the others, as it makes one more department.
test('A doctor, whose calendar begins with their own day and who reads notes, waits for no more than their pages need', async (t) => {
  const { call } = await logIn(suite.service, 'admin');
  const { patient, doctors, book } = await smallHospital(call);
  const visit = await book(`${MONDAY}T09:00:00`);
  const user = await accountOf(call, doctors[0]);
  const author = await suite.logIn(user.email);
  await made(author.call('PUT', `/calendar/appointments/${visit.id}/note`, { json: { text: 'Lungs clear.' } }));
  const page = await openAs(suite, t, user, '#/nowhere');
  const ids = { patient: patient.id, visit: visit.id };
  for (const [path, budget] of Object.entries(BUDGETS_OF_DOCTOR)) {
    const levels = await measured(
      page,
      path.replace(/:(\w+)/, (_, name) => ids[name]),
    );
    assert.deepEqual(countsOf(levels), budget, `${path}: ${JSON.stringify(levels)}`);
  }
});
