// Invoices of the visits that are over, in every status and by the API's own rules: drafts are issued, payments and refunds
// make the status, and what nobody will pay is written off.
import { CATALOG, DEPARTMENTS } from './departments.mjs';
import { addDays } from './doctors.mjs';
import { randomOf } from './random.mjs';

/** One after another, so that a small demo has all of them, too. `pays`: shares of the total; negative is a refund. */
const COURSES = [
  { pays: [1] },
  { pays: [] },
  { pays: [0.4] },
  { isDraft: true },
  { pays: [], ends: 'VOID' },
  { pays: [0.2], ends: 'WRITTEN_OFF', note: 'The estate of the patient cannot pay' },
  { pays: [1, -0.25], note: 'The laboratory test was not done' },
  { pays: [0.8, 0.2] },
  { pays: [1] },
  { pays: [1] },
  { pays: [1, -1], note: 'The insurance pays it' },
  { pays: [] },
];
const METHODS = ['card', 'card', 'cash', 'insurance', 'bank transfer'];

const methodOf = (share, random) => (share === 0.8 ? 'insurance' : random.pick(METHODS));

/**
 * The n-th invoice, of an appointment that is over.
 * @param itemId id of a catalog item by its code
 */
export function invoiceOf(seed, n, appointment, itemId) {
  const random = randomOf(seed, 'invoice', n, appointment.date);
  const course = COURSES[n % COURSES.length];
  const { date, isLong, department } = appointment;
  const services = random.some(DEPARTMENTS[department].catalog, random.between(0, 2));
  const codes = [isLong ? 'CONS-LONG' : 'CONS', ...services];
  return {
    ...course,
    date,
    body: {
      issue_date: `${date}T18:00:00`,
      due_date: `${addDays(date, 14)}T00:00:00`,
      // An older one, whose time to pay is over, is found by its due date.
      ...(n % 24 === 1 && { due_date: `${addDays(date, 1)}T00:00:00` }),
      status: course.isDraft ? 'DRAFT' : 'ISSUED',
      discount_percent: random.chance(0.15) ? 10 : 0,
      tags: [random.pick(['insured', 'self-pay']), ...(course.ends === 'WRITTEN_OFF' ? ['collections'] : [])],
      items: codes.map((code) => ({
        catalog_id: itemId(code),
        quantity: code === 'PHYS' ? random.between(1, 4) : 1,
      })),
    },
    payments: (course.pays ?? []).map((share, i) => ({
      share,
      body: {
        method: methodOf(share, random),
        reference: random.digits('T-######'),
        paid_at: `${date}T19:0${i}:00`,
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
