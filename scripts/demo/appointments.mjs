// Two weeks of appointments around the day of the demo: within hours, none of a doctor or a patient at the same time, and as far
// as the clock has come.
import { DEPARTMENTS } from './departments.mjs';
import { addDays, blocksOn } from './doctors.mjs';
import { pickWeighted, randomOf } from './random.mjs';

const BEFORE = 7;
const AFTER = 7;

/** How much of a doctor's time is taken: less of days that are further ahead. */
const taken = (offset) => (offset <= 0 ? 0.75 : 0.72 - offset * 0.06);
/** In a small hospital nobody comes every day; the day of the demo is the one to be looked at. */
const comeOn = (offset, patients) => Math.ceil(patients * (offset === 0 ? 0.4 : 0.15));

const CANCELLED = ['The patient has a cold', 'The patient could not leave work', 'The doctor is ill', 'Booked twice'];
const outcomes = (completed, noShow, cancelled) => [
  { status: 'COMPLETED', weight: completed },
  { status: 'NO_SHOW', weight: noShow },
  { status: 'CANCELLED', weight: cancelled },
];
const PAST = outcomes(84, 7, 9);
const THIS_MORNING = outcomes(90, 7, 3);

const clock = (minutes) => [minutes / 60, minutes % 60].map((it) => String(Math.floor(it)).padStart(2, '0')).join(':');

/** @param now minutes since the midnight before the appointment's day; negative: the day is yet to come */
function statusOf(start, end, now, random) {
  if (now >= 1440) return pickWeighted(PAST, random).status;
  if (end <= now) return pickWeighted(THIS_MORNING, random).status;
  if (start <= now) return 'IN_PROGRESS';
  if (now >= 0 && start - now <= 90 && random.chance(0.6)) return 'CHECKED_IN';
  return random.chance(0.06) ? 'CANCELLED' : 'SCEDULED';
}

/** Deals out patients, each once in a round, none twice on a day. */
function dealer(patients) {
  const suits = (department) => (patient) => {
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

/** The times of one doctor on one day, with nobody in them yet. */
function* timesOf(blocks, slot, share, random) {
  for (const [from, to] of blocks) {
    for (let start = from; start + slot <= to; ) {
      const isLong = random.chance(0.15) && start + 2 * slot <= to;
      const minutes = isLong ? 2 * slot : slot;
      if (random.chance(share)) yield { start, minutes, isLong };
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
    const busy = new Set();
    const wanted = comeOn(offset, patients.length);
    const capacity = doctors.flatMap((doctor, n) =>
      blocksOn(seed, n, day, doctor, date).map(([from, to]) => (to - from) / doctor.pattern.slot / 1.15),
    );
    const share = Math.min(
      taken(offset),
      wanted /
        Math.max(
          1,
          capacity.reduce((sum, it) => sum + it, 0),
        ),
    );
    doctors.forEach((doctor, n) => {
      const department = DEPARTMENTS[doctor.department];
      for (const slot of timesOf(blocksOn(seed, n, day, doctor, date), doctor.pattern.slot, share, random)) {
        const patient = deal(department, busy);
        if (patient === undefined) continue;
        const status = statusOf(slot.start, slot.start + slot.minutes, now, random);
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
          },
        });
      }
    });
  }
  return all;
}
