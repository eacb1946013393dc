import { appointment } from './appointment.ts';
import { appointmentSeries } from './appointment-series.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { calendar } from './calendar.ts';
import { calendarResources } from './calendar-resources.ts';
import { calendarSummary } from './calendar-summary.ts';
import { cashReport } from './cash-report.ts';
import { catalog } from './catalog.ts';
import { clients } from './clients.ts';
import { closures } from './closures.ts';
import { creditNote } from './credit-note.ts';
import { department } from './department.ts';
import { doctor } from './doctor.ts';
import { event } from './event.ts';
import { feeds } from './feeds.ts';
import { file } from './file.ts';
import { frontDesk } from './front-desk.ts';
import { health } from './health.ts';
import { hold } from './hold.ts';
import { imports } from './imports.ts';
import { invoice } from './invoice.ts';
import { messages } from './messages.ts';
import { note } from './note.ts';
import { patient } from './patient.ts';
import { payment } from './payment.ts';
import type { Operations } from './record.ts';
import { settings } from './settings.ts';
import { webhook } from './webhook.ts';
import { workingHours } from './working-hours.ts';

/**
 * One record for each operation of the service. bench/latency reads them too, in plain Node: the files of this folder
 * import nothing that needs workerd, and name what they import with its extension.
 */
export const OPERATIONS: Operations = {
  ...auth,
  ...frontDesk,
  ...clients,
  ...feeds,
  ...department,
  ...patient,
  ...doctor,
  ...file,
  ...appointment,
  ...calendar,
  ...note,
  ...workingHours,
  ...hold,
  ...closures,
  ...calendarResources,
  ...appointmentSeries,
  ...calendarSummary,
  ...invoice,
  ...payment,
  ...creditNote,
  ...cashReport,
  ...catalog,
  ...audit,
  ...event,
  ...webhook,
  ...imports,
  ...settings,
  ...messages,
  ...health,
};
