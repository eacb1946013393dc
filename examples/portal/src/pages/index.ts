import type { ComponentType } from 'preact';
import type { Messages } from '../i18n/en';
import type { Permission } from '../session';
import { Booking } from './booking';
import { Calendar } from './calendar';

export interface PageProps {
  /** what the pattern of the path names: `id` of `/patients/:id` */
  params: Record<string, string>;
  query: URLSearchParams;
}

interface Page {
  path: string;
  page: ComponentType<PageProps>;
  title: (messages: Messages) => string;
  needs: Permission;
  /** whether the main menu has it */
  menu?: true;
}

/** Each page is a file of this folder and a line here; people begin at the first one. */
export const PAGES: readonly Page[] = [
  { path: '/', page: Calendar, title: (t) => t.calendar.title, needs: 'appointment:read', menu: true },
  { path: '/booking', page: Booking, title: (t) => t.booking.menu, needs: 'appointment:create', menu: true },
];
