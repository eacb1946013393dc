import { ERROR_CODES } from '../../src/error-codes';
import { columnsOf } from '../../src/imports/reading-back';
import { appointmentColumns } from '../../src/resources/appointment/columns';
import { summaryColumns } from '../../src/resources/calendar-summary/columns';
import { PAYMENT_COLUMNS, SUMMARY_COLUMNS, summaryRows } from '../../src/resources/cash-report/columns';
import { CATALOG_COLUMNS } from '../../src/resources/catalog/columns';
import { DOCTOR_COLUMNS } from '../../src/resources/doctor/columns';
import { INVOICE_COLUMNS } from '../../src/resources/invoice/columns';
import { invoiceSummaryColumns } from '../../src/resources/invoice-summary/columns';
import { PATIENT_COLUMNS } from '../../src/resources/patient/columns';
import { type Columns, csvHead, csvLines } from '../../src/rules/csv';
import * as imported from './imports';
import * as people from './people';
import * as visit from './visit';

export interface OperationExamples {
  /** the JSON body, also of a form unless `form` is given */
  body?: unknown;
  form?: unknown;
  /** several bodies, by name */
  bodies?: Record<string, unknown>;
  /** all fields: each answer takes of it what its schema has */
  answer?: unknown;
  /** the answer as a table */
  csv?: string;
  /** by status, where not made of `answer` */
  answers?: Record<string, unknown>;
}

const { patient, doctor, department, account, client, file } = people;
const { appointment, appointmentType, creditNote, item, invoice, note, payment, room, series, webhook } = visit;

const PASSWORD = 'correct horse';
const named = { first_name: patient.first_name, last_name: patient.last_name, gender: patient.gender };
const erik = { first_name: doctor.first_name, last_name: doctor.last_name, license_number: doctor.license_number };
const credentials = { email: account.email, password: PASSWORD };
const page = <T>(data: T[]) => ({ total: data.length, offset: 0, limit: 100, data });
const updated = (record: object, what: string) => ({ ...record, message: `${what} updated successfully` });
const deleted = (what: string) => ({ answer: { message: `${what} deleted successfully` } });
const csv = <Row>(columns: Columns<Row>, rows: Row[]) => csvHead(columns) + csvLines(columns, rows);
const settled = { ...payment, invoice };
const receipt = { ...settled, account: visit.listedPayment.account, patient, tax_id: invoice.tax_id };
const final = { ...note, status: 'final', addenda: [], updated_at: note.signed_at };
const begun = { ...final, status: 'draft', signed_at: null, updated_at: note.created_at };
const credited = { ...creditNote, items: [], discount_percent: 0, invoice, patient, tax_id: 'SE556677889901' };

const plannedSeries = {
  ...{ patient_id: patient.id, doctor_id: doctor.id, department_id: department.id },
  ...{ schedule: '2027-06-07T09:30', expected_duration_minutes: 30, every_weeks: 2, count: 3, on_conflict: 'skip' },
};

const auth: Record<string, OperationExamples> = {
  getCurrentUser: { answer: account },
  issueToken: {
    form: {
      grant_type: 'client_credentials',
      client_id: 'f2f0b7de-8f0c-4a53-9d55-0c1f2a6a3a11',
      client_secret: 'hs_b0cGhlbGxvIHRoZXJlIG5vdCBhIHNlY3JldCBhdCBhbGw',
      scope: 'system/Appointment.rs',
    },
    answer: { ...people.tokens, scope: 'system/Appointment.rs' },
    answers: {
      400: { error: 'invalid_scope', error_description: 'The client has none of these scopes' },
      401: { error: 'invalid_client', error_description: 'Client authentication failed' },
      429: { error: 'temporarily_unavailable', error_description: 'Too many requests from this address' },
      500: { error: 'server_error', error_description: 'Internal server error' },
      503: { error: 'temporarily_unavailable', error_description: 'Storage is briefly unavailable' },
    },
  },
  signUp: { body: { ...credentials, full_name: account.full_name }, answer: account },
  login: {
    bodies: {
      'for all that the role allows': credentials,
      'to read appointments': { ...credentials, scope: 'user/Appointment.rs' },
    },
    form: { grant_type: 'password', username: account.email, password: PASSWORD },
    answer: people.tokens,
    answers: { 401: { detail: ERROR_CODES.unauthenticated.totp_required[1], code: 'totp_required' } },
  },
  refresh: { body: { refresh_token: people.tokens.refresh_token }, answer: people.tokens },
  logout: { body: { refresh_token: people.tokens.refresh_token } },
  getSecondFactor: { answer: { enabled: true, enabled_at: '2027-01-04T08:01:12.530Z', recovery_codes_left: 9 } },
  setUpSecondFactor: {
    body: { password: PASSWORD },
    answer: {
      secret: 'JBSWY3DPEHPK3PXP',
      otpauth_uri: 'otpauth://totp/Hospital:nina@clinic.example?secret=JBSWY3DPEHPK3PXP&issuer=Hospital',
    },
  },
  confirmSecondFactor: { body: { totp: '492 039' }, answer: { recovery_codes: ['k7qm-2xvd-9h3t', 'p4wn-8ybc-5r6j'] } },
  disableSecondFactor: { body: { password: PASSWORD, totp: '492 039' } },
  setOwnPassword: { body: { old_password: PASSWORD, new_password: 'battery staple 4' } },
  patchCurrentUser: { body: { email: account.email, current_password: PASSWORD }, answer: account },
  listUsers: { answer: [account] },
  inviteUser: {
    body: { email: account.email, type: account.type, full_name: account.full_name },
    answer: people.invited,
  },
  patchUser: { body: { type: account.type, disabled: false }, answer: account },
  listSessions: { answer: [people.session] },
  listUserSessions: { answer: [people.userSession] },
  resetPassword: { answer: people.invited },
  forgotPassword: { body: { email: account.email } },
  setPasswordByToken: { body: { token: people.invited.token, password: PASSWORD } },
  createClient: {
    bodies: {
      'with a secret': { name: client.name, scope: client.scope, secret: true },
      'with keys': { name: 'Warehouse', scope: 'system/*.rs', jwks: people.jwks },
    },
    answer: client,
  },
  listClients: { answer: [client] },
  getClient: { answer: client },
  patchClient: { body: { scope: client.scope, expires_at: null }, answer: client },
  deleteClient: deleted('Client'),
  renewClientSecret: {
    body: { revoke_old: false },
    answer: { ...client, former_secret_until: '2027-03-02T10:00:00.000Z' },
  },
  createFeed: { body: { doctor_id: doctor.id }, answer: people.feed },
  listFeeds: { answer: [people.feed] },
  deleteFeed: deleted('Feed'),
  getFeed: {},
};

const messages: Record<string, OperationExamples> = {
  getMessageRules: { answer: visit.messageRules },
  updateMessageRules: { body: visit.messageRules, answer: visit.messageRules },
  listMessages: { answer: [visit.listedMessage] },
  getMessage: { answer: visit.message },
  reportMessage: {
    body: { state: 'sent' },
    answer: { ...visit.listedMessage, state: 'sent', ended_at: '2027-02-28T09:30:04.120Z' },
  },
  getUnsubscribePage: {},
  unsubscribe: {},
};

const webhooks: Record<string, OperationExamples> = {
  createWebhook: {
    body: { url: webhook.url, types: webhook.types, description: webhook.description },
    answer: webhook,
  },
  listWebhooks: { answer: [webhook] },
  getWebhook: { answer: webhook },
  patchWebhook: { body: { types: webhook.types, disabled: false }, answer: webhook },
  deleteWebhook: deleted('Webhook'),
  renewWebhookSecret: {
    body: { revoke_old: false },
    answer: { ...webhook, former_secret_until: '2027-03-02T10:00:00.000Z' },
  },
  testWebhook: { answer: { delivered: true, status: 204, ms: 87 } },
  listWebhookDeliveries: { answer: [visit.delivery] },
  resendEvents: { body: { after: visit.event.id }, answer: { ...webhook, behind: 212 } },
};

const imports: Record<string, OperationExamples> = {
  createImport: {
    body: {
      entity: 'patient',
      source: imported.done.source,
      mapping: imported.done.mapping,
      date_order: imported.done.date_order,
    },
    answer: imported.draft,
  },
  listImports: { answer: [imported.done] },
  getImport: { answer: imported.done },
  patchImport: { body: { mapping: imported.done.mapping }, answer: imported.draft },
  updateImportFile: { answer: { ...imported.draft, state: 'ready', size: imported.done.size } },
  getImportPreview: { answer: imported.preview },
  runImport: {
    body: { dry_run: true },
    answer: { ...imported.done, state: 'checking', dry_run: true, read: 0, ...imported.NONE },
  },
  listImportRows: {
    answer: [imported.importRow],
    csv: csv(columnsOf({ shape: { columns: imported.preview.columns } }), [imported.importRow]),
  },
  deleteImport: deleted('Import'),
};

const departments: Record<string, OperationExamples> = {
  createDepartment: { body: department, answer: department },
  listDepartments: { answer: [department] },
  getDepartment: { answer: department },
  updateDepartment: { body: department, answer: department },
  patchDepartment: { body: { description: department.description }, answer: department },
  deleteDepartment: deleted('Department'),
};

const patients: Record<string, OperationExamples> = {
  createPatient: { body: patient, answer: patient },
  listPatients: { answer: [patient], csv: csv(PATIENT_COLUMNS.reduced, [patient]) },
  getPatientByRegNumber: { answer: patient },
  getPatient: { answer: patient },
  updatePatient: {
    body: { ...named, phone_number: patient.phone_number },
    answer: updated(patient, 'Patient'),
  },
  patchPatient: {
    body: { phone_number: patient.phone_number, middle_name: null },
    answer: updated(patient, 'Patient'),
  },
  deletePatient: deleted('Patient'),
  listNotes: { answer: [visit.note] },
  listDuplicatePatients: { answer: [people.duplicate] },
  mergePatient: { body: { from: people.merge.from.id, take: ['phone_number'] }, answer: people.merge },
  unmergePatient: {
    body: { from: people.merge.from.id },
    answer: { ...people.merge, undo_until: undefined },
  },
};

const doctors: Record<string, OperationExamples> = {
  createDoctor: { body: { ...doctor, user: { ...doctor.user, password: 'long-enough!' } }, answer: doctor },
  listDoctors: { answer: [doctor], csv: csv(DOCTOR_COLUMNS.reduced, [doctor]) },
  getDoctorByRegNumber: { answer: doctor },
  getDoctor: { answer: doctor },
  updateDoctor: {
    body: { ...erik, consultation_fee: doctor.consultation_fee, user: { email: doctor.user.email } },
    answer: updated(doctor, 'Doctor'),
  },
  patchDoctor: {
    body: { consultation_fee: doctor.consultation_fee, user: { phone_number: doctor.user.phone_number } },
    answer: updated(doctor, 'Doctor'),
  },
  deleteDoctor: deleted('Doctor'),
  handOverNotes: { body: { to: doctor.id }, answer: { handed_over: 3, left: 0 } },
};

const files: Record<string, OperationExamples> = {
  uploadFile: {
    form: { entity_id: patient.id, type: file.type, file: '(the bytes of blood-test.pdf)' },
    answer: file,
  },
  deleteFile: { answer: 'File deleted successfully' },
  listFiles: { answer: [people.listedFile] },
  getFile: {},
};

const { retired_at: _, ...offered } = { ...appointmentType, retired: false };

const calendar: Record<string, OperationExamples> = {
  createAppointment: { body: appointment, answer: appointment },
  listAppointments: { answer: [appointment], csv: csv(appointmentColumns('UTC'), [appointment]) },
  getAppointment: { answer: appointment },
  patchAppointment: {
    bodies: {
      move: { schedule: appointment.schedule, expected_duration_minutes: appointment.expected_duration_minutes },
      cancel: { status: 'CANCELLED', cancel_reason: 'The patient has the flu' },
    },
    answer: appointment,
  },
  createAppointmentSeries: {
    bodies: {
      'three visits, as far as they are free': plannedSeries,
      'until a day, only to see': { ...plannedSeries, count: undefined, until: '2027-07-16', dry_run: true },
    },
    answer: series,
    answers: {
      200: { appointments: series.appointments.map(({ schedule }) => ({ schedule })), skipped: series.skipped },
    },
  },
  getAppointmentSeries: { answer: series },
  cancelAppointmentSeries: {
    body: { from: '2027-06-21', cancel_reason: 'The patient has moved away' },
    answer: { cancelled: 1, ids: series.appointments.slice(1).map(({ id }) => id) },
  },
  getNote: { answer: note },
  updateNote: { body: { text: note.text }, answer: begun },
  signNote: { answer: final },
  createAddendum: { body: { text: note.addenda[0]?.text }, answer: note },
  getWorkingHours: { answer: visit.hours },
  updateWorkingHours: { body: visit.hours, answer: visit.hours },
  createHold: {
    bodies: {
      'a slot': { doctor_id: doctor.id, department_id: department.id, schedule: visit.slot.schedule, minutes: 30 },
      'of a program, for a visitor of a website': {
        ...{ doctor_id: doctor.id, type_id: visit.hold.type_id, schedule: visit.slot.schedule },
        ...{ ttl: 600, on_behalf_of: '203.0.113.7' },
      },
    },
    answer: visit.hold,
  },
  deleteHold: deleted('Hold'),
  getClosures: { answer: visit.closures },
  updateClosures: { body: visit.closures, answer: visit.closures },
  createAppointmentType: { body: offered, answer: appointmentType },
  listAppointmentTypes: { answer: [appointmentType] },
  getAppointmentType: { answer: appointmentType },
  updateAppointmentType: { body: offered, answer: appointmentType },
  patchAppointmentType: {
    bodies: { 'longer buffers': { buffer_before: 5, buffer_after: 10 }, retire: { retired: true } },
    answer: appointmentType,
  },
  deleteAppointmentType: deleted('Appointment type'),
  createCalendarResource: { body: room, answer: room },
  listCalendarResources: { answer: [room] },
  getCalendarResource: { answer: room },
  updateCalendarResource: { body: room, answer: room },
  patchCalendarResource: { body: { name: room.name }, answer: room },
  deleteCalendarResource: deleted('Calendar resource'),
  listHours: { answer: visit.dayHours },
  listSlots: { answer: [visit.slot] },
  getCalendarSummary: {
    answer: visit.calendarSummary,
    csv: csv(summaryColumns('doctor'), visit.calendarSummary.rows),
  },
};

const draft = { ...invoice, status: 'ISSUED', paid_amount: 0 };

const money: Record<string, OperationExamples> = {
  createInvoice: { body: draft, answer: invoice },
  listInvoices: { answer: page([invoice]), csv: csv(INVOICE_COLUMNS, [invoice]) },
  getInvoice: { answer: invoice },
  updateInvoice: { body: { patient_id: patient.id, status: 'PAID', paid_amount: 153 }, answer: invoice },
  patchInvoice: { body: { due_date: invoice.due_date, discount_percent: 10 }, answer: invoice },
  createPayment: { body: { ...payment, paid_at: null }, answer: settled },
  createCreditNote: {
    bodies: {
      'by an amount': { amount: creditNote.amount, reason: creditNote.reason },
      'by a line': { items: [{ catalog_id: item.id, quantity: 1 }], reason: 'One of two was not made' },
    },
    answer: credited,
  },
  listCreditNotes: { answer: [creditNote] },
  getCreditNote: { answer: credited },
  listPayments: { answer: [payment] },
  listAllPayments: { answer: [visit.listedPayment], csv: csv(PAYMENT_COLUMNS, [visit.listedPayment]) },
  getPaymentSummary: { answer: visit.summary, csv: csv(SUMMARY_COLUMNS, summaryRows(visit.summary)) },
  getInvoiceSummary: {
    answer: visit.invoiceSummary,
    csv: csv(invoiceSummaryColumns(visit.invoiceSummary.group_by), visit.invoiceSummary.rows),
  },
  getPayment: { answer: receipt },
  createCatalogItem: { body: item, answer: item },
  listCatalogItems: { answer: page([item]), csv: csv(CATALOG_COLUMNS, [item]) },
  getCatalogItem: { answer: item },
  updateCatalogItem: { body: item, answer: item },
  patchCatalogItem: { body: { default_price: item.default_price }, answer: item },
  deleteCatalogItem: deleted('Catalog item'),
};

const checks = {
  settings: 'ok',
  database: 'ok',
  migrations: 'ok',
  files: 'ok',
  queue: 'ok',
  limits: 'ok',
};

const operations: Record<string, OperationExamples> = {
  listAuditTrail: { answer: [visit.auditEntry] },
  listAccessDays: { answer: [visit.accessDay] },
  listLooks: { answer: [visit.accessEntry] },
  listEvents: { answer: [visit.event] },
  getSettings: {
    answer: {
      currency: 'USD',
      currency_decimals: 2,
      time_zone: 'Europe/Stockholm',
      date_order: 'day-month',
      tax_included: true,
      tax_id: 'SE556677889901',
      hospital_name: 'Harbour Clinic',
      hospital_address: 'Strandvägen 7\n114 56 Stockholm\n+46 8 123 45 67\nharbour.clinic.example',
      mail: true,
      permissions: ['patient:read', 'appointment:read'],
    },
  },
  getHealth: { answer: { status: 'ok' } },
  getReadiness: {
    answer: { status: 'ok', checks },
    answers: { 503: { status: 'unavailable', checks: { ...checks, files: 'timeout' } } },
  },
};

export const OPERATION_EXAMPLES: Record<string, OperationExamples> = {
  ...auth,
  ...webhooks,
  ...imports,
  ...messages,
  ...departments,
  ...patients,
  ...doctors,
  ...files,
  ...calendar,
  ...money,
  ...operations,
};
