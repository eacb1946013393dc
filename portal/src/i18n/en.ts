import { enAccount } from './en-account';
import { enAdmin } from './en-admin';
import { enAudit } from './en-audit';
import { enBilling } from './en-billing';
import { enBooking } from './en-booking';
import { enCalendar } from './en-calendar';
import { enCash } from './en-cash';
import { enClosures } from './en-closures';
import { enDrafts } from './en-drafts';
import { enErrors } from './en-errors';
import { enFind } from './en-find';
import { enHospital } from './en-hospital';
import { enInvoices } from './en-invoices';
import { enMessages } from './en-messages';
import { enPatients } from './en-patients';
import { enPlanning } from './en-planning';
import { enPrint } from './en-print';
import { enPrograms } from './en-programs';
import { enRecords } from './en-records';
import { enSeries } from './en-series';
import { enStatistics } from './en-statistics';
import { enToday } from './en-today';
import { enVisit } from './en-visit';
import { enWaiting } from './en-waiting';
import { pluralOf } from './plural';

const plural = pluralOf('en');

export const en = {
  ...enErrors,
  ...enClosures,
  ...enPatients,
  ...enMessages,
  ...enRecords,
  ...enInvoices,
  ...enCash,
  ...enAccount,
  ...enAdmin,
  ...enAudit,
  ...enFind,
  ...enHospital,
  ...enBilling,
  ...enBooking,
  ...enCalendar,
  ...enDrafts,
  ...enVisit,
  ...enWaiting,
  ...enStatistics,
  ...enToday,
  ...enPrint,
  ...enPrograms,
  ...enPlanning,
  ...enSeries,
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
  all: 'All',
  none: 'None',
  optional: 'optional',
  notFound: 'There is no such page.',

  /** Only on the machine of a developer */
  development: {
    title: 'Development:',
    mails: 'mails that were sent to nobody',
  },

  dates: {
    pick: 'Pick a date',
    none: (field: string, example: string) => `${field}: write a date, such as ${example}.`,
    early: (field: string, day: string) => `${field}: ${day} or later.`,
    late: (field: string, day: string) => `${field}: ${day} or earlier.`,
  },

  numbers: {
    none: 'Write a number.',
    low: (least: string) => `${least} or more.`,
    high: (most: string) => `${most} at most.`,
  },

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

  status: {
    SCEDULED: 'Scheduled',
    CHECKED_IN: 'Checked in',
    IN_PROGRESS: 'In progress',
    COMPLETED: 'Completed',
    CANCELLED: 'Cancelled',
    NO_SHOW: 'Did not come',
  },

  search: {
    found: (count: number) => plural(count, { one: '# match', other: '# matches' }),
    nothing: 'No matches',
    more: (count: number) =>
      `${plural(count, { one: 'More than # match', other: 'More than # matches' })}. Type more letters, or another word.`,
    similar: 'Nobody is called that. Did you mean one of these?',
  },
};

/** What every language has to say. */
export type Messages = typeof en;
