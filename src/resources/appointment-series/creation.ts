/*
 * A series is planned by the service, and decided here: its own insert asks for each visit what the booking of that visit alone asks
 * for, and says which are skipped. Its visits follow in one statement, and their rows of the audit trail in another.
 */
import { and, eq, getTableColumns, getTableName, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import type { ServiceContext } from '../../context';
import { auditedInsert, type Origin, origin } from '../../db/audit';
import { existsLive } from '../../db/entity';
import type { Idempotency } from '../../db/idempotency';
import { givenColumns, insertFrom, type NewRow } from '../../db/insert';
import { givenAs, inJson, jsonOf } from '../../db/json-inputs';
import { withFollowers } from '../../db/query';
import { areThere, missingOf, missingUnlessWritten, orMissing } from '../../db/references';
import { appointment, appointmentSeries, type SkippedVisit } from '../../db/schema/appointment';
import { appointmentType } from '../../db/schema/calendar';
import { patient } from '../../db/schema/patient';
import { audit } from '../../db/schema/system';
import { type Inputs, previousChanged, rawStatement } from '../../db/statement';
import type { Start } from '../../rules/series';
import {
  type Asked,
  CONDITIONS,
  type Conditions,
  isOffered,
  mayBeBooked,
  REFERENCES,
  type ReferenceIds,
} from '../appointment/booking';
import { type Claim, closureOf, type Given, hasItsRoom, heldUntil, overlapping, roomFor } from '../appointment/claim';

/** Its own of each visit. */
export type Visit = Start & Pick<Claim, 'id' | 'ends_at' | 'busy_from' | 'busy_until'>;
/** What all visits have. */
export type Shared = Omit<NewRow<typeof appointment>, keyof Visit> & Omit<Asked, keyof Visit>;

interface Plan extends ReferenceIds {
  status: string;
  /** what the visits share, and as `visits` what each has of its own */
  json: string;
}

const COLUMNS = getTableColumns(appointment);

export const planOf = (shared: Shared, visits: readonly Visit[]): Plan => {
  const { patient_id, doctor_id, department_id, type_id, resource_id, status } = shared;
  const json = jsonOf(COLUMNS, { ...shared, visits });
  return { ...{ patient_id, doctor_id, department_id, type_id, resource_id, status }, json };
};

const shared = inJson<Shared>();
const own = (name: keyof Visit) => sql.raw(`(visit.value ->> '${name}')`);
const OWN = {
  ...{ id: own('id'), schedule: own('schedule'), starts_at: own('starts_at'), ends_at: own('ends_at') },
  ...{ busy_from: own('busy_from'), busy_until: own('busy_until') },
};
const { doctor_id, department_id, status, resource_id, needs, prefers, must_have_room, holder, hold_id, now } = shared;
/** Of each visit in `visitsOf`. */
const CLAIM: Given<Asked> = {
  ...OWN,
  ...{ patient_id: shared.patient_id, type_id: shared.type_id },
  ...{ doctor_id, department_id, status, resource_id, needs, prefers, must_have_room, holder, hold_id, now },
};

const visitsOf = (p: Inputs<Pick<Plan, 'json'>>): SQL =>
  sql`${givenAs(p.json)}, json_each(given.json, '$.visits') as visit`;

const IN_THE_WAY = sql`json_object('schedule', ${OWN.schedule}, 'closed', (${closureOf(CLAIM)}),
  'overlaps', ${overlapping(CLAIM)}, 'held', ${heldUntil(CLAIM)}, 'roomless', not ${hasItsRoom(CLAIM)})`;

interface NewSeries extends Plan {
  /** whether visits that cannot be booked are left out */
  skips: 0 | 1;
}

/** Of the series that was inserted just before: those that it does not skip. */
const insertVisits = rawStatement<Pick<Plan, 'json'> & { id: string }, never>((p) => {
  const given = inJson<Record<string, unknown>>();
  const own: Record<string, SQL> = { ...OWN, resource_id: roomFor(CLAIM) };
  const values = givenColumns(appointment).map(({ name }) => own[name] ?? sql`${given[name]}`);
  const skipped = sql`select one.value ->> 'schedule' from ${appointmentSeries}, json_each(${appointmentSeries.skipped}) as one
    where ${eq(appointmentSeries.id, p.id)}`;
  return insertFrom(
    appointment,
    sql`select ${sql.join(values, sql`, `)} from ${visitsOf(p)}
      where ${previousChanged} and ${OWN.schedule} not in (${skipped})`,
  );
});

const auditVisits = rawStatement<Origin & { id: string }, never>((p) =>
  insertFrom(
    audit,
    sql`select ${p.at}, ${p.actor}, 'create', ${sql.raw(`'${getTableName(appointment)}'`)}, ${appointment.id},
      ${appointment.version}, '[]', ${p.request_id}, ${p.address}, null
      from ${appointment} where ${previousChanged} and ${eq(appointment.series_id, p.id)}`,
  ),
);

export interface Unfit {
  /** whether the patient has died */
  deceased: 0 | 1;
  /** whether visits of the type are made no more */
  retired: 0 | 1;
}

const unfit = (p: Inputs<Pick<Plan, 'patient_id' | 'type_id'>>): SQL =>
  sql`select ${existsLive(patient, p.patient_id, isNotNull(patient.deceased_at))} as deceased,
    ${existsLive(appointmentType, p.type_id, isNotNull(appointmentType.retired_at))} as retired`;
const unfitUnlessWritten = rawStatement<Plan, Unfit>((p) => sql`${unfit(p)} where changes() = 0`);

const decoded = {
  in_the_way: sql`in_the_way`.mapWith((text: string): SkippedVisit => JSON.parse(text)).as('in_the_way'),
};
const missingUnlessThere = missingUnlessWritten(REFERENCES);

const creation = ({ isFree }: Conditions) => {
  const free = isFree(CLAIM) ?? sql`1`;
  const notFree = (p: Inputs<Pick<Plan, 'json'>>, what: SQL) =>
    sql`select ${what} from ${visitsOf(p)} where ${not(free)}`;
  const insert = auditedInsert<typeof appointmentSeries, 'id', NewSeries>(appointmentSeries, {
    where: (p) =>
      and(
        areThere(REFERENCES, p, { patient_id: mayBeBooked, type_id: isOffered }),
        sql`iif(${p.skips}, exists (select 1 from ${visitsOf(p)} where ${free}), not exists (${notFree(p, sql`1`)}))`,
      ),
    computed: {
      skipped: (p) => sql`iif(${p.skips}, (${notFree(p, sql`json_group_array(${IN_THE_WAY})`)}), '[]')`,
    },
    returning: ['id'],
  });
  const refused = rawStatement<Plan, { in_the_way: SkippedVisit }>(
    (p) => sql`${notFree(p, sql`${IN_THE_WAY} as in_the_way`)} and changes() = 0`,
    decoded,
  );
  const planned = rawStatement<Plan, { schedule: string; resource_id: string | null; in_the_way: SkippedVisit | null }>(
    (p) => sql`select ${OWN.schedule} as schedule, ${roomFor(CLAIM)} as resource_id,
      iif(${free}, null, ${IN_THE_WAY}) as in_the_way from ${visitsOf(p)}`,
    decoded,
  );
  return {
    create: (
      ctx: ServiceContext,
      row: NewRow<typeof appointmentSeries> & NewSeries,
      idempotency: Idempotency | null,
    ) => {
      const { id } = row;
      const inserted = withFollowers(
        insert(ctx, row, idempotency),
        insertVisits(row),
        auditVisits({ ...origin(ctx), id }),
      );
      return {
        inserted: orMissing(inserted, missingUnlessThere(row)),
        unfit: unfitUnlessWritten(row),
        refused: refused(row),
      };
    },
    planned,
  };
};
export const creations = { allow: creation(CONDITIONS.allow), reject: creation(CONDITIONS.reject) };

export const missing = missingOf(REFERENCES);
export const unfitFor = rawStatement<Plan, Unfit>(unfit);
