import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, call, faults, ok } from '../support/client';
import { make } from '../support/factories';
import { rows } from '../support/rows';

// What people type reaches FTS5 as part of an expression in a language of its own: nothing of it may be read as that.

/** One person, whose records have nothing in common with what is asked below but these words. */
const WORDS = { first: 'Quintessa', last: 'Vandermolen' };
let patient: Body;
let number: number;
let lists: Record<string, string> = {};

beforeAll(async () => {
  patient = await make.patient({
    ...{ first_name: WORDS.first, middle_name: null, last_name: WORDS.last },
    ...{ phone_number: '070 555 48 91', alt_phone_number: null, dob: '1984-02-29' },
  });
  number = Number(patient.reg_number.slice(4));
  const named = `${WORDS.first} ${WORDS.last}`;
  const doctor = await make.doctor({ first_name: WORDS.first, last_name: WORDS.last });
  const department = await make.department({ name: named });
  const items = [{ name: named, unit_price: 1 }];
  const invoice = await make.invoice({ patient_id: patient.id, items, tags: ['ward', 'mlr'] });
  const item = await make.catalogItem({ name: named, tags: ['ward', 'mlr'] });
  const records = { patient, doctor, department, invoice, catalog: item };
  lists = Object.fromEntries(Object.entries(records).map(([list, { id }]) => [list, id]));
});

const LISTS = ['patient', 'doctor', 'department', 'invoice', 'catalog'];
const pathOf = (list: string, search: string, more = '') => `/${list}/?search=${encodeURIComponent(search)}${more}`;
const isFound = async (list: string, search: string) => {
  const { status, body, bytes } = await call('GET', pathOf(list, search));
  expect(status, `${list} ${JSON.stringify(search)}: ${new TextDecoder().decode(bytes)}`).toBe(200);
  return (body.data ?? body).some(({ id }: Body) => id === lists[list]);
};

/** Texts that mean something to FTS5, SQL, JSON or LIKE. Each is asked by itself and around a word. */
const SYNTAX = [
  ...['AND', 'OR', 'NOT', 'NEAR', 'NEAR(a b)', 'NEAR(a b, 5)', 'a AND b', 'a OR b', 'a NOT b', 'a + b'],
  ...[
    '"',
    '""',
    '"a',
    'a"',
    '"a" "b"',
    '*',
    'a*',
    '*a',
    '^',
    '^a',
    '-',
    '- a',
    '-a',
    '+',
    '(',
    ')',
    '((',
    'a)',
    '{',
    '}',
  ],
  ...['{words}:', 'words:', 'words : a', '- {words} : a', 'rank', 'patient_search', 'rowid', ':', ':a', '"a":*'],
  ...["'", "''", "' OR 1=1 --", ';', '; DROP TABLE patient; --', '--', '/*', '/* */', '?', '?1', '$1', '@a', '%', '_'],
  ...['null', 'NULL', 'true', '0x1', '1e9', '[]', '{}', '["a"]', '\\', '\\"', '\\u0000', '\n', '\t', '\r\n', '\u00a0'],
  ...['#', '=', '~', '#=~:*', 'a#b', 'a=b', 'a~b', 'a:b', '\u0001', '\u001a', '\u007f', '\u2028', '\ufeff', '\ufffe'],
  ...[
    '😀',
    '👩‍👩‍👧',
    '\u0301',
    '\u0e31',
    '\u200d',
    '\u202e',
    '\u{10ffff}',
    'x'.repeat(200),
    '"'.repeat(200),
    '😀'.repeat(200),
  ],
  ...[
    '漢'.repeat(200),
    '\u0301'.repeat(200),
    `a${'\u0301'.repeat(199)}`,
    'ﷺ'.repeat(200),
    'ß'.repeat(200),
    'İ'.repeat(200),
  ],
  Array.from({ length: 8 }, (_, i) => `${'abcdefgh'[i]}`.repeat(24)).join(' '),
  Array.from({ length: 8 }, (_, i) => `ä${'abcdefgh'[i]}ö`.repeat(8)).join(' '),
  Array.from({ length: 100 }, (_, i) => i % 10).join(' '),
  Array.from({ length: 100 }, (_, i) => 'abcdefghijkl'[i % 12]).join(' '),
  Array.from({ length: 66 }, (_, i) => `${i % 10}a`).join(' '),
];

describe.each(LISTS)('A search in /%s/', (list) => {
  it('is answered, whatever is typed, by a list that may be empty', async () => {
    for (const text of SYNTAX) await isFound(list, text);
  });

  it('finds the same with signs around the words as without', async () => {
    expect(await isFound(list, `${WORDS.first} ${WORDS.last}`)).toBe(true);
    for (const [before, behind] of [
      ...['"', "'", '*', '^', '-', '+', '(', ')', '{', ':', ';', '#', '=', '~', '--', '\\', '%', '?'].map((one) => [
        one,
        one,
      ]),
      ...[
        ['NOT" ', ''],
        ['{words}: ', ''],
        ['', '*'],
        ['^', ''],
        ['-', ''],
        ['"', '" *'],
      ],
    ] as const) {
      const word = `${before}${WORDS.first}${behind}`;
      // Words that are operators of FTS5 are words: nobody has them.
      expect(await isFound(list, word), word).toBe(!/[a-z]/i.test(before));
    }
  });

  it('takes operators for words, which must be in the record as any other', async () => {
    for (const text of ['AND', 'OR', 'NOT'].map((one) => `${WORDS.first} ${one} ${WORDS.last}`)) {
      expect(await isFound(list, text), text).toBe(false);
    }
    for (const text of [`NEAR(${WORDS.first} ${WORDS.last})`, `${WORDS.first} OR nobody`, `nobody OR ${WORDS.first}`]) {
      expect(await isFound(list, text), text).toBe(false);
    }
  });

  it.each(['\0', 'a\0b', `${WORDS.first}\0`])('is refused with NUL: %j', async (text) => {
    const answer = await call('GET', pathOf(list, text));
    expect([answer.status, faults(answer).map(([field]) => field)]).toEqual([422, ['search']]);
  });
});

describe('The marks of terms', () => {
  it('mean nothing where somebody types them', async () => {
    const padded = String(number).padStart(8, '0');
    const found = [
      ...['4891', '#4891', '#4891*', '"#4891"', '5554891', `=${patient.reg_number}`, `= PAT ${number}`, `=${padded}`],
      ...['*19840229', '*1984', '19840229', `~${WORDS.first}`, `:${WORDS.last}`, `#${WORDS.first}`, `=${WORDS.first}`],
    ];
    for (const text of found) expect(await isFound('patient', text), text).toBe(true);
    // `#` is a mark of numbers backwards, `~` of sounds, `:` of tags in hexadecimal, `=` of registration numbers.
    const none = [
      '#1984555070',
      '1984555',
      '#198',
      '=PAT',
      '=P',
      '~',
      ':',
      '#',
      '=',
      '*',
      `=PAT-${number}0`,
      '=INV-00000001',
    ];
    for (const text of none) expect(await isFound('patient', text), text).toBe(false);
  });

  it('are met by no word: a tag, a number and a sound are none', async () => {
    const hex = (text: string) => [...new TextEncoder().encode(text)].map((byte) => byte.toString(16)).join('');
    for (const text of [
      'ward',
      'mlr',
      ':mlr',
      '~mlr',
      hex('ward'),
      `:${hex('ward')}`,
      `:${hex('ward').toUpperCase()}`,
    ]) {
      for (const list of ['invoice', 'catalog']) expect(await isFound(list, text), text).toBe(false);
    }
    for (const text of ['=INV', 'INV', '=', 'i']) expect(await isFound('invoice', text), text).toBe(false);
    for (const text of ['q', 'quint', 'VANDERMOLEN']) {
      for (const list of LISTS) expect(await isFound(list, text), text).toBe(true);
    }
  });

  it('do not make a tag of what is typed as one', async () => {
    const total = async (tag: string) =>
      (await ok('GET', `/invoice/?search=${WORDS.first}&tags=${encodeURIComponent(tag)}`)).total;
    expect(await total('ward')).toBe(1);
    for (const tag of [
      'war',
      'WARD',
      'ward*',
      'ward" OR "x',
      '*',
      ':',
      `=${patient.reg_number}`,
      WORDS.first,
      "w' OR '1",
    ]) {
      expect(await total(tag), tag).toBe(0);
    }
  });
});

describe('A filter beside a search', () => {
  const by = (filter: string) => call('GET', `/invoice/?search=${WORDS.first}&${filter}`);

  it('finds nothing for a patient or an appointment that is not known', async () => {
    for (const name of ['patient_id', 'appointment_id']) {
      const { status, body } = await by(`${name}=${crypto.randomUUID()}`);
      expect([status, body.total, body.data]).toEqual([200, 0, []]);
    }
    expect((await by(`patient_id=${patient.id}`)).body.total).toBe(1);
    expect((await by(`patient_id=${patient.id.toUpperCase()}`)).body.total).toBe(1);
    expect((await by(`patient_id=${patient.id}&appointment_id=${crypto.randomUUID()}`)).body.total).toBe(0);
  });

  it('is refused where it is no UUID', async () => {
    for (const id of ['1', '"', '" OR "', `${patient.id}"`, 'null', '*', "' OR 1=1"]) {
      for (const name of ['patient_id', 'appointment_id']) {
        const answer = await by(`${name}=${encodeURIComponent(id)}`);
        expect([answer.status, faults(answer)]).toEqual([422, [[name, 'uuid_parsing']]]);
      }
    }
  });
});

it('Nothing that was typed here changed a table', async () => {
  const [{ n } = { n: 0 }] = await rows<{ n: number }>('SELECT count(*) AS n FROM patient');
  expect(n).toBe(1);
});
