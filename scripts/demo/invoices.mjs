// Invoices of the visits that are over, in every status and by the API's own rules: drafts are issued, payments and refunds
// make the status, what was not done is credited, and what nobody will pay is written off.
import { CATALOG, DEPARTMENTS } from './departments.mjs';
import { addDays } from './doctors.mjs';
import { randomOf } from './random.mjs';

/**
 * One after another, so that a small demo has all of them, too. `pays`: shares of the total; negative is a refund, of what a
 * credit note has taken off where it is `isCredited`. `sells`: what is taxed. `isInsured`: an insurance pays the first part.
 */
const COURSES = [
  { pays: [1], sells: ['CERT'] },
  { pays: [] },
  { pays: [0.4], sells: ['CERT', 'SPLINT'] },
  { isDraft: true, pays: [0.3] },
  { pays: [], ends: 'VOID' },
  { pays: [0.2], ends: 'WRITTEN_OFF', note: 'The estate of the patient cannot pay' },
  { pays: [1, -0.25], note: 'The laboratory test was not done', isCredited: true },
  { pays: [0.8, 0.2], isInsured: true },
  { pays: [1] },
  { pays: [1] },
  { pays: [1, -1], note: 'The insurance pays it' },
  { pays: [] },
];
const METHODS = ['card', 'card', 'cash', 'insurance', 'transfer'];

const INSURANCES = ['Ocean Mutual', 'Northern Health Fund', 'Lifeline Insurance'];

function insuranceOf(seed, n, date) {
  const random = randomOf(seed, 'insurance', n, date);
  return {
    name: random.pick(INSURANCES),
    kind: 'insurance',
    member_number: random.digits('*##-####-##'),
    tax_id: null,
  };
}

/** Wall time, so many minutes after an appointment has ended. */
const afterwards = ({ schedule, expected_duration_minutes }, minutes) =>
  new Date(Date.parse(`${schedule}Z`) + (expected_duration_minutes + minutes) * 60_000).toISOString().slice(0, 19);

/**
 * The n-th invoice, of an appointment that is over.
 * @param itemId id of a catalog item by its code
 * @param doctor_id of the visit's doctor, who did all but what the desk sells
 */
export function invoiceOf(seed, n, appointment, itemId, doctor_id) {
  const random = randomOf(seed, 'invoice', n, appointment.date);
  const course = COURSES[n % COURSES.length];
  const { date, isLong, department } = appointment;
  const services = random.some(DEPARTMENTS[department].catalog, random.between(0, 2));
  const done = [isLong ? 'CONS-LONG' : 'CONS', ...services];
  const codes = [...done, ...(course.sells ?? [])];
  // What is given back goes the way it came.
  const method = random.pick(METHODS);
  const insurance = course.isInsured ? insuranceOf(seed, n, date) : undefined;
  return {
    ...course,
    date,
    body: {
      issue_date: afterwards(appointment.body, 0),
      due_date: `${addDays(date, 14)}T00:00:00`,
      // An older one, whose time to pay is over, is found by its due date.
      ...(n % 24 === 1 && { due_date: `${addDays(date, 1)}T00:00:00` }),
      status: course.isDraft ? 'DRAFT' : 'ISSUED',
      ...(insurance && { payer: insurance }),
      discount_percent: random.chance(0.15) ? 10 : 0,
      tags: [random.pick(['insured', 'self-pay']), ...(course.ends === 'WRITTEN_OFF' ? ['collections'] : [])],
      items: codes.map((code) => ({
        catalog_id: itemId(code),
        quantity: code === 'PHYS' ? random.between(1, 4) : 1,
        ...(done.includes(code) && { doctor_id }),
      })),
    },
    payments: (course.pays ?? []).map((share, i) => ({
      share,
      body: {
        method: insurance && i === 0 ? 'insurance' : method,
        ...(insurance && i === 0 && { payer: insurance }),
        reference: random.digits('T-######'),
        paid_at: afterwards(appointment.body, i),
        ...(share < 0 && { note: course.note }),
      },
    })),
  };
}

/** Amounts of payments of a total, in minor units all the way, so that the last one leaves nothing. */
export function amountsOf(total, shares, decimals) {
  const unit = 10 ** decimals;
  const minor = Math.round(total * unit);
  let paid = 0;
  return shares.map((share, i) => {
    const isLast = shares.slice(0, i + 1).reduce((sum, it) => sum + it, 0) > 0.999;
    const amount = isLast ? minor - paid : Math.round(minor * share);
    paid += amount;
    return amount / unit;
  });
}

/** The catalog's price in the currency of the hospital: one without decimals counts in hundreds. */
const priceOf = (price, decimals) => (decimals === 0 ? price * 100 : price);

/** What is in the price list, in that currency. */
export const catalogOf = (decimals) =>
  CATALOG.map(({ default_price, discount_amount = 0, ...item }) => ({
    ...item,
    default_price: priceOf(default_price, decimals),
    discount_amount: priceOf(discount_amount, decimals),
  }));
