import type { ComponentType } from 'preact';
import type { Messages } from '../i18n/en';
import { lazy } from '../lazy';
import type { Permission } from '../session';
import { Calendar } from './calendar';
import { PatientPage } from './patient';
import { EditPatient, NewPatient } from './patient-edit';
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
  page: ComponentType<PageProps>;
  title: (messages: Messages) => string;
  needs: Permission;
  /** whether the main menu has it */
  menu?: true;
}

/** Not everybody who signs in works with money. */
const ofCounter = (name: keyof typeof import('./counter')) => lazy(async () => (await import('./counter'))[name]);

const Booking = lazy<PageProps>(async () => (await import('./booking')).Booking);
const Closures = lazy<PageProps>(async () => (await import('./closures')).Closures);
const MergePage = lazy<PageProps>(async () => (await import('./patient-merge')).MergePage);

/** Each page is a file of this folder and a line here; people begin at the first one. */
export const PAGES: readonly Page[] = [
  { path: '/', page: Calendar, title: (t) => t.calendar.title, needs: 'appointment:read', menu: true },
  { path: '/closures', page: Closures, title: (t) => t.closures.title, needs: 'hours:update' },
  { path: '/booking', page: Booking, title: (t) => t.booking.menu, needs: 'appointment:create', menu: true },
  { path: '/patients', page: Patients, title: (t) => t.patients.title, needs: 'patient:read', menu: true },
  { path: '/patients/new', page: NewPatient, title: (t) => t.patient.newTitle, needs: 'patient:create' },
  { path: '/patients/:id', page: PatientPage, title: (t) => t.patient.title, needs: 'patient:read' },
  { path: '/patients/:id/edit', page: EditPatient, title: (t) => t.patient.editTitle, needs: 'patient:update' },
  {
    path: '/patients/:id/merge',
    page: MergePage,
    title: (t) => t.merge.title,
    needs: 'patient:merge',
  },
  {
    path: '/invoices',
    page: ofCounter('Invoices'),
    title: (t) => t.billing.title,
    needs: 'payment:create',
    menu: true,
  },
  { path: '/invoices/new', page: ofCounter('NewInvoice'), title: (t) => t.invoice.newTitle, needs: 'invoice:create' },
  { path: '/invoices/:id', page: ofCounter('InvoicePage'), title: (t) => t.invoice.title, needs: 'invoice:read' },
  {
    path: '/invoices/:id/edit',
    page: ofCounter('EditInvoice'),
    title: (t) => t.invoice.editTitle,
    needs: 'invoice:update',
  },
  {
    path: '/invoices/:id/payments/:payment',
    page: ofCounter('Receipt'),
    title: (t) => t.billing.receipt,
    needs: 'payment:read',
  },
  { path: '/cash', page: ofCounter('CashReport'), title: (t) => t.cash.title, needs: 'payment:report', menu: true },
];
