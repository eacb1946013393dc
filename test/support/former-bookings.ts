/**
 * Bookings and changes of every form that the interface took before there were types, rooms, holds and series, and what it answered.
 * test/support/recorded/bookings-*.txt hold the answers of commit 857eaec8, the last one before: they stay as they are. Where one
 * changes on purpose, say why beside the line in a commit of its own (`npm test -- resources/former-bookings -u` writes it).
 */
import { type Body, type CallOptions, call, ok, type Result } from './client';
import { make } from './factories';
import { type Random, randomOf } from './random';
import { programOf } from './users';

const TIME_ZONE = 'Europe/Stockholm';
const NOBODY = '00000000-0000-4000-8000-0000000009ff';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const STEPS = 170;

const many = async (count: number, one: () => Promise<Body>): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await one()).id);
  // A refusal names one of several in the order of an index that ends with the patient.
  return ids.sort();
};

/** Patients, doctors and departments of which some have died, were merged or deleted. The last ones are those. */
async function newHospital() {
  const patients = await many(6, () => make.patient());
  const [dead, gone, merged] = patients.slice(3);
  await ok('PATCH', `/patient/${dead}`, { json: { deceased_at: '2026-01-01' } });
  await ok('DELETE', `/patient/${gone}`);
  await ok('POST', `/patient/${patients[0]}/merge`, { json: { from: merged } });
  const doctors = await many(4, () => make.doctor());
  const departments = await many(3, () => make.department());
  const closed = { department_id: null, doctor_id: null };
  const json = {
    closures: [
      { name: 'Spring cleaning', from: '2027-03-29', to: '2027-03-29', ...closed },
      { name: 'Leave', from: '2027-03-30T12:00', to: '2027-03-30T14:30', ...closed, doctor_id: doctors[0] },
      {
        name: 'Move',
        from: '2027-03-31T08:00Z',
        to: '2027-03-31T12:00+02:00',
        ...closed,
        department_id: departments[0],
      },
      { name: 'Change of clocks', from: '2027-10-31T02:15', to: '2027-10-31T02:45', ...closed, doctor_id: doctors[1] },
    ],
  };
  await ok('PUT', '/calendar/closures', { json });
  const hours = { from: '08:00', to: '12:00', department_id: departments[0], slot_minutes: 30 };
  const weekly = [1, 2, 3, 7].map((weekday) => ({ weekday, ...hours }));
  await ok('PUT', `/calendar/doctors/${doctors[0]}/hours`, { json: { weekly, exceptions: [] } });
  await ok('DELETE', `/doctor/${doctors[3]}`);
  await ok('DELETE', `/department/${departments[2]}`);
  return { patients, doctors, departments };
}
type Hospital = Awaited<ReturnType<typeof newHospital>>;

/** Mostly those that are there. */
const oneOf = ({ pick, chance }: Random, ids: string[], there: number): string =>
  chance(0.92) ? pick(ids.slice(0, there)) : pick([...ids.slice(there), NOBODY]);

const STATUSES = [
  ...['SCEDULED', 'SCEDULED', 'SCEDULED', 'SCHEDULED', 'confirmed', 'CHECKED_IN', 'checked in', 'IN_PROGRESS'],
  ...['COMPLETED', 'complete', 'CANCELLED', 'Canceled', 'NO_SHOW', 'no-show', 'Waiting for X-ray', ' '],
];

function randomFields(random: Random, { patients, doctors, departments }: Hospital): Record<string, unknown> {
  const { below, pick, chance } = random;
  const day = pick(['2027-03-28', '2027-03-29', '2027-03-30', '2027-03-30', '2027-03-30', '2027-03-31', '2027-10-31']);
  const two = (n: number) => String(n).padStart(2, '0');
  const hour = day.endsWith('30') ? pick([8, 9, 9, 10, 11, 12]) : pick([2, 2, 8, 9, 12, 23]);
  const time = `${two(hour)}:${pick(['00', '10', '15', '30', '45', '59'])}`;
  const fields: Record<string, unknown> = {
    schedule: pick([
      ...[`${day}T${time}`, `${day}T${time}`, `${day} ${time}`, `${day}T${time}:30.250`, day],
      ...[`${day}T${time}Z`, `${day}T${time}+05:30`, `${day}T${time}-11:00`, `${day}T${time}+01:00`],
    ]),
    patient_id: oneOf(random, patients, 3),
    doctor_id: oneOf(random, doctors, 3),
    department_id: oneOf(random, departments, 2),
    expected_duration_minutes: pick([null, 0, 0.25, 1, 7.5, 15, 20, 45, 59.999, 90, chance(0.2) ? 10_080 : 30]),
    type: pick(['OPD', 'opd', ' Home visit ', ' ', 'TELEMEDICINE', 'Größe\u0001']),
    status: pick(STATUSES),
    is_follow_up: chance(0.3),
    reason: pick([null, 'My knee', ' ', ' spaces around ', 'two\nlines', '\u{1f9b5}']),
    notes: pick([null, 'Comes in a wheelchair', '\t', 'ends with a space ']),
    tags: pick([null, [], ['a'], ['a', 'a'], [',', '"']]),
  };
  if (chance(0.07)) {
    const wrong = pick([
      ...[{ schedule: '2027-02-30' }, { schedule: null }, { schedule: '10:00' }, { doctor_id: 'x' }, { status: null }],
      ...[{ expected_duration_minutes: -1 }, { expected_duration_minutes: 10_081 }, { type: null }, { tags: 'a' }],
      ...[{ reason: 'x'.repeat(501) }, { is_follow_up: 'yes' }, { patient_id: null }, { cancel_reason: 'A cold' }],
    ]);
    Object.assign(fields, wrong);
  }
  // What may be left out is left out half of the time.
  for (const name of Object.keys(fields)) {
    const isNeeded = ['schedule', 'patient_id', 'doctor_id', 'department_id'].includes(name);
    if (below(100) < (isNeeded ? 1 : 45)) delete fields[name];
  }
  return fields;
}

/** A part of the fields, and a reason at times. */
function randomPatch(random: Random, hospital: Hospital): Record<string, unknown> {
  const { pick, chance } = random;
  const fields = Object.entries(randomFields(random, hospital));
  const few = Array.from({ length: pick([1, 1, 1, 2, 3]) }, () => pick(fields));
  return {
    ...Object.fromEntries(few),
    ...(chance(0.15) && {
      status: pick(['CANCELLED', 'cancelled', 'NO_SHOW']),
      cancel_reason: pick(['A cold', ' ', null]),
    }),
  };
}

/** Answers without what differs from run to run: ids by when they first appear, times of writing. */
function masked() {
  const names = new Map<string, string>();
  const name = (id: string, prefix = 'id') => {
    const known = names.get(id) ?? `${prefix}-${names.size}`;
    names.set(id, known);
    return known;
  };
  const mask = (text: string) =>
    text
      .replace(UUID, (id) => (id === NOBODY ? 'nobody' : name(id)))
      .replace(/"(created|updated)_at":"[^"]+"/g, '"$1_at":"…"')
      .replace(/http:\/\/localhost/g, '');
  return { name, mask };
}

/** One line for each request, with its answer. */
export async function formerBookings(DOUBLE_BOOKING: 'allow' | 'reject', seed: number): Promise<string> {
  const random = randomOf(seed);
  const { pick, chance, below } = random;
  const hospital = await newHospital();
  const { name, mask } = masked();
  for (const id of hospital.patients) name(id, 'patient');
  for (const id of hospital.doctors) name(id, 'doctor');
  for (const id of hospital.departments) name(id, 'department');
  const lines: string[] = [];
  const visits: string[] = [];
  const keys: [key: string, json: unknown][] = [];

  const ask = async (method: string, path: string, options: CallOptions = {}): Promise<Result> => {
    // Overlaps come from a time in which they were allowed.
    const allowed = lines.length < 40 ? 'allow' : DOUBLE_BOOKING;
    const answer = await call(method, path, { ...options, env: { TIME_ZONE, DOUBLE_BOOKING: allowed } });
    const told = ['etag', 'location', 'link', 'idempotency-replayed', 'preference-applied'].flatMap((header) => {
      const value = answer.headers.get(header);
      return value === null ? [] : [`${header}: ${value}`];
    });
    const { 'idempotency-key': _, ...headers } = options.headers ?? {};
    const sent = [method, path, ...Object.entries(headers).flat(), JSON.stringify(options.json) ?? ''].join(' ');
    // A list's tag follows from times.
    const shown = method === 'GET' ? told.filter((one) => !one.startsWith('etag')) : told;
    lines.push(mask(`${sent}\n  ${answer.status} ${shown.join(' ')} ${JSON.stringify(answer.body) ?? ''}`).trimEnd());
    return answer;
  };

  const as = () => pick(['staff', 'admin', 'staff', 'client'] as const);
  const actor = () => {
    const role = as();
    return role === 'client' ? programOf('system/*.cruds') : role;
  };
  const book = async () => {
    const key: [string, unknown] =
      chance(0.1) && keys.length > 0 ? pick(keys) : [crypto.randomUUID(), randomFields(random, hospital)];
    const json = chance(0.1) ? randomFields(random, hospital) : key[1];
    const isKeyed = chance(0.3);
    if (isKeyed) keys.push(key);
    const headers = {
      ...(isKeyed && { 'idempotency-key': key[0] }),
      ...(chance(0.1) && { prefer: pick(['return=minimal', 'return=representation']) }),
    };
    const { status, body } = await ask('POST', '/appointment/', { json, headers, as: actor() });
    if (status === 201 && body?.id && !visits.includes(body.id)) visits.push(body.id);
  };
  const change = async () => {
    const id = chance(0.97) ? pick(visits) : NOBODY;
    const headers = { ...(chance(0.2) && { 'if-match': `"${1 + below(3)}"` }) };
    await ask('PATCH', `/calendar/appointments/${id}`, { json: randomPatch(random, hospital), headers, as: actor() });
  };
  const read = () => ask('GET', `/calendar/appointments/${pick(visits)}`);

  for (let n = 0; n < 12; n++) await book();
  for (let n = 0; n < STEPS; n++) await pick([book, book, change, change, read])();
  for (const id of hospital.doctors) await ask('GET', `/calendar/appointments/?doctor_id=${id}&order_by=schedule`);
  const days = 'from=2027-03-28&to=2027-04-02';
  await ask('GET', `/calendar/slots?doctor_id=${hospital.doctors[0]}&${days}`);
  await ask('GET', `/calendar/slots?department_id=${hospital.departments[0]}&${days}&minutes=20`);
  return `${lines.join('\n')}\n`;
}
