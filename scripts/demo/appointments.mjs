// Two weeks of appointments around the day of the demo: within hours, none of a doctor or a patient at the same time, and as far
// as the clock has come.
import { DEPARTMENTS } from './departments.mjs';
import { addDays, blocksOn } from './doctors.mjs';
import { randomOf } from './random.mjs';
import { reasonOf } from './reasons.mjs';

const BEFORE = 7;
const AFTER = 7;

/** How much of a doctor's time is taken: less of days that are further ahead. */
const taken = (offset) => (offset <= 0 ? 0.75 : 0.72 - offset * 0.06);
/** In a small hospital nobody comes every day; the day of the demo is the one to be looked at. */
const comeOn = (offset, patients) => Math.ceil(patients * (offset === 0 ? 0.4 : 0.15));

const CANCELLED = ['The patient has a cold', 'The patient could not leave work', 'The doctor is ill', 'Booked twice'];
/** Of what is over: in turn, so that a small demo has each of them. */
const outcomeOf = (n) => (n % 12 === 5 ? 'NO_SHOW' : n % 11 === 7 ? 'CANCELLED' : 'COMPLETED');

const clock = (minutes) => [minutes / 60, minutes % 60].map((it) => String(Math.floor(it)).padStart(2, '0')).join(':');

/**
 * @param n number of the appointment
 * @param now minutes since the midnight before the appointment's day; negative: the day is yet to come
 */
function statusOf(n, start, end, now, random) {
  if (end <= now) return outcomeOf(n);
  if (start <= now) return 'IN_PROGRESS';
  if (now >= 0 && start - now <= 90 && random.chance(0.6)) return 'CHECKED_IN';
  return random.chance(0.06) ? 'CANCELLED' : 'SCEDULED';
}

/** Deals out patients, each once in a round, none twice on a day. */
function dealer(patients) {
  const suits = (department) => (patient) => {
    if (patient.isAway) return false;
    if (department.children) return patient.isChild;
    return department.women ? patient.isWoman : !patient.isChild || department.code === 'EMER';
  };
  const decks = new Map(
    DEPARTMENTS.map((it) => [it.code, patients.flatMap((patient, n) => (suits(it)(patient) ? [n] : []))]),
  );
  const dealt = new Map();
  return (department, busy) => {
    const deck = decks.get(department.code);
    const from = dealt.get(department.code) ?? hashStart(department.code, deck.length);
    for (let i = 0; i < deck.length; i++) {
      const n = deck[(from + i) % deck.length];
      if (busy.has(n)) continue;
      dealt.set(department.code, from + i + 1);
      busy.add(n);
      return n;
    }
    return undefined;
  };
}

/** Departments begin at different patients. */
const hashStart = (code, length) => (length ? randomOf(code).between(0, length - 1) : 0);

/** The times of one doctor on one day, of which some are twice as long. */
function* timesOf(blocks, slot, random) {
  for (const [from, to] of blocks) {
    for (let start = from; start + slot <= to; ) {
      const isLong = random.chance(0.15) && start + 2 * slot <= to;
      const minutes = isLong ? 2 * slot : slot;
      yield { start, minutes, isLong };
      start += minutes;
    }
  }
}

/**
 * All appointments: what is sent but the ids, in place of which there are numbers.
 * @param start wall time of the demo's beginning, `YYYY-MM-DDTHH:MM`
 */
export function appointmentsOf(seed, start, doctors, patients) {
  const [day, time] = start.split('T');
  const [hours, minutes] = time.split(':').map(Number);
  const deal = dealer(patients);
  const all = [];
  for (let offset = -BEFORE; offset <= AFTER; offset++) {
    const date = addDays(day, offset);
    const random = randomOf(seed, 'day', offset, day);
    const now = hours * 60 + minutes - offset * 1440;
    const times = doctors.flatMap((doctor, n) =>
      [...timesOf(blocksOn(seed, n, day, doctor, date), doctor.pattern.slot, random)].map((it) => ({
        ...it,
        n,
        doctor,
      })),
    );
    const busy = new Set();
    const count = Math.min(Math.round(times.length * taken(offset)), comeOn(offset, patients.length));
    for (const { n, doctor, ...slot } of random.some(times, count)) {
      const department = DEPARTMENTS[doctor.department];
      const patient = deal(department, busy);
      if (patient === undefined) continue;
      const status = statusOf(all.length, slot.start, slot.start + slot.minutes, now, random);
      all.push({
        date,
        patient,
        doctor: n,
        department: doctor.department,
        isLong: slot.isLong,
        ...(status === 'CANCELLED' && { cancel_reason: random.pick(CANCELLED) }),
        body: {
          type: department.code === 'EMER' ? 'EMERGENCY' : random.chance(0.08) ? 'TELEMEDICINE' : 'OPD',
          // With its reason by a PATCH: a create takes none.
          status: status === 'CANCELLED' ? 'SCEDULED' : status,
          schedule: `${date}T${clock(slot.start)}:00`,
          expected_duration_minutes: slot.minutes,
          is_follow_up: !slot.isLong && random.chance(0.4),
          ...reasonOf(seed, all.length, date, doctor.department),
        },
      });
    }
  }
  return all;
}
