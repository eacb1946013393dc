import { call, type Result } from './client';
import { input, type Overrides, unique } from './input';

let made = 0;
/** Somebody with whom no other patient of the test file has a name, birth date or phone number in common. */
export function somebody(overrides: Overrides = {}): Overrides {
  made++;
  return input.patient({
    first_name: 'Anna',
    middle_name: null,
    last_name: unique('Somebody'),
    phone_number: `070-${String(made).padStart(7, '1')}`,
    alt_phone_number: null,
    dob: `${1900 + made}-03-02`,
    ...overrides,
  });
}

export const post = (json: Overrides, headers: Record<string, string> = {}) =>
  call('POST', '/patient/', { json, headers });
export const add = async (json: Overrides): Promise<string> => (await post(json)).body.id;

/** The patients to whom a create links as duplicates. */
export const idsIn = ({ headers }: Result): string[] =>
  [...(headers.get('link') ?? '').matchAll(/<http:\/\/localhost\/patient\/([^>]+)>; rel="duplicate"/g)].map(
    ([, id]) => id ?? '',
  );
