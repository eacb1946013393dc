// What the document does not say of its records: the rules that portals meet.
import { changeAppointment, conflicts, makeAppointment } from './appointments.ts';
import type { Asked } from './asked.ts';
import { changeInvoice, makeInvoice } from './invoices.ts';
import { invoiceShown } from './payments.ts';
import { duplicate } from './refusal.ts';
import type { Stored } from './store.ts';
import { isJson, type Json } from './validate.ts';

export interface Entity {
  /** In messages */
  label: string;
  /** Of registration numbers */
  code?: string;
  /** No two may have the same, whatever their letter case */
  unique?: readonly string[];
  /** What a search looks at; with a dot: of the record that a field refers to */
  found?: readonly string[];
  /** What a create stores @throws Refusal */
  make?: (asked: Asked, data: Json) => Json;
  /** What an update stores @throws Refusal */
  change?: (asked: Asked, before: Stored, sent: Json, after: Json) => Json;
  /** With what is computed whenever it is shown */
  shown?: (asked: Pick<Asked, 'store'>, data: Json) => Json;
  /** What an answer to a write tells beside the record */
  told?: (asked: Asked, record: Stored, before?: Json) => Record<string, string>;
  /** Where else it is read than where it is made */
  location?: string;
}

/** The account with which a doctor logs in. */
function makeDoctor({ store }: Asked, { user, ...data }: Json): Json {
  const sent = isJson(user) ? user : {};
  const email = String(sent.email);
  if (store.all('Account').some((one) => String(one.data.email).toLowerCase() === email.toLowerCase()))
    throw duplicate('Doctor', 'user.email');
  const account = { ...sent, username: sent.username ?? email, type: sent.type ?? 'doctor', pending_type: null };
  const full_name = [data.first_name, data.last_name].filter(Boolean).join(' ');
  return { ...data, user_id: store.add('Account', { phone_number: null, ...account, full_name }).id };
}

function changeDoctor({ store }: Asked, before: Stored, { user }: Json, { user: _, ...after }: Json): Json {
  const account = store.get('Account', before.data.user_id);
  if (account && isJson(user)) store.change(account, user);
  return after;
}

export const ENTITIES: Readonly<Record<string, Entity>> = {
  Department: { label: 'Department', unique: ['code'], found: ['name', 'code'] },
  Patient: {
    label: 'Patient',
    code: 'PAT',
    unique: ['national_id'],
    found: ['first_name', 'middle_name', 'last_name', 'phone_number', 'alt_phone_number', 'dob', 'reg_number'],
  },
  Doctor: {
    label: 'Doctor',
    code: 'DOC',
    unique: ['license_number'],
    found: ['first_name', 'middle_name', 'last_name', 'alt_phone_number', 'reg_number'],
    make: makeDoctor,
    change: changeDoctor,
  },
  CatalogItem: { label: 'Catalog item', unique: ['code'], found: ['code', 'name'] },
  Appointment: {
    label: 'Appointment',
    make: makeAppointment,
    change: changeAppointment,
    told: conflicts,
    location: '/calendar/appointments',
  },
  Invoice: {
    label: 'Invoice',
    code: 'INV',
    found: ['reg_number', 'patient.first_name', 'patient.last_name'],
    make: makeInvoice,
    change: changeInvoice,
    shown: invoiceShown,
  },
};
