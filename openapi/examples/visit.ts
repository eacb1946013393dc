import type { FullAppointment } from '../../src/resources/appointment/schemas';
import type { AppointmentSeries } from '../../src/resources/appointment-series/schemas';
import type { AppointmentType } from '../../src/resources/appointment-type/schemas';
import type { AccessDay, AccessEntry, NamedAuditEntry } from '../../src/resources/audit/schemas';
import type { CalendarResource } from '../../src/resources/calendar-resource/schemas';
import type { CalendarSummary } from '../../src/resources/calendar-summary/schemas';
import type { ListedPayment, PaymentSummary } from '../../src/resources/cash-report/schemas';
import type { CatalogItem } from '../../src/resources/catalog/schemas';
import type { Closures } from '../../src/resources/closures/schemas';
import type { CreditNote } from '../../src/resources/credit-note/schemas';
import type { Hold } from '../../src/resources/hold/schemas';
import type { FullInvoice } from '../../src/resources/invoice/full';
import type { InvoiceSummary } from '../../src/resources/invoice-summary/schemas';
import type { ListedMessage, Message } from '../../src/resources/message/schemas';
import type { MessageRules } from '../../src/resources/message-rules/schemas';
import type { Note } from '../../src/resources/note/schemas';
import type { Payment } from '../../src/resources/payment/schemas';
import type { WebhookDelivery, WebhookWithSecret } from '../../src/resources/webhook/schemas';
import type { DayHours, DoctorHours, Slot } from '../../src/resources/working-hours/schemas';
import type { Event } from '../../src/schemas/event';
import { account, department, doctor, patient, session } from './people';

// Anna Svensson's visit to the hospital of people.ts.
const REQUEST_ID = '0d6f4bb1-6c1c-4a35-8f0e-4f8f2d4f6c55';
const SCHEDULE = '2027-03-01T09:30:00';

export const appointment: FullAppointment = {
  id: '8405c7ae-8c6b-4f1b-aa5a-c8b267308730',
  type: 'OPD',
  status: 'SCEDULED',
  patient_id: patient.id,
  doctor_id: doctor.id,
  department_id: department.id,
  schedule: SCHEDULE,
  is_follow_up: false,
  expected_duration_minutes: 30,
  reason: 'Chest pain on the stairs',
  notes: 'Asked for an interpreter',
  tags: ['interpreter'],
  cancel_reason: null,
  created_at: '2027-02-22T13:55:02.911Z',
  updated_at: '2027-02-22T13:55:02.911Z',
  patient: { ...patient, allergy_count: patient.allergies?.length ?? null },
  doctor,
  department,
  messages: [
    {
      id: '5a0d9a54-2f0e-4c39-8d86-9a4c5b1f7e21',
      kind: 'reminder',
      channel: 'event',
      due_at: '2027-02-28T09:30:00.000Z',
      state: 'waiting',
      hours_before: 24,
    },
  ],
  files: [],
};

const { reason, notes, tags, files, patient: _, doctor: __, department: ___, messages: ____, ...planned } = appointment;

export const messageRules: MessageRules = {
  booked: true,
  reminders: [24],
  quiet: { from: '22:00', until: '07:00' },
  channel: 'event',
  shows: ['doctor'],
};

export const listedMessage: ListedMessage = {
  id: '5a0d9a54-2f0e-4c39-8d86-9a4c5b1f7e21',
  appointment_id: appointment.id,
  patient_id: patient.id,
  kind: 'reminder',
  hours_before: 24,
  channel: 'event',
  due_at: '2027-02-28T09:30:00.000Z',
  state: 'waiting',
  ended_at: null,
};
export const message: Message = {
  ...listedMessage,
  language: 'en',
  text: 'Harbour Clinic: You have an appointment on Monday, March 1, 2027 at 9:30 AM.\nDr. Greta Lindqvist',
  phone_number: '070-123 45 67',
};

const SERIES_ID = 'b1f6a0a6-58b7-4d0c-9a3e-2a1d1f0f7c35';
/** Physiotherapy every other week, of which the third visit falls into a leave. */
export const series: AppointmentSeries = {
  id: SERIES_ID,
  patient_id: patient.id,
  every_weeks: 2,
  appointments: ['2027-06-07T09:30', '2027-06-21T09:30'].map((schedule, n) => ({
    ...planned,
    id: `1c9f4f0e-2f4b-4a6f-8a37-0d6d5c1b7a0${n + 1}`,
    schedule,
    series_id: SERIES_ID,
  })),
  skipped: [
    {
      schedule: '2027-07-05T09:30',
      reason: 'closed',
      detail: 'No appointments are made at that time: Leave',
    },
  ],
};

const { id, reg_number, first_name, last_name } = doctor;
const author = { id, reg_number, first_name, last_name };
export const note: Note = {
  id: '3b0d7a52-6c1e-4f7a-9d38-52c7f0b1e64d',
  appointment_id: appointment.id,
  patient_id: patient.id,
  status: 'amended',
  title: null,
  text: 'Chest pain on exertion for two weeks, none at rest.\nECG: sinus rhythm, no ST changes.\nPlan: stress test, aspirin 75 mg.',
  author,
  signed_at: '2027-03-01T10:04:31.207Z',
  addenda: [{ text: 'Stress test normal.', author, signed_at: '2027-03-08T09:12:44.018Z' }],
  created_at: '2027-03-01T09:41:10.622Z',
  updated_at: '2027-03-08T09:12:44.018Z',
};

const morning = { from: '08:00', to: '12:00', department_id: department.id, slot_minutes: 30 };
export const hours: DoctorHours = {
  doctor_id: doctor.id,
  weekly: [
    { weekday: 1, ...morning },
    { weekday: 3, ...morning, from: '20:00', to: '06:00' },
  ],
  exceptions: [
    { date: '2027-12-24', off: true, hours: [], note: 'Christmas Eve' },
    { date: '2027-12-27', off: false, hours: [{ ...morning, to: '10:00' }], note: null },
  ],
};

export const closures: Closures = {
  closures: [
    { name: 'Midsummer', from: '2027-06-25', to: '2027-06-26', department_id: null, doctor_id: null },
    { name: 'Leave', from: '2027-07-05', to: '2027-07-30', department_id: null, doctor_id: doctor.id },
    {
      ...{ name: 'Power cut', from: '2027-03-02T13:00', to: '2027-03-02T15:00' },
      ...{ department_id: department.id, doctor_id: null },
    },
  ],
};

/** Of the Tuesday with the power cut. */
export const dayHours: DayHours[] = [
  {
    ...{
      doctor_id: doctor.id,
      date: '2027-03-02',
      from: '08:00',
      to: '14:00',
      department_id: department.id,
      slot_minutes: 30,
    },
    ...{ starts_at: '2027-03-02T08:00:00.000Z', ends_at: '2027-03-02T14:00:00.000Z' },
    closed: [{ name: 'Power cut', starts_at: '2027-03-02T13:00:00.000Z', ends_at: '2027-03-02T14:00:00.000Z' }],
  },
];

const sums = { completed: 121, to_come: 40, left_open: 1, no_show: 6, cancelled: 9, minutes: 4_320 };
export const calendarSummary: CalendarSummary = {
  ...{ from: '2027-03-01', to: '2027-03-31', group_by: 'doctor' },
  total: { appointments: 177, ...sums, hours_minutes: 5_520 },
  rows: [{ doctor, appointments: 177, ...sums, hours_minutes: 5_520 }],
};

export const slot: Slot = {
  doctor_id: doctor.id,
  department_id: department.id,
  schedule: '2027-03-01T10:00:00',
  expected_duration_minutes: 30,
  starts_at: '2027-03-01T09:00:00.000Z',
  ends_at: '2027-03-01T09:30:00.000Z',
};

export const hold: Hold = {
  id: '6f0d6a0b-3c0e-4d0f-8f2b-0a4f5f5c9b1e',
  doctor_id: slot.doctor_id,
  department_id: slot.department_id,
  type_id: '2b1a3f52-7d60-4c35-9a53-0c2a51d7b8e4',
  schedule: slot.schedule,
  expected_duration_minutes: slot.expected_duration_minutes,
  expires_at: '2027-02-22T14:00:02.911Z',
};

export const item: CatalogItem = {
  id: '19724f62-fcf7-4ba2-9250-321c104f0998',
  code: 'ECG',
  name: 'Electrocardiogram',
  default_price: 45,
  discount_percent: 0,
  discount_amount: 0,
  category: 'Cardiology',
  description: null,
  tags: ['heart'],
  created_at: '2027-01-04T08:20:31.664Z',
  updated_at: '2027-01-04T08:20:31.664Z',
};

export const room: CalendarResource = {
  id: '5d1a9c3e-2f4b-4c8d-9e6a-7b0f1c2d3e4f',
  name: 'Room 12, echocardiography',
  kind: 'Echo',
  department_id: department.id,
};

export const appointmentType: AppointmentType = {
  id: 'a9c41f6e-6d0b-4b7c-8f35-2e1d0c9b8a76',
  name: 'Echocardiography',
  minutes: 30,
  buffer_before: 5,
  buffer_after: 10,
  department_ids: [department.id],
  doctor_ids: [doctor.id],
  catalog_id: item.id,
  bookable_online: true,
  min_notice_hours: 24,
  needs: room.kind,
  retired_at: null,
};

const INVOICE_ID = 'cd2e0bf8-9121-4bb8-b022-fca3079cf3dc';

export const payment: Payment = {
  id: 'f75fda43-c268-43e3-8a85-6e381bd01eca',
  receipt_number: 'RCP-00000112',
  invoice_id: INVOICE_ID,
  amount: 100,
  method: 'card',
  reference: 'T-4711',
  paid_at: '2027-03-01T10:15:00',
  note: null,
  created_at: '2027-03-01T09:15:27.439Z',
};

const line = { code: null, catalog_id: null, quantity: 1, discount_percent: 0, discount_amount: 0 };
export const creditNote: CreditNote = {
  id: '6b0f5f0e-3a86-4f1e-9d39-0d0b0e5b6c11',
  reg_number: 'CRN-00000004',
  invoice_id: INVOICE_ID,
  amount: 20,
  taxes: [{ tax_percent: 8, net_amount: 10, tax_amount: 1 }],
  tax_amount: 1,
  reason: 'The consultation was shorter than planned',
  created_at: '2027-03-02T08:40:19.003Z',
};

export const invoice: FullInvoice = {
  id: INVOICE_ID,
  reg_number: 'INV-00000031',
  issue_date: '2027-03-01T10:05:00',
  due_date: '2027-03-31T00:00:00',
  status: 'PARTIALY_PAID',
  discount_amount: 0,
  discount_percent: 10,
  paid_amount: payment.amount,
  appointment_id: appointment.id,
  patient_id: patient.id,
  items: [
    // whole amounts, which every currency takes
    { ...line, name: 'Consultation', unit_price: 80, doctor_id: doctor.id, net_amount: 80 },
    {
      ...{ ...line, catalog_id: item.id, code: item.code, name: item.name },
      ...{ quantity: 2, unit_price: 45, tax_percent: 8, net_amount: 90 },
    },
  ],
  payer: { name: 'Ocean Mutual', kind: 'insurance', member_number: 'OM-4711', tax_id: null },
  subtotal: 170,
  tax_included: true,
  taxes: [{ tax_percent: 8, net_amount: 75, tax_amount: 6 }],
  tax_amount: 6,
  remaining_amount: 33,
  total_amount: 153,
  credited_amount: creditNote.amount,
  tags: ['insurance'],
  created_at: '2027-03-01T09:04:12.283Z',
  updated_at: '2027-03-02T08:40:19.003Z',
  patient,
  appointment: { ...appointment, doctor },
  payments: [payment],
  credit_notes: [creditNote],
  tax_id: 'SE556677889901',
};

export const listedPayment: ListedPayment = {
  ...payment,
  date: '2027-03-01',
  kind: 'payment',
  account: { id: account.id, full_name: account.full_name ?? account.username },
  invoice,
  patient_id: patient.id,
  patient,
};

const received = { received: payment.amount, refunded: 0 };
export const summary: PaymentSummary = {
  ...{ from: '2027-03-01', to: '2027-03-01', currency: 'USD', opening: 4_250, ...received, closing: 4_350 },
  days: [
    { date: '2027-03-01', method: payment.method, account: listedPayment.account, count: 1, ...received, net: 100 },
  ],
  methods: [
    { method: payment.method, opening: 3_250, ...received, closing: 3_350 },
    { method: 'cash', opening: 1_000, received: 0, refunded: 0, closing: 1_000 },
  ],
};

export const invoiceSummary: InvoiceSummary = {
  ...{ from: '2027-03-01', to: '2027-03-31', group_by: 'doctor', currency: 'USD' },
  total: {
    ...{ invoices: 1, lines: 2, net_amount: 147, tax_amount: 6, total_amount: 153 },
    ...{ credited_amount: 20, earned_amount: 133 },
  },
  rows: [
    {
      doctor: null,
      ...{ invoices: 1, lines: 1, net_amount: 75, tax_amount: 6, total_amount: 81 },
      ...{ credited_amount: 11, earned_amount: 70 },
    },
    {
      doctor,
      ...{ invoices: 1, lines: 1, net_amount: 72, tax_amount: 0, total_amount: 72 },
      ...{ credited_amount: 9, earned_amount: 63 },
    },
  ],
};

export const event: Event = {
  id: 'evt_4711_9f86d081884c7d65',
  type: 'patient.updated',
  at: '2027-02-22T13:55:02.911Z',
  entity: 'patient',
  entity_id: patient.id,
  version: 3,
  changed: ['phone_number'],
  patient_id: patient.id,
};

export const webhook: WebhookWithSecret = {
  id: 'c7a1f2de-0b64-4d0b-9f3c-5a8e6d1b2c90',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  url: 'https://accounting.example/hospital',
  types: ['invoice.*', 'payment.created'],
  description: 'Accounting',
  disabled_at: null,
  disabled_because: null,
  failing_since: null,
  former_secret_until: null,
  behind: 0,
  created_at: '2027-01-04T07:49:50.412Z',
};

export const delivery: WebhookDelivery = {
  event_id: 'evt_4712_60303ae22b998861',
  type: 'invoice.updated',
  state: 'delivered',
  attempts: 2,
  status: 204,
  attempted_at: '2027-02-22T13:55:08.224Z',
  next_at: null,
};

export const auditEntry: NamedAuditEntry = {
  seq: 4_711,
  at: '2027-02-22T13:55:02.911Z',
  actor: account.id,
  action: 'update',
  entity: 'patient',
  request_id: REQUEST_ID,
  address: session.address,
  entity_id: patient.id,
  version: 3,
  changed: ['phone_number'],
  detail: null,
  patient_id: patient.id,
  record: { number: null, name: null, starts_at: null, patient },
};

export const accessDay: AccessDay = {
  day: '2027-03-01',
  patient_id: patient.id,
  actor: account.id,
  looks: 14,
  first_at: '2027-03-01T07:41:12.507Z',
  last_at: '2027-03-01T14:20:39.112Z',
  kinds: ['patient:read', 'appointment:list', 'file:read'],
};

export const accessEntry: AccessEntry = {
  id: '0195a1de-52c7-7b8f-9d3a-6f2b8e4d7a90',
  at: '2027-03-01T09:02:44.018Z',
  actor: account.id,
  action: 'read',
  entity: 'patient',
  request_id: REQUEST_ID,
  address: session.address,
  role: account.type,
  entity_id: patient.id,
  patient_id: patient.id,
  patients: [],
  count: null,
  detail: null,
};
