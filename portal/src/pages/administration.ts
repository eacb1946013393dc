import { speakOffice } from '../i18n';
import { lazy } from '../lazy';
import type { Permission } from '../session';
import type { Page, PageProps } from './index';

/** Not everybody administers, and the own account is seldom looked at. */
export const ofBackOffice = (name: Exclude<keyof typeof import('./back-office'), 'Enrol' | 'SetPassword'>) =>
  lazy<PageProps>(async () => {
    const [pages] = await Promise.all([import('./back-office'), speakOffice()]);
    return pages[name];
  });

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

/** The pages below /admin. */
export const ADMINISTRATION: readonly Page[] = [
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
  { path: '/admin/imports', page: ofBackOffice('Imports'), title: (t) => t.imports.title, needs: ['import:run'] },
  { path: '/admin/imports/new', page: ofBackOffice('NewImport'), title: (t) => t.imports.add, needs: ['import:run'] },
  { path: '/admin/imports/:id', page: ofBackOffice('ImportPage'), title: (t) => t.imports.one, needs: ['import:run'] },
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
