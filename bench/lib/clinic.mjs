// A clinic with a full calendar: 20 doctors of one department who work on weekdays from 8 to 14, half an hour for each
// patient, and have 10 appointments a day: 1,000 a week, a page of the calendar.
import { countsOf, hospitalOf, idOf } from './hospital.mjs';

export const DOCTORS = 20;
const BOOKED = 10;
/** Appointments of all doctors. */
export const A_WEEK = 5 * BOOKED * DOCTORS;
/** Half hours of a day; two of them are free, others every day. */
const SLOTS = 12;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OPENS = 8 * 60;
/** A Monday. */
const FIRST_WEEK = Date.UTC(2025, 0, 6);

/** Each patient comes ten times. */
export const appointmentsOf = (patients) => 10 * patients;
export const weeksOf = (patients) => appointmentsOf(patients) / A_WEEK;

/** The datetime of so many days after the beginning of a week. */
export const inWeek = (week, days) => new Date(FIRST_WEEK + (7 * week + days) * DAY).toISOString().slice(0, 19);

export const department_id = idOf('department', 1);
export const doctorOf = (i) => idOf('doctor', 1 + (i % DOCTORS));

const people = { user: DOCTORS + 1, department: 1, doctor: DOCTORS, doctor_hours: DOCTORS };
const none = { invoice: 0, catalog_item: 0, payment: 0 };

const weekly = [1, 2, 3, 4, 5].map((weekday) => ({
  ...{ weekday, from: '08:00', to: '14:00', department_id, slot_minutes: 30 },
}));

/** How rows differ from those of any hospital. */
const DIFFERING = {
  appointment(seq, { patient }) {
    const turn = Math.floor((seq - 1) / DOCTORS);
    const day = Math.floor(turn / BOOKED);
    const slot = ((turn % BOOKED) + day + (seq % DOCTORS)) % SLOTS;
    const starts_at = FIRST_WEEK + (7 * Math.floor(day / 5) + (day % 5)) * DAY + (OPENS + 30 * slot) * MINUTE;
    return {
      patient_id: idOf('patient', 1 + ((seq * 7919) % patient)),
      doctor_id: doctorOf(seq),
      department_id,
      schedule: new Date(starts_at).toISOString().slice(0, 19),
      expected_duration_minutes: 30,
      starts_at,
      ends_at: starts_at + 30 * MINUTE,
    };
  },
  doctor_hours: () => ({ weekly: JSON.stringify(weekly), department_ids: JSON.stringify([department_id]) }),
};

/** @param seeds from seedsOf */
export function clinicOf(seeds, patients) {
  const counts = { ...countsOf(patients), ...people, ...none, appointment: appointmentsOf(patients) };
  const hospital = hospitalOf(seeds, counts);
  return { ...hospital, row: (table, seq) => ({ ...hospital.row(table, seq), ...DIFFERING[table]?.(seq, counts) }) };
}
