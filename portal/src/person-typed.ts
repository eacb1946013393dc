import { isDay } from './format';
import type { Person } from './person';
import { asSearched } from './search-text';

/** What somebody has looked for, in the fields of a registration. A single word is more often a family name than a first one. */
export function personTyped(text: string): Partial<Person> {
  const words = asSearched(text).split(/\s+/);
  const names = words.filter((word) => !/\p{N}/u.test(word));
  const last_name = names.pop() ?? '';
  const dob = words.find((word) => isDay(word));
  const phone_number = words.filter((word) => word !== dob && /^[+(\d][\d()/-]+$/.test(word)).join(' ');
  return { first_name: names.join(' '), last_name, ...(dob && { dob }), ...(phone_number && { phone_number }) };
}
