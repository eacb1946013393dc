import { Hono } from 'hono';
import type { AppEnv } from './http/context';
import { crossOrigin, envelope, securityHeaders } from './http/envelope';
import { onError } from './http/errors';
import { notFound } from './http/not-found';
import { requestLog } from './http/request-log';
import { appointmentRoutes } from './resources/appointment/routes';
import { auditRoutes } from './resources/audit/routes';
import { authRoutes } from './resources/auth/routes';
import { CALENDAR, calendarRoutes } from './resources/calendar/routes';
import { catalogRoutes } from './resources/catalog/routes';
import { departmentRoutes } from './resources/department/routes';
import { doctorRoutes } from './resources/doctor/routes';
import { fileRoutes } from './resources/file/routes';
import { healthRoutes } from './resources/health/routes';
import { invoiceRoutes } from './resources/invoice/routes';
import { patientRoutes } from './resources/patient/routes';
import { paymentRoutes } from './resources/payment/routes';
import { settingsRoutes } from './resources/settings/routes';
import { workingHoursRoutes } from './resources/working-hours/routes';

const base = new Hono<AppEnv>({ strict: false });
base.onError(onError);

/** Chained, so that `AppType` knows every route for typed clients. */
export const app = base
  .use(requestLog)
  .use(envelope)
  .use(securityHeaders)
  .use(crossOrigin)
  .route('/auth', authRoutes)
  .route('/department', departmentRoutes)
  .route('/patient', patientRoutes)
  .route('/doctor', doctorRoutes)
  .route('/static', fileRoutes)
  .route('/appointment', appointmentRoutes)
  .route(CALENDAR, calendarRoutes)
  .route('/calendar', workingHoursRoutes)
  .route('/invoice', invoiceRoutes)
  .route('/invoice', paymentRoutes)
  .route('/catalog', catalogRoutes)
  .route('/audit', auditRoutes)
  .route('/settings', settingsRoutes)
  .route('/health', healthRoutes);

export type AppType = typeof app;

base.get('/', (c) => c.redirect('/docs', 302));
base.notFound(notFound(base));
