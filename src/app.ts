import { Hono } from 'hono';
import { BASE_PATH } from './fhir/http/deployment';
import { fhirRoutes } from './fhir/http/routes';
import { answerSmartConfiguration } from './fhir/http/smart';
import { commonHeaders, crossOrigin, securityHeaders } from './http/common-headers';
import type { AppEnv } from './http/context';
import { onError } from './http/errors';
import { notFound } from './http/not-found';
import { requestLog } from './http/request-log';
import { appointmentRoutes, CALENDAR, calendarRoutes } from './resources/appointment/routes';
import { auditRoutes } from './resources/audit/routes';
import { authRoutes } from './resources/auth/routes';
import { cashReportRoutes } from './resources/cash-report/routes';
import { catalogRoutes } from './resources/catalog/routes';
import { closuresRoutes } from './resources/closures/routes';
import { creditNoteRoutes } from './resources/credit-note/routes';
import { departmentRoutes } from './resources/department/routes';
import { doctorRoutes } from './resources/doctor/routes';
import { fileRoutes } from './resources/file/routes';
import { healthRoutes } from './resources/health/routes';
import { invoiceRoutes } from './resources/invoice/routes';
import { invoiceSummaryRoutes } from './resources/invoice-summary/routes';
import { patientRoutes } from './resources/patient/routes';
import { paymentRoutes } from './resources/payment/routes';
import { settingsRoutes } from './resources/settings/routes';
import { workingHoursRoutes } from './resources/working-hours/routes';

export const app = new Hono<AppEnv>({ strict: false });
app.onError(onError);

app.use(requestLog, commonHeaders, securityHeaders, crossOrigin);

app.route('/auth', authRoutes);
app.route('/department', departmentRoutes);
app.route('/patient', patientRoutes);
app.route('/doctor', doctorRoutes);
app.route('/static', fileRoutes);
app.route('/appointment', appointmentRoutes);
app.route(CALENDAR, calendarRoutes);
app.route('/calendar', workingHoursRoutes);
app.route('/calendar', closuresRoutes);
app.route('/invoice', invoiceSummaryRoutes); // before those of `/invoice/{id}`
app.route('/invoice', invoiceRoutes);
app.route('/invoice', paymentRoutes);
app.route('/invoice', creditNoteRoutes);
app.route('/payment', cashReportRoutes);
app.route('/catalog', catalogRoutes);
app.route('/audit', auditRoutes);
app.route('/settings', settingsRoutes);
app.route('/health', healthRoutes);
app.route(BASE_PATH, fhirRoutes);
app.get('/.well-known/smart-configuration', answerSmartConfiguration);
app.get('/', (c) => c.redirect('/docs', 302));
app.notFound(notFound(app)); // when all routes are there, whose methods it names
