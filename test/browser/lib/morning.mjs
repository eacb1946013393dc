// What a clinic does in a morning, task by task: as somebody does it who knows the portal by its texts, in any language.
import assert from 'node:assert/strict';
import { addDays, PDF, today } from './files.mjs';
import { codeOf, made, PASSWORD } from './portal.mjs';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
/** The last time that booking shows of a week: of one doctor all, beside others three of each day. */
const LAST = `${addDays(today(), 6)}T11:40:00`;
const LAST_BESIDE_OTHERS = `${addDays(today(), 6)}T08:40:00`;

/** What is there when the morning begins: two doctors who work every day, a patient with three visits, and a fee. */
export async function morningOf({ call }, { department, doctors }, name) {
  const create = (path, json, headers) => made(call('POST', path, { json, headers }));
  const hours = { from: '08:00', to: '12:00', department_id: department.id, slot_minutes: 20 };
  const weekly = EVERY_DAY.map((weekday) => ({ ...hours, weekday }));
  for (const { id } of doctors) await made(call('PUT', `/calendar/doctors/${id}/hours`, { json: { weekly } }));
  const patient = await create('/patient/', { first_name: 'Zofia', last_name: name, gender: 'female' });
  const visit = (time) => ({
    patient_id: patient.id,
    doctor_id: doctors[0].id,
    department_id: department.id,
    schedule: `${today()}T${time}:00`,
    expected_duration_minutes: 20,
  });
  const visits = [];
  for (const time of ['09:00', '10:00', '11:00']) visits.push(await create('/appointment/', visit(time)));
  // Who has no appointment, and goes again.
  visits.push(await create('/appointment/', { ...visit('07:00'), doctor_id: doctors[1].id, status: 'CHECKED_IN' }));
  await made(call('PATCH', `/doctor/${doctors[0].id}`, { json: { consultation_fee: 45.5 } }));
  return { department, doctors, patient, visits };
}

/**
 * The tasks in the order of the day; each begins where the one before has ended.
 * @param hand who does them, of `handOf`
 * @param t the portal's messages, and `locale` that of the browser
 * @param heard the last name of the patient, as it sounds
 * @param surname of everybody and everything new
 * @param read asks the service
 * @returns `[name, at most so many clicks, fields, how it is done]`
 */
export function tasksOf({ page, hand, t, locale, hospital, heard, surname, read }) {
  const { department, doctors, patient, visits } = hospital;
  const email = `${surname.toLowerCase()}@clinic.example`;
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const button = (name, within = page) => within.getByRole('button', { name, exact: true });
  const link = (name, within = main) => within.getByRole('link', { name, exact: true });
  const field = (name, within = page) => within.getByLabel(name, { exact: true });
  const said = (text) => page.locator('.toast').getByText(text).waitFor();
  const menu = (name) => hand.click(link(name, page.locator('.top nav')));
  const entry = (time) => page.locator('.entry', { hasText: patient.last_name }).filter({ hasText: time });
  const invoices = async () => (await read(`/invoice/?patient_id=${patient.id}`)).data;
  const stateOf = async ({ id }) => {
    const { status, schedule } = await read(`/calendar/appointments/${id}`);
    return `${status} ${schedule}`;
  };
  /** How the portal writes a time, by its language. */
  const clock = (time) =>
    new Date(`2030-01-01T${time}:00Z`).toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'UTC' });
  /** Of somebody who waits, is late or comes, by Today. */
  const row = (id) => page.getByRole('row').filter({ has: page.locator(`[data-row="${id}"]`) });
  const person = async () => (await read('/auth/users')).find((account) => account.email === email);

  return [
    ['find a patient whose name is misspelt', 2, 1, findMisspelt],
    ['add a condition', 2, 1, addCondition],
    ['upload a file', 1, 0, upload],
    ['register a patient', 3, 3, register],
    ['book a visit', 4, 0, book],
    ['check a patient in', 3, 0, checkIn],
    ['check in who has no appointment', 6, 1, walkIn],
    ['move a visit', 5, 0, move],
    ['cancel a visit', 5, 1, cancel],
    ['invoice a visit', 3, 0, invoice],
    ['give a discount', 3, 1, discount],
    ['issue the invoice', 1, 0, issue],
    ['take a part of the amount', 2, 1, pay],
    ['print the invoice', 1, 0, print],
    ['give money back', 2, 2, refund],
    ['void the invoice', 2, 0, voidIt],
    ['add a department', 4, 2, addDepartment],
    ['add a price', 4, 3, addPrice],
    ['change working hours', 5, 1, changeHours],
    ['plan a leave', 2, 3, planLeave],
    ['invite a colleague', 6, 2, invite],
    ['give another role', 4, 0, changeRole],
    ['reset a password', 3, 0, reset],
    ['set up one’s own second factor', 6, 2, secondFactor],
    ['find a patient from another page', 2, 1, findFromAnywhere],
    ['call the next who waits', 2, 0, callNext],
    ['note who did not come', 1, 0, didNotCome],
  ];

  async function findMisspelt() {
    await menu(t.patients.title);
    await hand.type(field(t.patients.search), heard);
    // Until then the list shows everybody.
    await main.getByText(t.search.similar).waitFor();
    await hand.click(main.getByRole('link', { name: patient.last_name }).first());
    await page.getByRole('heading', { name: patient.last_name }).waitFor();
  }
  async function findFromAnywhere() {
    await hand.press('Control+k');
    await hand.type(page.locator('[role="combobox"]:focus'), patient.reg_number);
    await hand.press('Enter');
    await page.getByRole('heading', { name: patient.last_name }).waitFor();
  }
  async function addCondition() {
    await hand.click(button(t.history.edit(t.history.medical_conditions)));
    await hand.type(field(t.history.condition), 'Asthma');
    await hand.click(button(t.save));
    await main.locator('li', { hasText: 'Asthma' }).waitFor();
    const { medical_conditions } = await read(`/patient/${patient.id}?view=full`);
    assert.deepEqual(
      medical_conditions.map(({ condition }) => condition),
      ['Asthma'],
    );
  }
  async function upload() {
    await hand.pick(field(t.files.upload), { name: 'letter.pdf', mimeType: 'application/pdf', buffer: PDF });
    await said('letter.pdf');
    assert.equal((await read(`/static/?entity_id=${patient.id}`)).length, 1);
  }
  async function register() {
    await menu(t.patients.title);
    await hand.click(link(t.patients.register));
    await hand.type(field(t.patient.firstName), 'Olu');
    await hand.type(field(t.patient.lastName), surname);
    await hand.type(field(t.patient.born), '1984-02-29');
    await hand.click(button(t.patient.register));
    await page.getByRole('heading', { name: surname }).waitFor();
    const [{ dob }] = await read(`/patient/?search=${surname}`);
    assert.equal(dob, '1984-02-29');
  }
  async function book() {
    await hand.click(link(t.patient.book));
    await hand.choose(field(t.calendar.department), department.name);
    const row = page.getByRole('row', { name: doctors[1].last_name });
    await hand.click(row.locator('label').last());
    await hand.click(button(t.booking.submit));
    await page.locator('.visits').getByText(clock('08:40')).waitFor();
    const [{ id }] = await read(`/patient/?search=${surname}`);
    const booked = await read(`/calendar/appointments/?patient_id=${id}`);
    assert.deepEqual(
      booked.map(({ schedule, doctor_id }) => [schedule, doctor_id]),
      [[LAST_BESIDE_OTHERS, doctors[1].id]],
    );
  }
  async function checkIn() {
    await menu(t.calendar.title);
    await hand.click(entry(clock('09:00')));
    await hand.click(button(t.appointment.checkIn));
    await dialog.locator('.badge', { hasText: t.status.CHECKED_IN }).waitFor();
    assert.equal(await stateOf(visits[0]), `CHECKED_IN ${visits[0].schedule}`);
  }
  async function walkIn() {
    await hand.press('Escape');
    await hand.click(button(t.walkIn.title));
    await hand.type(page.getByRole('combobox', { name: t.booking.patient }), patient.reg_number);
    await page.getByRole('option', { name: patient.reg_number }).waitFor();
    await hand.press('Enter');
    await dialog.getByText(patient.reg_number).waitFor();
    await hand.choose(field(t.calendar.department, dialog), department.name);
    await hand.choose(field(t.calendar.doctor, dialog), doctors[1].id);
    await hand.click(button(t.walkIn.submit));
    await dialog.locator('.ticket strong').waitFor();
  }
  async function move() {
    await hand.click(button(t.walkIn.end));
    await hand.click(entry(clock('10:00')).first());
    await hand.click(link(t.appointment.move, page));
    await hand.click(page.getByRole('row', { name: doctors[0].last_name }).locator('label').last());
    await hand.click(page.locator('.confirm button[type="submit"]'));
    await page.waitForURL(/#\/calendar\?day=/);
    assert.equal(await stateOf(visits[1]), `SCEDULED ${LAST}`);
  }
  async function cancel() {
    await menu(t.calendar.title);
    await hand.click(entry(clock('11:00')).first());
    await hand.click(button(t.appointment.cancel));
    await hand.type(field(t.appointment.reason), 'The bus did not come');
    await hand.click(button(t.appointment.cancelConfirm));
    await dialog.locator('.badge', { hasText: t.status.CANCELLED }).waitFor();
    assert.equal(await stateOf(visits[2]), `CANCELLED ${visits[2].schedule}`);
    await hand.press('Escape');
  }
  async function invoice() {
    await hand.click(entry(clock('09:00')).first());
    await hand.click(link(t.billing.invoiceVisit, page));
    await hand.click(button(t.invoice.save));
    await button(t.invoice.issue).waitFor();
    const [{ appointment_id, status }] = await invoices();
    assert.deepEqual({ appointment_id, status }, { appointment_id: visits[0].id, status: 'DRAFT' });
  }
  async function discount() {
    await hand.click(link(t.invoice.edit));
    await hand.click(button(t.invoice.addDiscount));
    await hand.type(field(`${t.invoice.discount} (%)`).first(), '10');
    await hand.click(button(t.invoice.save));
    await button(t.invoice.issue).waitFor();
    assert.equal((await invoices())[0].total_amount, 40.95);
  }
  async function issue() {
    await hand.click(button(t.invoice.issue));
    await said(t.invoice.wasIssued);
    await button(t.invoice.issue).waitFor({ state: 'detached' });
  }
  async function pay() {
    await hand.click(button(t.payment.record));
    await hand.type(field(t.payment.amount), '20');
    await hand.click(dialog.locator('button[type="submit"]'));
    await dialog.waitFor({ state: 'detached' });
    const [{ status, paid_amount }] = await invoices();
    assert.deepEqual({ status, paid_amount }, { status: 'PARTIALY_PAID', paid_amount: 20 });
  }
  async function print() {
    await page.evaluate(() => {
      globalThis.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    await hand.click(button(t.invoice.print));
    assert.equal(await page.locator('body').getAttribute('data-printed'), 'yes');
  }
  async function refund() {
    await hand.click(button(t.payment.refund));
    await hand.type(field(t.payment.amount), '20');
    await hand.type(field(t.billing.reason), 'The visit was cut short');
    await hand.click(dialog.locator('button[type="submit"]'));
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await invoices())[0].paid_amount, 0);
  }
  async function voidIt() {
    await hand.click(button(t.invoice.void));
    await hand.click(button(t.invoice.voidConfirm));
    await said(t.invoice.wasVoided);
    await button(t.invoice.void).waitFor({ state: 'detached' });
    assert.equal((await invoices())[0].status, 'VOID');
  }
  async function openAdmin(title) {
    await menu(t.admin.title);
    await hand.click(main.getByRole('link', { name: title }).first());
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }
  async function addDepartment() {
    await openAdmin(t.departments.title);
    await hand.click(link(t.departments.add));
    await hand.type(field(t.departments.name), `Ward of ${surname}`);
    await hand.type(field(t.departments.code), surname);
    await hand.click(button(t.save));
    await said(`Ward of ${surname}`);
  }
  async function addPrice() {
    await openAdmin(t.prices.title);
    await hand.click(link(t.prices.add));
    await hand.type(field(t.prices.name), `Test of ${surname}`);
    await hand.type(field(t.prices.code), surname);
    await hand.type(field(`${t.prices.price} (USD)`), '12');
    await hand.click(button(t.save));
    await said(`Test of ${surname}`);
  }
  async function changeHours() {
    await openAdmin(t.doctors.title);
    await hand.click(main.getByRole('link', { name: doctors[0].last_name }).first());
    await hand.click(main.getByRole('link', { name: t.doctors.hours }).first());
    await hand.type(field(t.hours.to).first(), '13:00');
    await hand.click(button(t.save));
    await said(t.hours.saved);
    const { weekly } = await read(`/calendar/doctors/${doctors[0].id}/hours`);
    assert.equal(weekly.filter(({ to }) => to === '13:00').length, 1);
  }
  async function planLeave() {
    await hand.click(button(t.doctors.addLeave));
    await hand.type(field(t.closures.name, dialog), 'Holiday');
    await hand.type(field(t.closures.firstDay, dialog), addDays(today(), 30));
    await hand.type(field(t.closures.lastDay, dialog), addDays(today(), 33));
    await hand.click(button(t.save, dialog));
    await dialog.waitFor({ state: 'detached' });
    const { closures } = await read('/calendar/closures');
    assert.ok(closures.some(({ doctor_id }) => doctor_id === doctors[0].id));
  }
  async function invite() {
    await openAdmin(t.people.title);
    await hand.click(button(t.people.invite));
    await hand.type(field(t.people.name, dialog), 'Bo Berg');
    await hand.type(dialog.locator('input[type="email"]'), email);
    await hand.choose(field(t.people.role, dialog), 'billing');
    await hand.click(button(t.people.inviteSubmit, dialog));
    assert.match(await field(t.people.link.label).inputValue(), /#\/password\?token=/);
    await hand.click(button(t.people.link.done));
    assert.equal((await person()).type, 'billing');
  }
  async function changeRole() {
    await hand.click(page.getByRole('row', { name: email }).getByRole('link').first());
    await hand.click(button(t.people.changeRole));
    await hand.choose(field(t.people.role, dialog), 'staff');
    await hand.click(button(t.admin.change, dialog));
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await person()).type, 'staff');
  }
  async function reset() {
    await hand.click(page.getByRole('button', { name: t.people.newLink }));
    await hand.click(dialog.locator('.primary, .danger').last());
    await field(t.people.link.label).waitFor();
    await hand.click(button(t.people.link.done));
  }
  async function secondFactor() {
    await hand.click(page.locator('.account .who'));
    await hand.click(link(t.account.title, page.locator('.menu')));
    await hand.click(link(t.account.setUp));
    await hand.type(page.locator('main input[type="password"]'), PASSWORD);
    await hand.click(button(t.enrol.begin));
    const secret = await page.locator('p > code').textContent();
    await hand.type(field(t.signIn.code), codeOf(secret));
    await hand.click(button(t.enrol.confirm));
    await hand.click(button(t.enrol.done));
    await said(t.account.switchedOn);
  }
  async function callNext() {
    await menu(t.today.title);
    await hand.click(button(t.today.call, row(visits[0].id)));
    await button(t.today.complete, row(visits[0].id)).waitFor();
    assert.equal(await stateOf(visits[0]), `IN_PROGRESS ${visits[0].schedule}`);
  }
  async function didNotCome() {
    await hand.click(button(t.appointment.noShow, row(visits[3].id)));
    await row(visits[3].id).waitFor({ state: 'detached' });
    assert.equal(await stateOf(visits[3]), `NO_SHOW ${visits[3].schedule}`);
  }
}
