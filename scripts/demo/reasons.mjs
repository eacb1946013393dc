// Why people come, in their words, and what the front desk has noted of it.
import { DEPARTMENTS } from './departments.mjs';
import { randomOf } from './random.mjs';

// biome-ignore format: a table
const REASONS = {
  GEN: ['A cough that does not go away', 'I am always tired', 'Headaches in the morning', 'A flu shot', 'My blood pressure, once more', 'A stomach ache since Sunday', 'I need a check-up for a new job'],
  CARD: ['My chest hurts on the stairs', 'My heart skips beats', 'Swollen ankles', 'My father had a heart attack at my age', 'Out of breath at night'],
  PED: ['A fever since yesterday', 'An ear ache', 'A vaccination', 'A rash on the belly', 'The check-up for school'],
  ORTH: ['My knee hurts when I walk', 'I fell on my hand', 'Back pain, down to the foot', 'I cannot lift my arm', 'The plaster has to come off'],
  EMER: ['I cut my hand in the kitchen', 'A fall from the bicycle', 'A bad stomach ache', 'I cannot breathe well', 'A dog has bitten me'],
  DERM: ['A mole that has grown', 'It itches everywhere', 'Acne', 'A rash after the holidays', 'My hair falls out'],
  OPH: ['I see badly in the evening', 'A red eye', 'New glasses', 'Black spots before my eye'],
  OBG: ['A check-up in pregnancy', 'Pain before every period', 'The yearly check-up', 'We want to have a child'],
};
const NOTES = [
  'Brings a letter from the family doctor',
  'Speaks little English: the daughter interprets',
  'Comes in a wheelchair, room 2',
  'Asked to be called if somebody cancels',
  'Insurance card is missing, brings it along',
  'Fasting, for the blood test',
];
const TAGS = [['first visit'], ['interpreter'], ['wheelchair'], ['insurance card'], ['first visit', 'letter']];

/** Most say why they come, some of it is noted, and a few visits are tagged. @param n number of the appointment */
export function reasonOf(seed, n, date, department) {
  const random = randomOf(seed, 'reason', n, date);
  return {
    ...(random.chance(0.85) && { reason: random.pick(REASONS[DEPARTMENTS[department].code]) }),
    ...(random.chance(0.2) && { notes: random.pick(NOTES) }),
    ...(random.chance(0.15) && { tags: random.pick(TAGS) }),
  };
}
