import { eq, type SQLWrapper, sql } from 'drizzle-orm';
import { appointment, audit, creditNote, file, invoice, message, note, patient, payment } from '../db/schema';
import { survivorOf } from '../db/schema/patient';
import { type Inputs, rawStatement } from '../db/statement';
import { isoTime } from '../rules/datetime';
import type { Event } from '../schemas/event';
import { eventId, type Place } from './id';
import { eventTypeOf } from './types';

type TrailRow = typeof audit.$inferSelect;
export type EventRow = Pick<
  TrailRow,
  'seq' | 'at' | 'request_id' | 'entity' | 'entity_id' | 'action' | 'version' | 'changed'
> & {
  patient_id: string | null;
};

const ofInvoice = (id: SQLWrapper) => sql`(select i.patient_id from ${invoice} i where i.id = ${id})`;
const ofAppointment = (id: SQLWrapper) => sql`(select a.patient_id from ${appointment} a where a.id = ${id})`;
const invoiceOf = (table: typeof payment | typeof creditNote) =>
  sql`(select r.invoice_id from ${table} r where r.id = t.entity_id)`;

/** Of a row of the trail, `t`. A record knows its patient, whom a merge changes; of a patient that was merged it is the one who stays. */
const patientOf = sql`case t.entity
  when 'patient' then ${survivorOf(sql`t.entity_id`)}
  when 'appointment' then ${ofAppointment(sql`t.entity_id`)}
  when 'invoice' then ${ofInvoice(sql`t.entity_id`)}
  when 'payment' then ${ofInvoice(invoiceOf(payment))}
  when 'credit_note' then ${ofInvoice(invoiceOf(creditNote))}
  when 'message' then ${ofAppointment(sql`(select m.appointment_id from ${message} m where m.id = t.entity_id)`)}
  when 'note' then (select n.patient_id from ${note} n where n.id = t.entity_id)
  when 'file' then (select case f.entity
      when 'patient' then (select p.id from ${patient} p where p.id = f.entity_id)
      when 'appointment' then ${ofAppointment(sql`f.entity_id`)}
      when 'invoice' then ${ofInvoice(sql`f.entity_id`)} end
    from ${file} f where f.id = t.entity_id)
  end`;

/** Columns of `EventRow` of rows of the trail, `t`. */
export const eventColumns = sql`t.seq, t.at, t.request_id, t.entity, t.entity_id, t.action, t.version, t.changed,
  ${patientOf} as patient_id`;
/** By which they are read. */
export const eventFields = { changed: audit.changed };

export const eventRowAt = rawStatement<{ seq: number }, EventRow>(
  (p: Inputs<{ seq: number }>) => sql`select ${eventColumns} from ${audit} t where ${eq(sql`t.seq`, p.seq)}`,
  eventFields,
);

/** Whether an id names it is asked by `eventId`. */
export const placeAt = rawStatement<{ seq: number }, Place>(
  (p) => sql`select seq, at, request_id from ${audit} where ${eq(audit.seq, p.seq)}`,
);

/** @returns undefined where the row is no event */
export async function eventOf(row: EventRow): Promise<Event | undefined> {
  const type = eventTypeOf(row);
  if (!type) return undefined;
  const { at, entity, entity_id, version, changed, patient_id } = row;
  return {
    id: await eventId(row),
    ...{ type, at: isoTime(at), entity, entity_id, version, changed },
    ...(patient_id !== null && { patient_id }),
  };
}
