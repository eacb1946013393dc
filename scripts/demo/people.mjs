// Names, birth dates, phone numbers and addresses that belong together.
import { COUNTRIES } from './countries.mjs';
import { hashOf, pickWeighted, randomOf } from './random.mjs';

const GENDERS = ['female', 'male'];
/** How many of a hospital's patients are of what age: more than in the street are small or old. */
const AGES = [
  { from: 0, to: 4, weight: 8 },
  { from: 5, to: 17, weight: 9 },
  { from: 18, to: 39, weight: 24 },
  { from: 40, to: 64, weight: 30 },
  { from: 65, to: 79, weight: 22 },
  { from: 80, to: 96, weight: 9 },
];

/** A day before a date, so that somebody is so many years old on it. */
export function dateBefore(day, years, random) {
  const [y, m, d] = day.split('-').map(Number);
  const born = new Date(Date.UTC(y - years, m - 1, d - random.between(0, 364)));
  return born.toISOString().slice(0, 10);
}

export const ageOf = ({ age }) => {
  const group = AGES.find(({ from, to }) => age >= from && age <= to);
  return group.to < 18 ? 'child' : group.from < 40 ? 'young' : group.from < 65 ? 'middle' : 'old';
};

/**
 * A person, the same for the same names of it.
 * @param day on which the age is reckoned
 * @param options `age`: from and to; `gender`; `latin`: whether the name is in Latin letters, as those of the staff are
 */
export function personOf(names, day, { age, latin, ...given } = {}) {
  const random = randomOf(...names);
  const country = pickWeighted(latin ? COUNTRIES.filter((it) => it.latin) : COUNTRIES, random);
  const { faker } = country;
  faker.seed(hashOf(...names, 'faker'));
  const gender = given.gender ?? random.pick(GENDERS);
  const { from, to } = age ?? pickWeighted(AGES, random);
  const years = random.between(from, to);
  const surname = faker.person.lastName(gender);
  return {
    random,
    country,
    age: years,
    gender,
    first_name: faker.person.firstName(gender),
    last_name: random.chance(country.oneName ?? 0)
      ? ''
      : gender === 'female' && country.feminine
        ? country.feminine(surname)
        : surname,
    dob: dateBefore(day, years, random),
    phone_number: random.digits(random.pick(country.phones)),
  };
}

/** Where somebody lives. */
export function addressOf({ country, random }, address_type = 'home') {
  const [city, state, postal] = random.pick(country.cities);
  const { faker, streets, line = '{street} {number}' } = country;
  const street = streets ? random.pick(streets) : faker.location.street();
  return {
    address_type,
    street: line.replace('{street}', street).replace('{number}', String(random.between(1, 120))),
    city,
    state,
    postal_code: random.digits(postal),
    country: country.country,
  };
}
