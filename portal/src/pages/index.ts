import type { ComponentType } from 'preact';
import { speakOffice } from '../i18n';
import type { Messages } from '../i18n/en';
import { type Lazy, lazy } from '../lazy';
import type { Permission } from '../session';
import { Patients } from './patients';

export interface PageProps {
  /** what the pattern of the path names: `id` of `/patients/:id` */
  params: Record<string, string>;
  query: URLSearchParams;
  /** what was typed, which is in no address */
  notes: Readonly<Record<string, string>>;
}

interface Page {
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
/** Nor does everybody administer, and the own account is seldom looked at. */
const ofBackOffice = (name: Exclude<keyof typeof import('./back-office'), 'Enrol' | 'SetPassword'>) =>
  lazy<PageProps>(async () => {
    const [pages] = await Promise.all([import('./back-office'), speakOffice()]);
    return pages[name];
  });

/** What is made for paper alone. */
const ofPaper = (name: keyof typeof import('./paper')) => lazy<PageProps>(async () => (await import('./paper'))[name]);

const PatientPage = lazy<PageProps>(async () => (await import('./patient')).PatientPage);
const NewPatient = lazy<PageProps>(async () => (await import('./patient-edit')).NewPatient);
const EditPatient = lazy<PageProps>(async () => (await import('./patient-edit')).EditPatient);
const NotePage = lazy<PageProps>(async () => (await import('./note')).NotePage);
const MergePage = lazy<PageProps>(async () => (await import('./patient-merge')).MergePage);

/** Who may change something there, or read what others may not. */
const ADMINISTER: readonly Permission[] = [
  'account:read',
  'doctor:update',
  'department:update',
  'catalog:update',
  'client:read',
  'webhook:read',
  'audit:read',
];

/** Each page is a file of this folder and a line here; people begin at the first one. */
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
  { path: '/admin', page: ofBackOffice('Overview'), title: (t) => t.admin.title, needs: ADMINISTER, menu: true },
  { path: '/admin/people', page: ofBackOffice('People'), title: (t) => t.people.title, needs: ['account:read'] },
  { path: '/admin/people/:id', page: ofBackOffice('Person'), title: (t) => t.people.one, needs: ['account:read'] },
  { path: '/admin/doctors', page: ofBackOffice('Doctors'), title: (t) => t.doctors.title, needs: ['doctor:update'] },
  {
    path: '/admin/doctors/new',
    page: ofBackOffice('NewDoctor'),
    title: (t) => t.doctors.add,
    needs: ['doctor:create'],
  },
  {
    path: '/admin/doctors/:id',
    page: ofBackOffice('DoctorPage'),
    title: (t) => t.doctors.one,
    needs: ['doctor:update'],
  },
  {
    path: '/admin/doctors/:id/hours',
    page: ofBackOffice('Hours'),
    title: (t) => t.hours.title,
    needs: ['hours:update'],
  },
  {
    path: '/admin/departments',
    page: ofBackOffice('Departments'),
    title: (t) => t.departments.title,
    needs: ['department:update'],
  },
  {
    path: '/admin/departments/new',
    page: ofBackOffice('NewDepartment'),
    title: (t) => t.departments.add,
    needs: ['department:create'],
  },
  {
    path: '/admin/departments/:id',
    page: ofBackOffice('DepartmentPage'),
    title: (t) => t.departments.one,
    needs: ['department:update'],
  },
  { path: '/admin/types', page: ofBackOffice('Types'), title: (t) => t.types.title, needs: ['hours:update'] },
  { path: '/admin/types/new', page: ofBackOffice('NewType'), title: (t) => t.types.add, needs: ['hours:update'] },
  { path: '/admin/types/:id', page: ofBackOffice('TypePage'), title: (t) => t.types.one, needs: ['hours:update'] },
  { path: '/admin/rooms', page: ofBackOffice('Rooms'), title: (t) => t.rooms.title, needs: ['resource:update'] },
  { path: '/admin/rooms/new', page: ofBackOffice('NewRoom'), title: (t) => t.rooms.add, needs: ['resource:create'] },
  { path: '/admin/rooms/:id', page: ofBackOffice('RoomPage'), title: (t) => t.rooms.one, needs: ['resource:update'] },
  { path: '/admin/prices', page: ofBackOffice('Prices'), title: (t) => t.prices.title, needs: ['catalog:update'] },
  { path: '/admin/prices/new', page: ofBackOffice('NewPrice'), title: (t) => t.prices.add, needs: ['catalog:create'] },
  { path: '/admin/prices/:id', page: ofBackOffice('PricePage'), title: (t) => t.prices.one, needs: ['catalog:update'] },
  { path: '/admin/programs', page: ofBackOffice('Programs'), title: (t) => t.programs.title, needs: ['client:read'] },
  {
    path: '/admin/programs/new',
    page: ofBackOffice('NewProgram'),
    title: (t) => t.programs.add,
    needs: ['client:create'],
  },
  {
    path: '/admin/programs/:id',
    page: ofBackOffice('ProgramPage'),
    title: (t) => t.programs.one,
    needs: ['client:read'],
  },
  { path: '/admin/webhooks', page: ofBackOffice('Webhooks'), title: (t) => t.webhooks.title, needs: ['webhook:read'] },
  {
    path: '/admin/webhooks/new',
    page: ofBackOffice('NewWebhook'),
    title: (t) => t.webhooks.add,
    needs: ['webhook:create'],
  },
  {
    path: '/admin/webhooks/:id',
    page: ofBackOffice('WebhookPage'),
    title: (t) => t.webhooks.one,
    needs: ['webhook:read'],
  },
  {
    path: '/admin/webhooks/:id/deliveries',
    page: ofBackOffice('Deliveries'),
    title: (t) => t.webhooks.one,
    needs: ['webhook:read'],
  },
  {
    path: '/admin/messages',
    page: ofBackOffice('Messages'),
    title: (t) => t.messages.title,
    needs: ['messaging:read'],
  },
  { path: '/admin/audit', page: ofBackOffice('Audit'), title: (t) => t.audit.title, needs: ['audit:read'] },
  { path: '/admin/access', page: ofBackOffice('Access'), title: (t) => t.access.title, needs: ['audit:read'] },
  { path: '/admin/settings', page: ofBackOffice('SettingsPage'), title: (t) => t.settings.title, needs: ADMINISTER },
];
