// A month of a hospital of 200 doctors, as its access log sees it: the assumptions, and the looks of a day.
import '../../scripts/typescript.mjs';
import { randomOf } from '../../test/system/lib/random.mjs';
import { idOf } from '../lib/hospital.mjs';

const { timePrefix } = await import('../../src/rules/uuid.ts');

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const DAYS = 30;
/** A Monday: of the 30 days 22 are working days. */
const FIRST = Date.UTC(2026, 10, 2);
/** Looks of a Saturday or Sunday, to those of a working day: mostly at those who have a bed. */
const WEEKEND = 0.35;
const weightOf = (day) => (day % 7 < 5 ? 1 : WEEKEND);
const WEIGHTS = Array.from({ length: DAYS }, (_, day) => weightOf(day)).reduce((sum, weight) => sum + weight);

export const ACCOUNTS = 600;
export const PATIENTS = 20_000;
const BEDS = 500;
/** Days that a patient has a bed. */
const STAY = 5;
/** Accounts that see a patient in a day, and how often each comes back to the patient. */
const EACH = 3;
const VISITS = 4;

/**
 * What a visit asks for: the page of a patient, all at once, and within a minute something that it lists. `owner`: the record
 * that a file is attached to, by which the consumer finds the patient.
 */
const PAGE = [
  { entity: 'patient', action: 'read' },
  { entity: 'appointment', action: 'list', count: 6 },
  { entity: 'invoice', action: 'list', count: 4 },
  { entity: 'file', action: 'list', count: 3, owner: true },
];
const OPENED = [
  { entity: 'appointment', action: 'read' },
  { entity: 'invoice', action: 'read' },
  { entity: 'file', action: 'read', owner: true },
];
const AT_ONCE = 0.3 * SECOND;
const OPENED_WITHIN = 60 * SECOND;
const LOOKS = VISITS * (PAGE.length + 1);

/** Of all looks: those that are lists and searches of many people, refused requests, and failed logins. */
const LISTS = 0.15;
const REFUSED = 0.007;
const FAILED = 0.003;
/** People that a list shows. */
const LISTED = 20;
const LISTED_ENTITIES = ['patient', 'patient', 'appointment', 'invoice'];

/** How many of a hundred looks come in each hour: twelve busy ones. */
const HOURS = [0.8, 0.6, 0.6, 0.6, 0.8, 1.2, 2.4, 6, 8, 9, 9, 8, 6, 7, 8.5, 8, 7, 6, 4, 2.3, 1.6, 1.2, 0.8, 0.6];
const ALL_HOURS = HOURS.reduce((sum, share) => sum + share);

/** When so large a part of the day's looks has come, in milliseconds of the day. */
function timeOf(part) {
  let left = part * ALL_HOURS;
  const hour = HOURS.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return Math.floor((hour + (left + HOURS[hour]) / HOURS[hour]) * HOUR);
}

/** Messages reach the consumer out of order by so much. */
const JITTER = SECOND;

const patient = (seq) => idOf('patient', seq);
const account = (seq) => idOf('user', seq);
const hex = (random, length) =>
  Array.from({ length: Math.ceil(length / 8) }, () =>
    Math.floor(random.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  )
    .join('')
    .slice(0, length);

/**
 * The looks of a day, as the service sends them to the queue: the same each time. @param looks of the whole month
 * @returns each with when it comes to the consumer
 */
export function dayOf(day, looks) {
  const random = randomOf(day + 1);
  const begins = FIRST + day * DAY;
  const total = (looks * weightOf(day)) / WEIGHTS;
  const sent = [];
  const add = (time, actor, given) => {
    const at = Math.min(begins + DAY - 1, begins + Math.floor(time));
    const record = {
      id: `${timePrefix(at)}${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
      ...{ at, actor, role: actor && 'staff', entity_id: null, patient_id: null, owner_id: null, count: null },
      request_id: `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
      address: `192.0.2.${1 + Math.floor(random.next() * 60)}`,
      detail: null,
      ...given,
    };
    sent.push({ at: at + random.next() * JITTER, record });
  };
  const below = (n) => Math.floor(random.next() * n);
  const anyTime = () => timeOf(random.next());
  const anyAccount = () => account(1 + below(ACCOUNTS));

  const pairs = Math.round((total * (1 - LISTS - REFUSED - FAILED)) / LOOKS);
  for (let pair = 0; pair < pairs; pair++) {
    const nth = Math.floor(pair / EACH);
    const bed = day * (BEDS / STAY) + nth;
    // Those who have a bed first; the others come for a day.
    const id = patient(1 + (nth < BEDS ? bed % PATIENTS : below(PATIENTS)));
    const actor = anyAccount();
    for (let visit = 0; visit < VISITS; visit++) {
      const begins = timeOf((visit + random.next()) / VISITS);
      const shown = [
        ...PAGE.map((look) => ({ look, later: random.next() * AT_ONCE })),
        { look: random.pick(OPENED), later: random.next() * OPENED_WITHIN },
      ];
      for (const { look, later } of shown) {
        const { owner, ...rest } = look;
        const opened =
          look.action === 'read' ? (look.entity === 'patient' ? id : idOf(look.entity, 1 + below(9999))) : null;
        add(begins + later, actor, { ...rest, entity_id: opened, ...(owner ? { owner_id: id } : { patient_id: id }) });
      }
    }
  }
  for (let n = 0; n < total * LISTS; n++) {
    const first = 1 + below(PATIENTS - LISTED);
    const people = Array.from({ length: LISTED }, (_, i) => patient(first + i));
    add(anyTime(), anyAccount(), {
      ...{ entity: random.pick(LISTED_ENTITIES), action: n % 3 ? 'list' : 'search', count: LISTED },
      detail: JSON.stringify({ patients: people }),
    });
  }
  const detail = JSON.stringify({ permission: 'invoice:create', route: 'POST /invoice/' });
  for (let n = 0; n < total * REFUSED; n++) {
    add(anyTime(), anyAccount(), { entity: 'invoice', action: 'refused', detail });
  }
  for (let n = 0; n < total * FAILED; n++) add(anyTime(), null, { entity: 'user', action: 'login_failed' });
  return sent;
}
