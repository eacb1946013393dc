import type { ComponentType } from 'preact';
import type { Messages } from '../i18n/en';
import { type Lazy, lazy } from '../lazy';
import type { Permission } from '../session';
import { ADMINISTRATION, ofBackOffice } from './administration';
import { Patients } from './patients';

export interface PageProps {
  /** what the pattern of the path names: `id` of `/patients/:id` */
  params: Record<string, string>;
  query: URLSearchParams;
  /** what was typed, which is in no address */
  notes: Readonly<Record<string, string>>;
}

export interface Page {
  path: string;
  page: ComponentType<PageProps> | Lazy<PageProps>;
  title: (messages: Messages) => string;
  /** one of these; nothing where everybody may who is signed in */
  needs?: readonly Permission[];
  /** whether the main menu has it */
  menu?: true;
  /** a screen that nobody touches: all of it, without the menu, and nobody is signed out for not using it */
  screen?: true;
}

/** Not everybody who signs in works with money. */
const ofCounter = (name: keyof typeof import('./counter')) => lazy(async () => (await import('./counter'))[name]);

const Today = lazy<PageProps>(async () => (await import('./today')).Today);
const Calendar = lazy<PageProps>(async () => (await import('./calendar')).Calendar);
const Board = lazy<PageProps>(async () => (await import('./board')).Board);
const Booking = lazy<PageProps>(async () => (await import('./booking')).Booking);
const Statistics = lazy<PageProps>(async () => (await import('./statistics')).Statistics);

/** What is made for paper alone. */
const ofPaper = (name: keyof typeof import('./paper')) => lazy<PageProps>(async () => (await import('./paper'))[name]);

const PatientPage = lazy<PageProps>(async () => (await import('./patient')).PatientPage);
const NewPatient = lazy<PageProps>(async () => (await import('./patient-edit')).NewPatient);
const EditPatient = lazy<PageProps>(async () => (await import('./patient-edit')).EditPatient);
const NotePage = lazy<PageProps>(async () => (await import('./note')).NotePage);
const MergePage = lazy<PageProps>(async () => (await import('./patient-merge')).MergePage);

/** Each page is a file of this folder, and a line here or in administration.ts; people begin at the first one. */
export const PAGES: readonly Page[] = [
  { path: '/', page: Today, title: (t) => t.today.title, needs: ['appointment:read'], menu: true },
  { path: '/calendar', page: Calendar, title: (t) => t.calendar.title, needs: ['appointment:read'], menu: true },
  { path: '/board', page: Board, title: (t) => t.board.title, needs: ['appointment:read'], screen: true },
  { path: '/calendar/print', page: ofPaper('DayPrint'), title: (t) => t.calendar.title, needs: ['appointment:read'] },
  {
    path: '/appointments/:id/slip',
    page: ofPaper('AppointmentSlip'),
    title: (t) => t.print.slip,
    needs: ['appointment:read'],
  },
  {
    path: '/appointments/:id/note',
    page: NotePage,
    title: (t) => t.note.title,
    needs: ['note:read', 'note:write'],
  },
  { path: '/closures', page: ofBackOffice('Closures'), title: (t) => t.closures.title, needs: ['hours:update'] },
  { path: '/booking', page: Booking, title: (t) => t.booking.menu, needs: ['appointment:create'], menu: true },
  { path: '/patients', page: Patients, title: (t) => t.patients.title, needs: ['patient:read'], menu: true },
  { path: '/patients/new', page: NewPatient, title: (t) => t.patient.newTitle, needs: ['patient:create'] },
  { path: '/patients/:id', page: PatientPage, title: (t) => t.patient.title, needs: ['patient:read'] },
  { path: '/patients/:id/card', page: ofPaper('PatientCard'), title: (t) => t.print.cardOf, needs: ['patient:read'] },
  {
    path: '/patients/:id/labels',
    page: ofPaper('PatientLabels'),
    title: (t) => t.print.labels,
    needs: ['patient:read'],
  },
  { path: '/patients/:id/edit', page: EditPatient, title: (t) => t.patient.editTitle, needs: ['patient:update'] },
  {
    path: '/patients/:id/merge',
    page: MergePage,
    title: (t) => t.merge.title,
    needs: ['patient:merge'],
  },
  {
    path: '/invoices',
    page: ofCounter('Invoices'),
    title: (t) => t.billing.title,
    needs: ['payment:create'],
    menu: true,
  },
  { path: '/invoices/new', page: ofCounter('NewInvoice'), title: (t) => t.invoice.newTitle, needs: ['invoice:create'] },
  { path: '/invoices/:id', page: ofCounter('InvoicePage'), title: (t) => t.invoice.title, needs: ['invoice:read'] },
  {
    path: '/invoices/:id/edit',
    page: ofCounter('EditInvoice'),
    title: (t) => t.invoice.editTitle,
    needs: ['invoice:update'],
  },
  {
    path: '/invoices/:id/payments/:payment',
    page: ofCounter('Receipt'),
    title: (t) => t.billing.receipt,
    needs: ['payment:read'],
  },
  {
    path: '/invoices/:id/credit-notes/:note',
    page: ofCounter('CreditNotePage'),
    title: (t) => t.credit.one,
    needs: ['invoice:read'],
  },
  { path: '/account', page: ofBackOffice('AccountPage'), title: (t) => t.account.title },
  { path: '/account/second-factor', page: ofBackOffice('SecondFactorPage'), title: (t) => t.enrol.title },
  { path: '/cash', page: ofCounter('CashReport'), title: (t) => t.cash.title, needs: ['payment:report'], menu: true },
  {
    path: '/statistics',
    page: Statistics,
    title: (t) => t.statistics.title,
    needs: ['appointment:read', 'payment:report'],
    menu: true,
  },
  ...ADMINISTRATION,
];
