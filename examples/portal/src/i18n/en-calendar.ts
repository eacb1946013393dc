import { pluralOf } from './plural';

const plural = pluralOf('en');

export const enCalendar = {
  calendar: {
    title: 'Calendar',
    today: 'Today',
    dayBefore: 'Day before',
    dayAfter: 'Day after',
    date: 'Date',
    department: 'Department',
    doctor: 'Doctor',
    hour: 'Hour',
    count: (count: number) => plural(count, { one: '# appointment', other: '# appointments' }),
    empty: 'No appointments on this day.',
    book: 'Book an appointment',
    queue: (number: string) => `Queue no. ${number}`,
  },

  appointment: {
    title: 'Appointment',
    patient: 'Patient',
    time: 'Time',
    status: 'Status',
    followUp: 'Follow-up visit',
    reason: 'Reason of cancellation',
    checkIn: 'Check in',
    begin: 'Begin',
    complete: 'Complete',
    noShow: 'Did not come',
    reopen: 'Schedule again',
    move: 'Move …',
    moveTitle: 'Move the appointment',
    cancel: 'Cancel appointment …',
    cancelTitle: 'Cancel the appointment',
    cancelConfirm: 'Cancel the appointment',
    keep: 'Keep it',
    moveTo: (when: string) => `Move to ${when}`,
    moved: (when: string) => `Moved to ${when}.`,
    saved: (status: string) => `Saved: ${status}.`,
    queue: 'Number in the queue',
    conflict: 'The patient has another visit at that time.',
    conflictShow: 'Show it',
    conflictNumber: (number: string) => `Show visit ${number}`,
  },
};
