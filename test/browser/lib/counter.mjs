// The counter of a clinic with a letterhead and a tax number, whose day is not the browser's. `npm start` has others, so this is the
// built service; the portal's files come from the disk.
import { join } from 'node:path';
import { root } from '../../../scripts/lib.mjs';
import { buildPortal } from '../../../scripts/portal.mjs';
import { emptyData, startService } from '../../system/lib/service.mjs';
import { made, smallHospital } from './portal.mjs';
import { browserSuite } from './suite.mjs';

/** Ahead of every browser: for most of a day its date is tomorrow's. */
const TIME_ZONE = 'Pacific/Kiritimati';
export const TAX_ID = 'DE 123 456 789';
export const HOSPITAL_NAME = 'Harbour Clinic';
export const HOSPITAL_ADDRESS = '7 Quay Street\nPort Town';

export const counterSuite = () =>
  browserSuite({
    async start() {
      await buildPortal();
      return startService({ data: await emptyData(), vars: { TAX_ID, TIME_ZONE, HOSPITAL_NAME, HOSPITAL_ADDRESS } });
    },
    prepare: (context) =>
      context.route('**/portal/**', (route) => {
        const { pathname } = new URL(route.request().url());
        return route.fulfill({ path: join(root, 'public', pathname, pathname.endsWith('/') ? 'index.html' : '') });
      }),
  });

export const hospitalDay = () => new Date().toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });
const BANDAGES = [{ name: 'Bandage', quantity: 2, unit_price: 10 }];
export const PAYER = { name: 'Ocean Mutual', kind: 'insurance', member_number: 'OM-4711', tax_id: null };

/** An account with a patient; `bill`: makes an invoice of US$20, or another one. */
export async function counterOf(suite) {
  const nina = await suite.signUp();
  const hospital = await smallHospital(nina.call);
  const { patient } = hospital;
  const send = (method, path, json) => made(nina.call(method, path, { json }));
  const bill = (more) => send('POST', '/invoice/', { patient_id: patient.id, items: BANDAGES, ...more });
  const pay = (id, amount, more) => send('POST', `/invoice/${id}/payments`, { amount, method: 'cash', ...more });
  const read = (id) => made(nina.call('GET', `/invoice/${id}?view=full`));
  return { ...hospital, nina, send, bill, pay, read };
}

/** What a `dl` says, by its terms. */
export const factsOf = (list) =>
  list.evaluate((dl) =>
    Object.fromEntries([...dl.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextElementSibling.textContent])),
  );
export const rowsOf = (table) =>
  table.evaluate((element) =>
    [...element.querySelectorAll('tbody tr, tfoot tr')].map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
