// Lists as tables. What payments, their report and invoices are as tables is tested with them.
import { beforeAll, describe, expect, it } from 'vitest';
import { accessOf, patientsIn } from '../support/access';
import { type Body, call, faults, nextPage, ok, type Result } from '../support/client';
import { parseCsv } from '../support/csv';
import { make } from '../support/factories';
import { unique } from '../support/input';
import { multiply, UUID } from '../support/multiply';

const textOf = ({ bytes }: Result) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

/** Its rows, by the names of its columns. */
function rowsOf(text: string, separator = ','): Record<string, string>[] {
  const [head = [], ...lines] = parseCsv(text, separator);
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i] ?? ''])));
}

const word = unique('Tabular');
const address = { street: 'Kungsgatan 1', city: 'Kiruna', state: null, postal_code: '01234', country: 'SE' };
let patient: Body;
let doctor: Body;
let visit: Body;
let item: Body;
beforeAll(async () => {
  const payer = { name: 'Folksam, AB', kind: 'insurance', member_number: '007', tax_id: null };
  const further = { email: 'anna@family.example', national_id: unique('19'), payer };
  const numbers = { phone_number: '+46 70 123 45 67', alt_phone_number: '0701234567' };
  patient = await make.patient({ first_name: '=Åsa', last_name: word, addresses: [address], ...numbers, ...further });
  doctor = await make.doctor({ first_name: 'Jürgen', last_name: word, consultation_fee: 1250.5, experience: 12.5 });
  const schedule = '2026-03-29T00:30:00Z';
  visit = await make.appointment({ patient_id: patient.id, doctor_id: doctor.id, schedule, is_follow_up: true });
  item = await make.catalogItem({
    name: `${word}; the "first"`,
    default_price: 0.25,
    discount_amount: 0,
    tags: ['a', 'b'],
  });
});

const lists: [what: string, path: () => string, file: string, row: () => Record<string, string>][] = [
  [
    'patients',
    () => `/patient/?search=${word}`,
    'patients',
    () => ({
      ...{ reg_number: patient.reg_number, id: patient.id, first_name: "'=Åsa", last_name: word, dob: patient.dob },
      ...{ phone_number: "'+46 70 123 45 67", alt_phone_number: '0701234567' },
    }),
  ],
  [
    'full patients',
    () => `/patient/?search=${word}&view=full`,
    'patients',
    () => ({
      ...{ street: 'Kungsgatan 1', state: '', postal_code: '01234', national_id: patient.national_id },
      ...{ email: 'anna@family.example', payer: 'Folksam, AB', member_number: '007', id: patient.id },
    }),
  ],
  [
    'doctors',
    () => `/doctor/?search=${word}`,
    'doctors',
    () => ({ reg_number: doctor.reg_number, first_name: 'Jürgen', consultation_fee: '1250.5', experience: '12.5' }),
  ],
  [
    'full doctors',
    () => `/doctor/?search=${word}&view=full`,
    'doctors',
    () => ({ email: doctor.user.email, username: doctor.user.username, license_number: doctor.license_number }),
  ],
  [
    'appointments',
    () => `/calendar/appointments/?patient_id=${patient.id}`,
    'appointments',
    () => ({
      ...{ date: '2026-03-29', time: '00:30', schedule: visit.schedule, status: visit.status, is_follow_up: 'true' },
      ...{ patient: patient.reg_number, first_name: "'=Åsa", doctor: doctor.reg_number, doctor_first_name: 'Jürgen' },
    }),
  ],
  [
    'catalog items',
    () => `/catalog/?search=${word}`,
    'catalog',
    () => ({
      ...{ code: item.code, name: `${word}; the "first"`, default_price: '0.25', discount_amount: '0', tags: 'a; b' },
    }),
  ],
];

describe.each(lists)('A list of %s as a table', (_, path, file, row) => {
  it('has the records of the list, by format and by Accept', async () => {
    const { body } = await call('GET', path());
    for (const answer of [
      await call('GET', `${path()}&format=csv`),
      await call('GET', path(), { headers: { accept: 'text/csv' } }),
    ]) {
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${file}.csv"`);
      expect(rowsOf(textOf(answer))).toEqual(
        (body.data ?? body).map(({ id }: Body) => expect.objectContaining({ id })),
      );
      expect(rowsOf(textOf(answer))).toMatchObject([row()]);
      expect(answer.cost.trips).toBe(1);
    }
    const json = await call('GET', `${path()}&format=json`, { headers: { accept: 'text/csv' } });
    expect(json.body).toEqual(body);
  });

  it('has the separators, the decimals and the mark of a German spreadsheet, of an English one, or none', async () => {
    const table = async (query: string) => textOf(await call('GET', `${path()}&format=csv${query}`));
    const [plain, english, german] = [await table(''), await table('&locale=en'), await table('&locale=de-DE')];
    expect([english, await table('&bom=true')]).toEqual([`\uFEFF${plain}`, `\uFEFF${plain}`]);
    expect(plain).not.toContain('\uFEFF');
    expect([german.startsWith('\uFEFF'), await table('&locale=de-DE&bom=false')]).toEqual([true, german.slice(1)]);
    const decimal = (cell: string) => (/^\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell);
    const expected = rowsOf(plain).map((cells) =>
      Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, decimal(cell)])),
    );
    expect(rowsOf(german.slice(1), ';')).toEqual(expected);
  });

  it.each(['tlh', 'de_DE', 'x'.repeat(36)])('is refused for a place that nobody knows: %j', async (locale) => {
    const answer = await call('GET', `${path()}&format=csv&locale=${locale}`);
    expect([answer.status, faults(answer).map(([name]) => name)]).toEqual([422, ['locale']]);
  });

  it('is for whom the list is for', async () => {
    for (const as of ['none', null] as const) {
      const [list, table] = [await call('GET', path(), { as }), await call('GET', `${path()}&format=csv`, { as })];
      expect([table.status, table.body]).toEqual([list.status, list.body]);
    }
  });
});

describe('Tables of payments and invoices', () => {
  it.each(['/payment/', '/payment/summary', '/invoice/'])('have the form of a place, too: %s', async (path) => {
    const [head] = textOf(await call('GET', `${path}?format=csv&locale=de-DE`)).split('\r\n');
    expect(head).toMatch(/^\uFEFF\w+(;\w+)+$/);
    const refused = await call('GET', `${path}?format=csv&locale=tlh`);
    expect([refused.status, faults(refused)]).toEqual([422, [['locale', 'value_error']]]);
  });
});

describe('A table of appointments', () => {
  it('has the day and the time of the hospital, whatever zone was sent', async () => {
    const path = `/calendar/appointments/?patient_id=${patient.id}&format=csv`;
    const answer = await call('GET', path, { env: { TIME_ZONE: 'America/New_York' } });
    expect(rowsOf(textOf(answer))).toMatchObject([{ date: '2026-03-28', time: '20:30' }]);
  });
});

describe('Among many records', () => {
  const MANY = 1_100;
  const name = unique('Manyfold');
  beforeAll(async () => {
    const one = await make.patient({ last_name: name });
    await multiply('patient', { key: 'id', value: one.id }, MANY - 1, { id: UUID });
    const booked = await make.appointment({ patient_id: one.id, schedule: '2041-05-06T08:00' });
    const other = '(SELECT id FROM patient WHERE seq = (SELECT max(seq) FROM patient) - i + 1)';
    await multiply('appointment', { key: 'id', value: booked.id }, MANY - 1, { id: UUID, patient_id: other });
    const { id } = await make.catalogItem({ category: name });
    await multiply('catalog_item', { key: 'id', value: id }, MANY - 1, { id: UUID, code_key: UUID });
  });

  const DAY = 'from=2041-05-06&to=2041-05-07';
  it.each([
    ['/patient/?', '/patient/?limit=1000'],
    [`/calendar/appointments/?${DAY}&`, `/calendar/appointments/?${DAY}&limit=1000`],
    ['/catalog/?', '/catalog/?limit=1000'],
  ])('a table has 1,000, by one statement, and Link leads to the next: %s', async (path, list) => {
    const { body } = await call('GET', list);
    const table = await call('GET', `${path}format=csv&locale=de`);
    const ids = (answer: Result) => rowsOf(textOf(answer).slice(1), ';').map(({ id }) => id);
    expect(ids(table)).toEqual((body.data ?? body).map(({ id }: Body) => id));
    expect([ids(table).length, table.cost.trips]).toEqual([1_000, 1]);
    const following = await call('GET', nextPage(table) ?? '');
    expect(following.headers.get('content-type')).toContain('text/csv');
    expect(ids(following).some((id) => ids(table).includes(id))).toBe(false);
    expect(nextPage(await call('GET', `${path}format=csv&limit=1`))).toContain('format=csv');
  });

  it.each([
    ['patient', '/patient/?'],
    ['appointment', `/calendar/appointments/?${DAY}&`],
  ])('names everyone in the access log, as a list of whole records: %s', async (entity, path) => {
    const full = accessOf(await call('GET', `${path}view=full`));
    const records = accessOf(await call('GET', `${path}format=csv`));
    const bare = ({ action, entity, count }: (typeof records)[number]) => ({ action, entity, count });
    expect(records.map(bare)).toEqual(full.map(bare));
    expect(records.map(bare)).toEqual(Array(10).fill({ action: 'list', entity, count: 100 }));
    expect(new Set(records.flatMap(patientsIn))).toEqual(new Set(full.flatMap(patientsIn)));
    expect(new Set(records.flatMap(patientsIn)).size).toBe(1_000);
    const searched = accessOf(await call('GET', `/patient/?search=${word}&format=csv`));
    expect(searched).toMatchObject([{ action: 'search', patient_id: patient.id, count: 1 }]);
  });

  it('large records make a table short, of which Link says so', async () => {
    const large = { street: 'é'.repeat(200), city: 'é'.repeat(200) };
    const { id } = await make.patient({ last_name: unique('Wordy'), addresses: Array(200).fill(large) });
    await multiply('patient', { key: 'id', value: id }, 40, { id: UUID });
    const [list, table] = [await ok('GET', '/patient/?view=full'), await call('GET', '/patient/?view=full&format=csv')];
    expect(rowsOf(textOf(table)).map((row) => row.id)).toEqual(list.map((record: Body) => record.id));
    expect([list.length < 41, nextPage(table)]).toEqual([true, expect.stringContaining('cursor=')]);
  });

  it('large records of a list by offset are read and sent part by part', async () => {
    const { id } = await make.catalogItem({ name: 'Wordy', description: 'é'.repeat(4_000), tags: [name] });
    await multiply('catalog_item', { key: 'id', value: id }, MANY - 1, { id: UUID, code_key: UUID });
    const table = await call('GET', '/catalog/?order_by=-created_at&format=csv&locale=de');
    const read = rowsOf(textOf(table).slice(1), ';');
    expect([read.length, new Set(read.map((row) => row.id)).size]).toEqual([1_000, 1_000]);
    expect(new Set(read.map((row) => row.description?.length))).toEqual(new Set([4_000]));
    expect(table.bytes.length).toBeGreaterThan(8_000_000);
  });
});
