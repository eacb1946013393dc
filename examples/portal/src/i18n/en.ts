import { enCash } from './en-cash';
import { enClosures } from './en-closures';
import { enErrors } from './en-errors';
import { enInvoices } from './en-invoices';
import { enPatients } from './en-patients';
import { enRecords } from './en-records';
import { pluralOf } from './plural';

const plural = pluralOf('en');

export const en = {
  ...enErrors,
  ...enClosures,
  ...enPatients,
  ...enRecords,
  ...enInvoices,
  ...enCash,
  portal: 'Clinic portal',
  language: 'Language',
  skip: 'Skip to the content',
  menu: 'Main menu',
  signOut: 'Sign out',
  loading: 'Loading …',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  back: 'Back',
  retry: 'Try again',
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  none: 'None',
  optional: 'optional',
  notFound: 'There is no such page.',

  /** after somebody else has changed a record while one typed */
  meanwhile: {
    kept: 'Somebody else has changed this meanwhile. What you typed is still here. Look at what they did, then save again.',
    title: 'As it is now',
    replaces: 'Saving replaces this by what you have typed.',
    take: 'Drop what I typed',
    saveMine: 'Save mine over theirs',
  },

  /** after a create without an answer */
  lost: {
    unknown:
      'No answer came, so it is not known whether this was saved. Find out: it is saved once, however often it is sent.',
    findOut: 'Find out',
  },

  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    code: 'Code of your authenticator app',
    codeHint: 'Six digits, or one of your recovery codes',
    otherAccount: 'Use another account',
    replaced: (name: string) => `${name} has signed in in another tab, and is signed in here now, too.`,
    ended: 'Your session has ended. Sign in again to go on where you were.',
    noRole: 'Your account has no role yet. An administrator has to give it one, then sign in again.',
  },

  idle: {
    title: 'Are you still there?',
    warning:
      'Nobody has used this page for a while. In a minute you will be signed out, and what is not saved is lost.',
    stay: 'Stay signed in',
    signedOut: 'You were signed out, as nobody had used this page for a while.',
  },

  signUp: {
    link: 'Create an account',
    title: 'Create an account',
    name: 'Your name',
    passwordHint: 'Eight characters or more',
    submit: 'Create the account',
  },

  enrol: {
    title: 'Set up a second factor',
    why: 'The hospital demands one of your account. It takes a minute and an authenticator app on your phone.',
    begin: 'Begin',
    scan: 'Scan this with your authenticator app',
    qr: 'QR code for an authenticator app',
    secret: 'Without a camera, type this key into the app:',
    confirm: 'Switch it on',
    recovery: 'Your recovery codes',
    keep: 'Each of them lets you in once if you lose your phone. Write them down now: they are not shown again.',
    done: 'I have written them down',
  },

  status: {
    SCEDULED: 'Scheduled',
    CHECKED_IN: 'Checked in',
    IN_PROGRESS: 'In progress',
    COMPLETED: 'Completed',
    CANCELLED: 'Cancelled',
    NO_SHOW: 'Did not come',
  },

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
    free: 'Free times',
    noneFree: 'No free times on this day.',
    otherTime: 'Another time',
    moveTo: (when: string) => `Move to ${when}`,
    moved: (when: string) => `Moved to ${when}.`,
    saved: (status: string) => `Saved: ${status}.`,
    queue: 'Number in the queue',
    conflict: 'The patient has another visit at that time.',
    conflictShow: 'Show it',
    conflictNumber: (number: string) => `Show visit ${number}`,
  },

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

  search: {
    found: (count: number) => plural(count, { one: '# match', other: '# matches' }),
    nothing: 'No matches',
    more: (count: number) =>
      `${plural(count, { one: 'More than # match', other: 'More than # matches' })}. Type more letters, or another word.`,
    similar: 'Nobody is called that. These names are similar.',
  },
};

/** What every language has to say. */
export type Messages = typeof en;
