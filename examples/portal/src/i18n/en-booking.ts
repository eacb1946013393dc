import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enBooking = {
  booking: {
    menu: 'Booking',
    title: 'Book an appointment',
    patient: 'Patient',
    patientHint: 'Name, phone number, birth date or registration number',
    change: 'Another patient',
    chooseDepartment: 'Choose a department or a doctor to see free times.',
    week: (from: string, to: string) => `${from} – ${to}`,
    weekBefore: 'Week before',
    weekAfter: 'Week after',
    none: 'No free times in this week.',
    doctors: (count: number) => plural(count, { one: '# doctor', other: '# doctors' }),
    chosen: 'Chosen time',
    followUp: 'This is a follow-up visit',
    submit: 'Book',
    choosePatient: 'Choose a patient.',
    chooseTime: 'Choose a free time.',
    booked: (patient: string, when: string) => `Booked for ${patient}: ${when}.`,
    walkIn: 'The patient is here, without an appointment',
    walkInHint: 'The patient is checked in at once and gets the next number in the queue of the department.',
    atOnce: 'Now',
    chooseBoth: 'Choose a department and a doctor.',
    checkedIn: (patient: string) => `${patient} is checked in.`,
    queue: (number: string) => `Number in the queue: ${number}`,
    notNow: 'The doctor is not free now. Choose another doctor, or book a free time.',
    taken: 'This time was taken meanwhile. These are the times that are free now.',
  },
  /** before an appointment is made or moved to a time against which something speaks */
  timeCheck: {
    title: 'At this time?',
    past: 'This time is over.',
    closed: (name: string, when: string) => `Closed: ${name}, ${when}.`,
    outside: (hours: string) => `Outside of the doctor’s hours there, which are ${hours} on that day.`,
    noHours: 'The doctor does not work there on that day.',
    patient: (when: string, doctor: string) => `The patient has another visit then: ${when}, ${doctor}.`,
    doctor: (when: string, patient: string) => `The doctor has another appointment then: ${when}, ${patient}.`,
    other: 'Choose another time',
    book: 'Book all the same',
    move: 'Move all the same',
  },
};
