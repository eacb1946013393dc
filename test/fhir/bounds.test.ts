import { beforeAll, describe, expect, it } from 'vitest';
import {
  ALTERNATIVES_MAX,
  ALTERNATIVES_TOGETHER,
  CONDITIONS_MAX,
  COUNT_MAX,
  FHIR_SCAN_MAX,
  NAMED_MAX,
  SEARCH_BYTES,
} from '../../src/fhir/search/bounds';
import type { Parameter } from '../../src/fhir/search/condition';
import { SERVED } from '../../src/fhir/served';
import type { FhirType } from '../../src/fhir-types';
import { TRAIL_SCAN_MAX } from '../../src/resources/audit/trail-page';
import { type Body, call, ok, type Result } from '../support/client';
import { takeExcess } from '../support/d1-limits';
import { make } from '../support/factories';
import { fhir, issueOf, pagesOf, roleFor, URL } from '../support/fhir/client';
import { insertNote, newWriter } from '../support/fhir/notes';
import { makePng } from '../support/files';
import { newDoctor, putHours } from '../support/hours';
import { multiply, UUID } from '../support/multiply';
import { rows } from '../support/rows';

const COPIES = 3_000;
/** Rows of one look-up of an identifier, at most; of an id four. */
const LOOK_UP = 7;

const TABLES = ['patient', 'doctor', 'doctor_hours', 'department', 'appointment', 'invoice', 'payment'] as const;
const FURTHER = ['catalog_item', 'file', 'note', 'calendar_resource'] as const;
type Table = (typeof TABLES)[number] | (typeof FURTHER)[number];
const ids = {} as Record<Table, string[]>;

const DAY = 86_400_000;
/** Days apart from each other, on which there are records. */
const days = (n: number) => Array.from({ length: n }, (_, i) => new Date(2 * i * DAY).toISOString().slice(0, 10));
const words = (n: number) => Array.from({ length: n }, (_, i) => `everyone ${String.fromCharCode(97 + (i % 26))}${i}`);
const phones = (n: number) => Array.from({ length: n }, (_, i) => `+46 70 123 ${1_000 + i}`);
const kinds = (n: number) => Array.from({ length: n }, (_, i) => `kind ${i}`);
const numbers = (code: string, n: number) =>
  Array.from({ length: n }, (_, i) => `${code}-${String(i + 1).padStart(8, '0')}`);

beforeAll(async () => {
  const [doctor_id, { id: department_id }] = [await newDoctor(), await make.department()];
  const hours = [{ from: '08:00', to: '09:30', department_id, slot_minutes: 30 }];
  await putHours(doctor_id, { weekly: [], exceptions: [{ date: '2030-06-03', off: false, hours }] });
  const visit = await make.appointment({ doctor_id, department_id });
  const bill = await make.invoice({ patient_id: visit.patient_id, status: 'ISSUED', paid_amount: 0 });
  await ok('POST', `/invoice/${bill.id}/payments`, { json: { amount: 1, method: 'cash' } });
  await makePng(visit.patient_id);
  const item = await make.catalogItem();
  const note = await insertNote(await newWriter(), visit);

  const of = (table: string) => `(SELECT id FROM "${table}" WHERE seq = (SELECT min(seq) FROM "${table}") + i)`;
  const copy = (table: string, key: string, value: unknown, differing: Record<string, string>) =>
    multiply(table, { key, value }, COPIES, { id: UUID, ...differing });
  const updated_at = `i * ${DAY}`;
  await copy('patient', 'id', visit.patient_id, {
    dob: "date('1970-01-01', '+' || i || ' days')",
    updated_at,
    name_terms: `json_array('everyone', char(97 + i % 26) || i)`,
    last_name: `'Everyone'`,
  });
  const [account] = await rows<{ user_id: string }>('SELECT user_id FROM doctor WHERE id = ?', doctor_id);
  const named = { email: UUID, email_key: UUID, username: UUID, username_key: UUID };
  await copy('user', 'id', account?.user_id, { ...named, full_name: `'copy ' || i` });
  await copy('doctor', 'id', doctor_id, {
    license_number: UUID,
    license_key: UUID,
    user_id: "(SELECT id FROM user WHERE full_name = 'copy ' || i)",
  });
  await copy('doctor_hours', 'id', doctor_id, {
    id: of('doctor'),
    department_ids: 'json_array(department_ids ->> 0, 1, 2, 3, 4, 5)',
  });
  await copy('department', 'id', department_id, { code: UUID, code_key: UUID });
  await copy('catalog_item', 'id', item.id, { code: UUID, code_key: UUID });
  const room = await make.calendarResource({ department_id });
  await copy('calendar_resource', 'id', room.id, { department_id: of('department'), kind_key: "'KIND' || i" });
  const ofPatient = { patient_id: of('patient'), updated_at };
  await copy('appointment', 'id', visit.id, {
    ...{ ...ofPatient, doctor_id: of('doctor'), starts_at: `i * ${DAY}`, resource_id: of('calendar_resource') },
  });
  await copy('invoice', 'id', bill.id, { ...ofPatient, issue_at: `i * ${DAY}` });
  await copy('payment', 'invoice_id', bill.id, {
    invoice_id: of('invoice'),
    created_at: `i * ${DAY}`,
    receipt_number: 'NULL',
  });
  await copy('file', 'entity_id', visit.patient_id, { entity_id: of('patient'), created_at: `i * ${DAY}`, updated_at });
  await copy('note', 'id', note, { ...ofPatient, appointment_id: of('appointment') });
  await multiply('audit', { key: 'seq', value: 1 }, COPIES, { at: `i * ${DAY}` });
  for (const table of [...TABLES, ...FURTHER])
    ids[table] = (await rows<{ id: string }>(`SELECT id FROM "${table}" ORDER BY seq`)).map(({ id }) => id);
}, 120_000);

/** What is asked of a parameter: as much as is taken, and one alternative more. */
interface Costly {
  most: string[];
  more: string;
  /** whether each is looked up in an index */
  isNamed?: boolean;
  /** where the bytes of the form are what is too much */
  isByBytes?: true;
}

/** Of its type, the table of its records. */
const TABLE_OF: Record<string, Table> = {
  Patient: 'patient',
  Practitioner: 'doctor',
  PractitionerRole: 'doctor',
  Organization: 'department',
  HealthcareService: 'department',
  Location: 'calendar_resource',
  Schedule: 'doctor_hours',
  Appointment: 'appointment',
  Invoice: 'invoice',
  PaymentNotice: 'payment',
  ChargeItemDefinition: 'catalog_item',
  DocumentReference: 'file',
  Composition: 'note',
};
const OF_PATIENTS = [
  'Observation',
  'Condition',
  'Procedure',
  'MedicationStatement',
  'AllergyIntolerance',
  'RelatedPerson',
];

const first = (list: string[], n: number): Costly => ({ most: list.slice(0, n), more: list[n] ?? '' });
/** Bytes of a form for what is asked besides. */
const ROOM = 1_000;
/** As many as the form has room for. */
function fitting(list: string[]): Costly {
  let bytes = 0;
  const n = list.findIndex((one) => {
    bytes += one.length + 1;
    return bytes > SEARCH_BYTES - ROOM;
  });
  return { ...first(list, n < 0 ? list.length - 1 : n), isNamed: true, isByBytes: true };
}
/** Codes are few, however often each is sent. */
const repeated = (code: string): Costly => ({ ...fitting(new Array(SEARCH_BYTES).fill(code)), isNamed: false });

const REFERRED: Record<string, () => string[]> = {
  patient: () => ids.patient,
  subject: () => ids.patient,
  actor: () => ids.patient,
  practitioner: () => ids.doctor,
  author: () => ids.doctor,
  request: () => ids.invoice,
  related: () => ids.appointment,
  location: () => ids.calendar_resource,
  organization: () => ids.department,
};

const STATUSES: Record<string, string> = {
  ...{ Slot: 'free', Appointment: 'pending', Invoice: 'draft', Observation: 'final' },
  ...{ Procedure: 'completed', DocumentReference: 'current', Composition: 'final' },
};

const TOKENS: Record<string, (type: string) => Costly> = {
  identifier: (type) =>
    first(numbers({ Patient: 'PAT', Practitioner: 'DOC', Invoice: 'INV' }[type] ?? 'RCP', NAMED_MAX + 1), NAMED_MAX),
  phone: () => first(phones(ALTERNATIVES_MAX + 1), ALTERNATIVES_MAX),
  gender: () => repeated('unknown'),
  active: () => repeated('true'),
  deceased: () => repeated('true'),
  category: () => repeated('laboratory'),
  'clinical-status': () => repeated('active'),
  status: (type) => repeated(STATUSES[type] ?? 'active'),
  code: () => repeated('882-1'),
  type: (type) => (type === 'Location' ? first(kinds(ALTERNATIVES_MAX + 1), ALTERNATIVES_MAX) : repeated('11488-4')),
  'service-type': () => first(ids.appointment, ALTERNATIVES_MAX),
  action: () => repeated('U'),
};

function idsOfType(type: string): Costly {
  if (type === 'AuditEvent')
    return first(
      Array.from({ length: 101 }, (_, i) => `a.${i + 1}`),
      100,
    );
  if (type === 'Slot')
    return first(
      ids.doctor.map((id) => `${id}.${Date.parse('2030-06-03T08:00Z')}`),
      10,
    );
  if (OF_PATIENTS.includes(type))
    return first(
      ids.patient.map((id) => `${id}.x.1`),
      10,
    );
  const table = TABLE_OF[type];
  if (!table) expect.fail(`${type} has no table of ids here`);
  return fitting(ids[table]);
}

function referencesOf(type: string, name: string): Costly {
  if (type === 'AuditEvent') return first(ids.patient, 1);
  if (type === 'Slot') return first(ids.doctor, 10);
  if (OF_PATIENTS.includes(type)) return first(ids.patient, 10);
  if (type === 'Schedule') return first(ids.department, ALTERNATIVES_MAX);
  const list = REFERRED[name]?.();
  if (!list) expect.fail(`${type}?${name} has no references here`);
  return first(list, ALTERNATIVES_TOGETHER);
}

/** The most expensive that each kind of parameter takes: a new kind, and a new token, has to say so here. */
function costly(type: string, name: string, parameter: Parameter): Costly {
  if (name === '_id') return idsOfType(type);
  switch (parameter.type) {
    case 'date':
      return first(days(ALTERNATIVES_MAX + 1), ALTERNATIVES_MAX);
    case 'string':
      return first(words(ALTERNATIVES_MAX + 1), ALTERNATIVES_MAX);
    case 'reference':
      return referencesOf(type, name);
    case 'uri':
      return fitting(ids.catalog_item.map((id) => `${URL}/${type}/${id}`));
    case 'token': {
      const token = TOKENS[name]?.(type);
      if (!token) expect.fail(`${type}?${name}: which is its most expensive value?`);
      return name === 'identifier' ? { ...token, isNamed: true } : token;
    }
    default:
      return expect.fail(`${type}?${name}: what does a ${parameter.type} cost?`);
  }
}

type Asked = [name: string, value: string];

const search = (type: FhirType, asked: readonly Asked[]): Promise<Result> =>
  call('POST', `/fhir/r4/${type}/_search`, {
    as: roleFor(type),
    body: asked.map(([name, value]) => `${name}=${value.replaceAll('+', '%2B')}`).join('&'),
    headers: { 'content-type': 'application/x-www-form-urlencoded', prefer: 'handling=strict' },
  });

/** What docs/fhir.md promises. */
const promised = ({ cost }: Result, { count = 50, includes = 0, named = 0, scan = FHIR_SCAN_MAX }) =>
  3 * count + 5 * count * includes + 20 + 4 * scan + LOOK_UP * named * cost.statements;

const DEMANDED = ['patient', 'schedule'];
const parameters = SERVED.flatMap(({ type, search, parameters, includes }) =>
  Object.entries(search ? parameters : {}).map(([name, parameter]) => ({
    type,
    name,
    parameter,
    parameters,
    includes,
  })),
);

describe.each(parameters)('$type?$name', ({ type, name, parameter, parameters, includes }) => {
  const demanded = DEMANDED.find((one) => one in parameters && one !== name && name !== '_id');
  const besides = (): Asked[] =>
    !demanded ? [] : [[demanded, (demanded === 'patient' ? ids.patient : ids.doctor)[1] ?? '']];
  const included = Object.keys(includes).map((one): Asked => ['_include', `${type}:${one}`]);
  // Names of one column are one.
  const columns = new Set(Object.values(includes)).size;

  it('reads no more rows than are promised, whatever is asked of it', async () => {
    const { most, isNamed } = costly(type, name, parameter);
    const named = isNamed ? most.length : 0;
    const scan = type === 'AuditEvent' ? TRAIL_SCAN_MAX : FHIR_SCAN_MAX;
    const ask = async (values: string[], others: Asked[], { count = 50, includes = 0 } = {}) => {
      const found = await search(type, [
        [name, values.join()],
        ...(OF_PATIENTS.includes(type) || type === 'Slot' ? besides() : []),
        ...others,
      ]);
      expect([found.status, found.body.issue]).toEqual([200, undefined]);
      expect(found.cost.trips).toBeLessThanOrEqual(1);
      expect(found.cost.rows_read).toBeLessThanOrEqual(promised(found, { count, includes, named, scan }));
      return found;
    };
    const page = await ask(most, []);
    const next = page.body.link.find(({ relation }: Body) => relation === 'next')?.url;
    if (next) {
      const cursor = new URLSearchParams(next.slice(next.indexOf('?'))).get('_cursor') ?? '';
      await ask(most, [['_cursor', cursor]]);
    }
    if (included.length > 0) {
      await ask(most, [...included, ['_count', String(COUNT_MAX)]], { count: COUNT_MAX, includes: columns });
      const [some, dates] = [isNamed ? most : most.slice(0, ALTERNATIVES_MAX), days(ALTERNATIVES_MAX).join()];
      await ask(some, [...included, ['_lastUpdated', dates]], { includes: columns });
    }
    expect(await takeExcess()).toEqual([]);
  });

  it('takes no alternative more', async () => {
    const { most, more, isByBytes } = costly(type, name, parameter);
    const beyond = isByBytes ? new Array(ROOM).fill(more) : [more];
    const refused = await search(type, [[name, [...most, ...beyond].join()]]);
    expect(issueOf(refused)).toEqual([400, 'too-costly', `http.${isByBytes ? 'body' : name}`]);
    expect(refused.cost.trips).toBe(0);
  });
});

describe('A search', () => {
  it('counts dates once those that touch are one', async () => {
    const years = Array.from({ length: 3_000 }, (_, i) => 1000 + i).join();
    const { status, cost } = await search('Patient', [['birthdate', years]]);
    expect(status).toBe(200);
    expect(cost.rows_read).toBeLessThan(200);
    expect((await search('Patient', [['birthdate', 'ne2001,2001,1990,1992']])).cost.rows_read).toBeLessThan(200);
    const some = await pagesOf('Patient?birthdate=1970-01-03,1975-06-01,1970-01-04,lt1970-01-03');
    expect(some.flat().map(({ birthDate }) => birthDate)).toEqual([
      ...['1970-01-02', '1970-01-03', '1970-01-04', '1975-06-01'],
    ]);
  });

  it('takes as many parameters and alternatives of all together as are said', async () => {
    const ask = (n: number, others: Asked[] = []) =>
      search('Appointment', [
        ...others,
        ...Array.from(
          { length: n },
          (_, i): Asked => (i % 2 ? ['status', 'booked,pending'] : ['actor', ids.patient[1] ?? '']),
        ),
        ['_include', 'Appointment:patient'],
        ['_include', 'Appointment:practitioner'],
      ]);
    const full = await ask(CONDITIONS_MAX);
    expect(full.status).toBe(200);
    expect(full.cost.rows_read).toBeLessThan(promised(full, { includes: 2 }));
    expect(issueOf(await ask(CONDITIONS_MAX + 1))).toEqual([400, 'too-costly', 'http.actor']);
    const half = days(ALTERNATIVES_MAX).join();
    const dates = await ask(CONDITIONS_MAX - 2, [
      ['date', half],
      ['_lastUpdated', half],
    ]);
    expect(dates.status).toBe(200);
    expect(dates.cost.rows_read).toBeLessThan(promised(dates, { includes: 2 }));
    expect(
      issueOf(
        await ask(0, [
          ['date', half],
          ['_lastUpdated', half],
          ['date', 'ne2001'],
        ]),
      ),
    ).toEqual([...[400, 'too-costly', 'http.date']]);
    expect(await takeExcess()).toEqual([]);
  });

  it('has 64 KiB, in its form, in its address or in both', async () => {
    const half = `_elements=${'x'.repeat(SEARCH_BYTES / 2)}`;
    const ask = (path: string, body: string) =>
      fhir('POST', path, { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    expect((await ask('/Patient/_search', half)).status).toBe(200);
    expect(issueOf(await ask('/Patient/_search', `${half}&${half}`))).toEqual([400, 'too-costly', 'http.body']);
    expect(issueOf(await ask(`/Patient/_search?${half}`, half))).toEqual([400, 'too-costly', 'http._elements']);
    expect(issueOf(await fhir('GET', `/Patient?${half}&${half}`))).toEqual([400, 'too-costly', 'http._elements']);
  });

  it('brings what it includes once, whatever it is called', async () => {
    const { body } = await search('Invoice', [
      ['_include', 'Invoice:patient'],
      ['_include', 'Invoice:subject'],
    ]);
    const included = body.entry.filter(({ search }: Body) => search.mode === 'include');
    expect(new Set(included.map(({ fullUrl }: Body) => fullUrl)).size).toBe(included.length);
  });
});

it('If-None-Exist creates nobody where not all who may meet it were looked at', async () => {
  const json = { resourceType: 'Patient', name: [{ given: ['A'] }] };
  const refused = await fhir('POST', '/Patient', { json, headers: { 'if-none-exist': 'gender=other' } });
  expect(issueOf(refused)).toEqual([412, 'multiple-matches']);
});
