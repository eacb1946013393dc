import { type Overrides, unique } from './input';

const BODY_MAX = 1024 * 1024;
const LIST_MAX = 200;
const TEXT = 200;
const FREE_TEXT = 4_000;

const size = (body: unknown) => Buffer.byteLength(JSON.stringify(body));

/** The body with its lists as long as 1 MiB allows, the first one first. */
function filled<T extends Overrides>(body: T, lists: Record<string, (index: number) => unknown>): T {
  let whole = body;
  for (const [name, element] of Object.entries(lists)) {
    let [most, least] = [LIST_MAX, 0];
    const withList = (n: number) => ({ ...whole, [name]: Array.from({ length: n }, (_, index) => element(index)) });
    while (least < most) {
      const n = Math.ceil((least + most) / 2);
      if (size(withList(n)) <= BODY_MAX) least = n;
      else most = n - 1;
    }
    whole = withList(least);
  }
  return whole;
}

/** The largest bodies of each kind that a request can have, their texts made of one character. */
export function largest(character: string) {
  const text = character.repeat(TEXT);
  const free = character.repeat(FREE_TEXT);
  const name = `A${character.repeat(TEXT - 1)}`;
  const code = () => {
    const begin = unique();
    return `${begin}${character.repeat(TEXT - begin.length)}`;
  };
  const address = () => ({
    ...{ address_type: text, street: text, city: text },
    ...{ state: text, postal_code: text, country: text },
  });
  const person = { first_name: name, middle_name: name, last_name: name, gender: character.repeat(50) };
  const phones = { phone_number: text, alt_phone_number: text };
  const numbered = (index: number) => `${index}${character.repeat(TEXT - 3)}`;
  return {
    address,
    condition: () => ({ diagnozed_date: '2019-05-04', condition: text, description: free }),
    patient: (lists: Parameters<typeof filled>[1]) => filled({ ...person, ...phones }, lists),
    doctor: () => {
      const email = `${unique('d').toLowerCase()}@test.example`;
      const user = { username: unique('d'), email, phone_number: text, type: 'doctor', password: 'stethoscope!' };
      const known = { license_number: code(), bio: free, dob: null, experience: 1.5, consultation_fee: 80.5 };
      return filled({ ...person, alt_phone_number: text, ...known, user }, { addresses: address });
    },
    department: () => filled({ name, code: code(), description: free }, { icon_codes: () => text }),
    catalogItem: () => {
      const amounts = { default_price: 1, discount_percent: 0, discount_amount: 0 };
      return filled({ name, code: code(), category: text, description: free, ...amounts }, { tags: numbered });
    },
    invoice: (patient_id: string, line: () => object) => filled({ patient_id }, { items: line, tags: numbered }),
    line: () => ({ name, code: text, unit_price: 1.25, quantity: 1.125, discount_percent: 1 / 3 }),
  };
}
