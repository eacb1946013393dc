import { and, desc, eq, gt, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { auditedInsert } from '../../db/audit';
import { auditedUpdate } from '../../db/audited-update';
import { columnsFor, type EntityTable, existsLive, fieldNames, isLive } from '../../db/entity';
import { pageStatement, wholeRows } from '../../db/page-bytes';
import type { Missing } from '../../db/references';
import { appointment } from '../../db/schema/appointment';
import { appointmentType } from '../../db/schema/calendar';
import { catalogItem } from '../../db/schema/catalog';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { hold } from '../../db/schema/hold';
import { patient } from '../../db/schema/patient';
import { asExpression, asStored, db, type Inputs, rawStatement, statement } from '../../db/statement';
import { type NamedBy, TYPES_MAX } from './rules';
import { AppointmentType, AppointmentTypeInput } from './schemas';

const columns = columnsFor(appointmentType, AppointmentType);
export type TypeRow = Pick<typeof appointmentType.$inferSelect, keyof typeof columns>;

type Refers = Pick<typeof appointmentType.$inferSelect, 'id' | 'department_ids' | 'doctor_ids' | 'catalog_id'>;

/** Those of a list that are neither there nor in the list as it is stored: who was deleted since then may stay. */
const unknownIn = (
  p: Inputs<Refers>,
  list: 'department_ids' | 'doctor_ids',
  entity: string,
  table: EntityTable,
): SQL => {
  const column = appointmentType[list];
  return sql`select ${entity} as entity, one.value as id from json_each(${asStored(p[list], column)}) as one
    where not ${existsLive(table, sql`one.value`)} and one.value not in (
      select known.value from ${appointmentType}, json_each(${column}) as known where ${eq(appointmentType.id, p.id)})`;
};

const unknownItem = (p: Inputs<Refers>): SQL =>
  sql`select 'Catalog item' as entity, ${p.catalog_id} as id
    where ${p.catalog_id} is not null and not ${existsLive(catalogItem, p.catalog_id)} and ${p.catalog_id} is not (
      select ${appointmentType.catalog_id} from ${appointmentType} where ${eq(appointmentType.id, p.id)})`;

const unknownIds = (p: Inputs<Refers>): SQL =>
  sql`${unknownIn(p, 'department_ids', 'Department', department)}
    union all ${unknownIn(p, 'doctor_ids', 'Doctor', doctor)} union all ${unknownItem(p)}`;

export const unknownReferences = rawStatement<Refers, Missing>(unknownIds);

const areKnown = (p: Inputs<Refers>): SQL => sql`not exists (${unknownIds(p)})`;

/** The last one that there may be. */
const last = sql`(select 1 from ${appointmentType} where ${isNull(appointmentType.deleted_at)}
  order by ${appointmentType.seq} limit 1 offset ${sql.raw(String(TYPES_MAX - 1))})`;

export const insert = auditedInsert(appointmentType, {
  where: (p) => and(areKnown(p), isNull(last)),
  returning: ['id'],
});

interface Place {
  /** 0 or 1; null: all */
  retired: number | null;
  cursor: number;
}

const isRetired = sql`(${appointmentType.retired_at} is not null)`;
const listed = { seq: appointmentType.seq, ...columns };
/** Newest first. All of them are fewer than a page may have, and so is what a page looks at. */
export const before = pageStatement<Place, TypeRow & { seq: number }>(appointmentType.seq, listed, (selected, p) =>
  db
    .select(selected)
    .from(appointmentType)
    .where(
      and(
        lt(appointmentType.seq, p.cursor),
        isNull(appointmentType.deleted_at),
        or(isNull(p.retired), eq(isRetired, p.retired)),
      ),
    )
    .orderBy(desc(appointmentType.seq))
    .limit(asExpression(p.limit)),
);
export const wholeTypes = wholeRows(listed);

export const byId = statement((p: Inputs<{ id: string }>) =>
  db
    .select({ ...columns, version: appointmentType.version })
    .from(appointmentType)
    .where(isLive(appointmentType, p.id)),
);

export const update = auditedUpdate(
  appointmentType,
  [...fieldNames(AppointmentTypeInput.omit({ retired: true })), 'needs_key', 'retired_at'],
  {
    computed: {
      // What is retired already stays so since then.
      retired_at: (p: Inputs<Pick<TypeRow, 'retired_at'>>) =>
        sql`iif(${p.retired_at} is null, null, coalesce(${appointmentType.retired_at}, ${p.retired_at}))`,
    },
    derived: ['needs_key'],
    returning: ['version', 'retired_at'],
    where: (p: Inputs<Refers & Pick<TypeRow, 'retired_at'>>) => areKnown(p),
  },
);

interface Deletion {
  id: string;
  /** epoch milliseconds */
  now: number;
}

const anAppointment = (p: Inputs<Deletion>) =>
  db
    .select({ id: appointment.id })
    .from(appointment)
    .where(and(eq(appointment.type_id, p.id), existsLive(patient, appointment.patient_id)))
    .limit(1);

/** Few are open at a time. */
const isHeld = (p: Inputs<Deletion>) =>
  sql`exists (select 1 from ${hold} where ${and(gt(hold.expires_at, p.now), eq(hold.type_id, p.id))})`;

// Bookings and holds require the type in their own writes, so whichever write comes later is refused.
export const remove = auditedUpdate(appointmentType, ['deleted_at'], {
  action: 'delete',
  where: (p: Inputs<Deletion>) => and(isNull(anAppointment(p)), not(isHeld(p))),
});

export const namedBy = rawStatement<Deletion, NamedBy>(
  (p) => sql`select ${anAppointment(p)} as appointment, ${isHeld(p)} as is_held
    where ${existsLive(appointmentType, p.id)}`,
);
