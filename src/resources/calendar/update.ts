import { and, eq, exists, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedUpdate, type Target } from '../../db/audited-update';
import { fieldNames, type Versioned } from '../../db/entity';
import { batchOf, onlyRow } from '../../db/query';
import { appointment } from '../../db/schema/appointment';
import { file } from '../../db/schema/file';
import { invoice } from '../../db/schema/invoice';
import { db, type Inputs, rawStatement } from '../../db/statement';
import { readThenWrite } from '../../db/update-record';
import { NotFoundError, RuleError } from '../../errors';
import { foldWord, hasTime, isCancelled } from '../../rules/appointment-status';
import { instant } from '../../rules/datetime';
import { mergeUpdate } from '../../schemas/update';
import {
  type Booking,
  doubleBooking,
  endOf,
  type Found,
  found,
  type Ids,
  isThere,
  overlapping,
  requireFound,
} from '../appointment/booking';
import { toFiles } from '../file/entity-files';
import { type Row, reads, toListed } from './reads';
import { type AppointmentPatch, type CalendarAppointment, CalendarInput } from './schemas';

const BACK = 'SCEDULED';

/** Whether invoices or files hang on the appointment: then it cannot go to another patient. */
const hangsOn = (id: Inputs<Target>['id']): SQL => {
  const one = { one: sql`1` };
  const invoices = db
    .select(one)
    .from(invoice)
    .where(and(eq(invoice.appointment_id, id), isNull(invoice.deleted_at)));
  const files = db
    .select(one)
    .from(file)
    .where(and(eq(file.entity_id, id), isNull(file.deleted_at)));
  return or(exists(invoices), exists(files)) as SQL;
};

/** What a PATCH refers to. Raw: a `SELECT` without `FROM`. */
const findReferences = rawStatement<{ id: string } & Record<keyof Ids, string | null>, Found & { hangs: 0 | 1 }>(
  (p) => sql`select ${found(p)}, ${p.patient_id} is not null and ${hangsOn(p.id)} as hangs`,
);

interface Change extends Booking, Ids {
  /** whether it takes time of its doctor that it did not have before: then doctor and department must be there */
  takes_time: 0 | 1;
}

/**
 * The writes whose time need not be free, and those whose time must be: the update of the version that was read, and
 * right behind it what stood in its way. What was there when it was read must still be there.
 */
function change(overlap: (p: Inputs<Booking>) => ReturnType<typeof overlapping> | undefined) {
  const keeps = (name: 'doctor_id' | 'department_id', p: Inputs<Change>) =>
    and(eq(appointment[name], p[name]), eq(p.takes_time, sql`0`));
  const update = auditedUpdate(appointment, [...fieldNames(CalendarInput), 'starts_at', 'ends_at'], {
    derived: ['starts_at', 'ends_at'],
    where: (p: Inputs<Target & Change>) => {
      const booked = overlap(p);
      return and(
        isThere('patient', p.patient_id),
        or(eq(appointment.patient_id, p.patient_id), not(hangsOn(p.id))),
        or(keeps('doctor_id', p), isThere('doctor', p.doctor_id)),
        or(keeps('department_id', p), isThere('department', p.department_id)),
        booked && not(exists(booked)),
      );
    },
  });
  // Raw: a `SELECT` without `FROM`.
  const inTheWay = rawStatement<Change, Found & { overlaps: string | null }>(
    (p) => sql`select ${found(p)}, ${overlap(p) ?? sql`null`} as overlaps where changes() = 0`,
  );
  return (ctx: ServiceContext, target: Target, row: Row & Change) =>
    batchOf({ outcome: update(ctx, target, row), refused: inTheWay(row) });
}
const CHANGES = { free: change(() => undefined), checked: change(overlapping) };

/** @throws RuleError */
function requireStatus(before: Row, next: CalendarInput, sent: AppointmentPatch): void {
  const [from, to] = [before.status, next.status].map(foldWord);
  if (!hasTime(before.status) && to !== from && to !== BACK) {
    throw new RuleError('transition', `An appointment that is ${before.status} can only go back to ${BACK}`);
  }
  if (typeof sent.cancel_reason === 'string' && !isCancelled(next.status)) {
    throw new RuleError('inconsistent', 'Only an appointment that is CANCELLED has a cancel_reason');
  }
}

/** The row as the PATCH makes it. */
function rowAfter(ctx: ServiceContext, before: Row, sent: AppointmentPatch): Row {
  const next = mergeUpdate(CalendarInput, sent, before);
  requireStatus(before, next, sent);
  // A time that is not sent stays, whatever the hospital's time zone is by now.
  const starts_at = sent.schedule === undefined ? before.starts_at : instant(next.schedule, ctx.settings.TIME_ZONE);
  const cancel_reason = isCancelled(next.status) ? next.cancel_reason : null;
  return { ...before, ...next, cancel_reason, starts_at, ends_at: endOf(starts_at, next.expected_duration_minutes) };
}

/** Whether it takes time of a doctor that it did not have before. */
const takesTime = (before: Row, next: Row): boolean =>
  hasTime(next.status) &&
  !(
    hasTime(before.status) &&
    before.doctor_id === next.doctor_id &&
    before.starts_at <= next.starts_at &&
    next.ends_at <= before.ends_at
  );

/** @throws AppError not_found naming all that is missing, RuleError */
function requireReferences(sent: AppointmentPatch, before: Row, references: Found & { hangs: 0 | 1 }): void {
  const { patient_id, doctor_id, department_id } = sent;
  // What it has already is not looked for: the appointment of a deleted doctor can still be cancelled.
  const changed = Object.entries({ patient_id, doctor_id, department_id }).filter(
    ([name, id]) => id !== undefined && id !== before[name as keyof Ids],
  );
  requireFound(Object.fromEntries(changed), references);
  if (references.hangs && patient_id !== undefined && patient_id !== before.patient_id) {
    throw new RuleError('in_use', 'An appointment that has invoices or files stays with its patient');
  }
}

/**
 * Two round trips: what there is, then a write that takes place only if it still is.
 * @throws NotFoundError, AppError not_found naming all that is missing, OutdatedError, RuleError, ConflictError
 */
export function patchAppointment(
  ctx: ServiceContext,
  target: Target,
  sent: AppointmentPatch,
): Promise<Versioned<CalendarAppointment>> {
  const { id } = target;
  const { patient_id = null, doctor_id = null, department_id = null } = sent;
  const read = async () => {
    const { rows, references } = await ctx.db.batch({
      rows: reads.reduced({ id }),
      references: findReferences({ id, patient_id, doctor_id, department_id }),
    });
    const [row] = rows;
    if (!row?.patient) throw new NotFoundError('Appointment', id);
    return { version: row.version, record: { row, references: onlyRow(references) } };
  };
  return readThenWrite('Appointment', target, read, async ({ row, references }, to) => {
    const { version: _, files, ...before } = row;
    requireReferences(sent, before, references);
    const next = rowAfter(ctx, before, sent);
    const takes_time = takesTime(before, next) ? 1 : 0;
    const mustBeFree = takes_time && ctx.settings.DOUBLE_BOOKING === 'reject';
    const { outcome, refused } = await ctx.db.run(
      CHANGES[mustBeFree ? 'checked' : 'free'](ctx, to, { ...next, takes_time }),
    );
    const [obstacle] = refused;
    if (obstacle && outcome.version === to.if_version) {
      const { doctor_id, department_id } = next;
      if (takes_time) requireFound({ doctor_id, department_id }, obstacle);
      if (obstacle.overlaps) throw doubleBooking(obstacle.overlaps);
    }
    const record = { ...toListed({ ...next, updated_at: ctx.now }), files: toFiles(ctx, files) };
    return outcome.row && { version: outcome.row.version, record };
  });
}
