import { eq, type SQLWrapper } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ServiceContext } from '../../context';
import { isLive, type Versioned } from '../../db/entity';
import { appointment } from '../../db/schema/appointment';
import { doctor } from '../../db/schema/doctor';
import { invoice } from '../../db/schema/invoice';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, statement } from '../../db/statement';
import { NotFoundError } from '../../errors';
import { newestPayments, toPayment } from '../payment/record';
import { byId, toInvoice } from './rows';
import type { FullInvoice } from './schemas';

type OfInvoice = Inputs<{ id: string }>;

const person = <T extends Record<'id' | 'reg_number' | 'first_name' | 'last_name', SQLiteColumn>>(table: T) => ({
  id: table.id,
  reg_number: table.reg_number,
  first_name: table.first_name,
  last_name: table.last_name,
});

/** What an invoice refers to, by one of its columns. */
const referredBy = (column: SQLiteColumn, id: SQLWrapper) =>
  db.select({ of: column }).from(invoice).where(isLive(invoice, id));

// Deleted ones as well: the bill is still theirs.
const patientOf = statement((p: OfInvoice) =>
  db
    .select(person(patient))
    .from(patient)
    .where(eq(patient.id, referredBy(invoice.patient_id, p.id))),
);

const isOfAppointment = (p: OfInvoice) => eq(appointment.id, referredBy(invoice.appointment_id, p.id));

const appointmentOf = statement((p: OfInvoice) =>
  db
    .select({
      id: appointment.id,
      type: appointment.type,
      status: appointment.status,
      schedule: appointment.schedule,
    })
    .from(appointment)
    .where(isOfAppointment(p)),
);

const doctorOf = statement((p: OfInvoice) =>
  db
    .select(person(doctor))
    .from(appointment)
    .innerJoin(doctor, eq(doctor.id, appointment.doctor_id))
    .where(isOfAppointment(p)),
);

/** With patient, appointment and payments. @throws NotFoundError */
export async function getFullInvoice(ctx: ServiceContext, id: string): Promise<Versioned<FullInvoice>> {
  const found = await ctx.db.batch({
    invoices: byId({ id }),
    patients: patientOf({ id }),
    appointments: appointmentOf({ id }),
    doctors: doctorOf({ id }),
    payments: newestPayments(id),
  });
  const [[row], [of], [booked], [by]] = [found.invoices, found.patients, found.appointments, found.doctors];
  if (!row || !of) throw new NotFoundError('Invoice', id);
  const { exponent } = ctx.settings.CURRENCY;
  return {
    version: row.version,
    record: {
      ...toInvoice(row, exponent),
      patient: of,
      appointment: booked && by ? { ...booked, doctor: by } : null,
      payments: found.payments.map((payment) => toPayment(payment, exponent)).reverse(),
    },
  };
}
