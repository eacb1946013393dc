import type { CalendarAppointment } from '../../src/resources/appointment/schemas';
import type { AccessDay, AccessEntry, AuditEntry } from '../../src/resources/audit/schemas';
import type { CatalogItem } from '../../src/resources/catalog/schemas';
import type { FullInvoice } from '../../src/resources/invoice/schemas';
import type { Payment } from '../../src/resources/payment/schemas';
import type { DoctorHours, Slot } from '../../src/resources/working-hours/schemas';
import { account, department, doctor, patient, session } from './people';

// Anna Svensson's visit to the hospital of people.ts.
const REQUEST_ID = '0d6f4bb1-6c1c-4a35-8f0e-4f8f2d4f6c55';
const SCHEDULE = '2027-03-01T09:30:00';

export const appointment: CalendarAppointment = {
  id: '8405c7ae-8c6b-4f1b-aa5a-c8b267308730',
  type: 'OPD',
  status: 'SCEDULED',
  patient_id: patient.id,
  doctor_id: doctor.id,
  department_id: department.id,
  schedule: SCHEDULE,
  is_follow_up: false,
  expected_duration_minutes: 30,
  cancel_reason: null,
  created_at: '2027-02-22T13:55:02.911Z',
  updated_at: '2027-02-22T13:55:02.911Z',
  patient,
  doctor,
  department,
  files: [],
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

export const slot: Slot = {
  doctor_id: doctor.id,
  department_id: department.id,
  schedule: '2027-03-01T10:00:00',
  expected_duration_minutes: 30,
  starts_at: '2027-03-01T09:00:00.000Z',
  ends_at: '2027-03-01T09:30:00.000Z',
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

const INVOICE_ID = 'cd2e0bf8-9121-4bb8-b022-fca3079cf3dc';

export const payment: Payment = {
  id: 'f75fda43-c268-43e3-8a85-6e381bd01eca',
  invoice_id: INVOICE_ID,
  amount: 100,
  method: 'card',
  reference: 'T-4711',
  paid_at: '2027-03-01T10:15:00',
  note: null,
  created_at: '2027-03-01T09:15:27.439Z',
};

const line = { code: null, catalog_id: null, quantity: 1, discount_percent: 0, discount_amount: 0 };
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
    { ...line, name: 'Consultation', unit_price: 80, net_amount: 80 },
    { ...line, catalog_id: item.id, code: item.code, name: item.name, quantity: 2, unit_price: 45, net_amount: 90 },
  ],
  subtotal: 170,
  remaining_amount: 53,
  total_amount: 153,
  tags: ['insurance'],
  created_at: '2027-03-01T09:04:12.283Z',
  updated_at: '2027-03-01T09:15:27.439Z',
  patient,
  appointment: { ...appointment, doctor },
  payments: [payment],
};

export const auditEntry: AuditEntry = {
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
