import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditRows, type Origin, origin } from '../../db/audit';
import { allOf } from '../../db/conditions';
import { existsLive, isLive } from '../../db/entity';
import { selected } from '../../db/fields';
import { appointment, appointmentSeries, holdsTime } from '../../db/schema/appointment';
import { patient } from '../../db/schema/patient';
import { db, type Inputs, previousChanged, rawStatement, statement } from '../../db/statement';
import { entry, fields, type Row } from '../appointment/queries';

export type SeriesRow = Pick<
  typeof appointmentSeries.$inferSelect,
  'id' | 'version' | 'patient_id' | 'every_weeks' | 'skipped'
>;

/** A deleted patient's is out of reach. */
export const seriesById = statement((p: Inputs<{ id: string }>) =>
  db
    .select({
      id: appointmentSeries.id,
      version: appointmentSeries.version,
      patient_id: appointmentSeries.patient_id,
      every_weeks: appointmentSeries.every_weeks,
      skipped: appointmentSeries.skipped,
    })
    .from(appointmentSeries)
    .where(and(isLive(appointmentSeries, p.id), existsLive(patient, appointmentSeries.patient_id))),
);

export const visitsOfSeries = rawStatement<{ id: string }, Row>(
  (p) => sql`select ${selected(fields.reduced)} from ${appointment} as ${entry}
    where ${eq(entry.series_id, p.id)} order by ${entry.starts_at}`,
  fields.reduced,
);

interface Cancelling extends Origin {
  id: string;
  /** epoch milliseconds */
  from: number;
  cancel_reason: string | null;
}

const toCancel = (p: Inputs<Cancelling>): SQL =>
  allOf(
    eq(appointment.series_id, p.id),
    gte(appointment.starts_at, p.from),
    holdsTime(appointment.status),
    existsLive(patient, appointment.patient_id),
  );

const auditCancelled = rawStatement<Cancelling, never>((p) =>
  auditRows(p, appointment, {
    action: 'update',
    changed: sql`iif(${p.cancel_reason} is null, '["status"]', '["status","cancel_reason"]')`,
    where: toCancel(p),
  }),
);
const cancelVisits = rawStatement<Cancelling, { id: string; starts_at: number }>((p) =>
  db
    .update(appointment)
    .set({
      status: sql`'CANCELLED'`,
      cancel_reason: sql`${p.cancel_reason}`,
      version: sql`${appointment.version} + 1`,
      updated_at: sql`${p.at}`,
      updated_by: sql`${p.actor}`,
    })
    .where(and(toCancel(p), previousChanged))
    .returning({ id: appointment.id, starts_at: appointment.starts_at }),
);

export const cancelling = (ctx: ServiceContext, of: Pick<Cancelling, 'id' | 'from' | 'cancel_reason'>) => {
  const given = { ...of, ...origin(ctx) };
  return { series: seriesById(of), audited: auditCancelled(given), cancelled: cancelVisits(given) };
};
