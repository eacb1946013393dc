/** Schedule (hl7.org/fhir/R4/schedule.html): the hours of a doctor. Its free times are Slots. */
import { and, ne, sql } from 'drizzle-orm';
import { existsLive } from '../../db/entity';
import { doctor } from '../../db/schema/doctor';
import { doctorHours } from '../../db/schema/doctor-hours';
import { localDate } from '../../rules/datetime';
import { canonicalUuid } from '../../rules/uuid';
import { type Deployment, elementOf, type Resource, referenceTo } from '../elements/datatypes';
import type { Parameter } from '../search/condition';
import { activeParameter } from '../search/constants';
import { anyOf } from '../search/time-parameters';
import { few, joinedRanges, LAST, rangesOf, referredId } from '../search/values';
import type { RowMeta, StoredType } from '../served-type';
import { entityFields } from './fields';

/** Those who have taken all their hours back have an empty record of them. */
const hasHours = ne(doctorHours.department_ids, []);

const fields = {
  ...entityFields(doctorHours),
  deleted_at: sql<
    number | null
  >`(select coalesce(${doctor.deleted_at}, iif(${hasHours}, null, ${doctorHours.updated_at}))
      from ${doctor} where ${doctor.id} = ${doctorHours.id})`.as('deleted_at'),
  department_ids: doctorHours.department_ids,
  is_weekly: sql<number>`${doctorHours.weekly} <> '[]'`.as('is_weekly'),
  last_date: sql<string | null>`(select max(value ->> 'date') from json_each(${doctorHours.exceptions})
      where not value ->> 'off')`.as('last_date'),
  now: sql<number>`unixepoch() * 1000`.as('now'),
};

type Row = RowMeta &
  Pick<typeof doctorHours.$inferSelect, 'department_ids'> & {
    is_weekly: number;
    last_date: string | null;
    now: number;
  };

interface Horizon {
  start: string;
  end?: string;
}

/** Weekly hours never end, so nothing is said of an end, which would be invented; single days do. */
function horizonOf({ is_weekly, last_date, now }: Row, { timeZone }: Deployment): Horizon {
  const today = localDate(now, timeZone);
  if (is_weekly || last_date === null) return { start: today };
  return { start: last_date < today ? last_date : today, end: last_date };
}

const toFhir = (row: Row, deployment: Deployment): Resource => ({
  resourceType: 'Schedule',
  id: row.id,
  active: true,
  actor: [referenceTo('Practitioner', row.id), ...row.department_ids.map((id) => referenceTo('HealthcareService', id))],
  planningHorizon: horizonOf(row, deployment),
});

/** The doctor has one id in both parts. */
const DOCTORS = ['Practitioner', 'PractitionerRole'];
const ACTORS = [...DOCTORS, 'HealthcareService'];
const isDoctor = (type: string | undefined) => type !== undefined && DOCTORS.includes(type);

const ofActor: Parameter = {
  type: 'reference',
  documentation: 'The doctor, as Practitioner or PractitionerRole, or a department where the doctor has hours',
  modifiers: ACTORS,
  condition: (or, { url }, modifier) => {
    const referred = few(or.flatMap((value) => referredId(value, ACTORS, url) ?? [])).filter(
      ({ id }) => canonicalUuid(id) === id,
    );
    if (referred.length === 0) return null;
    const isExact = referred.every(({ type = modifier }) => isDoctor(type));
    const ids: Record<'doctors' | 'services', string[]> = { doctors: [], services: [] };
    for (const { type = modifier, id } of referred) {
      if (type !== 'HealthcareService') ids.doctors.push(id);
      if (!isDoctor(type)) ids.services.push(id);
    }
    return {
      shape: isExact ? 'doctor' : `doctor or ${ids.services.length} services`,
      value: JSON.stringify(ids),
      alternatives: isExact ? 1 : referred.length,
      where: (list) => {
        const doctors = sql`${doctorHours.id} in (select value from json_each(${list}, '$.doctors'))`;
        // Spelled out: a row of `json_each` for each department would be read for each row that is looked at.
        const services = ids.services.map(
          (_, n) => sql`instr(${doctorHours.department_ids}, ${list} ->> ${sql.raw(`'$.services[${n}]'`)})`,
        );
        return isExact ? doctors : anyOf([doctors, ...services]);
      },
      ...(isExact && { access: { way: 'few' } }),
    };
  },
};

const whileOpen: Parameter = {
  type: 'date',
  documentation: 'A time that the planning horizon has any of',
  condition: (or, { timeZone }) => {
    const asked = joinedRanges(or, timeZone);
    const spanOf = (day: string) => rangesOf(day, timeZone)[0] ?? [LAST, LAST];
    return {
      ...{ shape: 'horizon', value: '', alternatives: asked.length },
      refine: (resource) => {
        const horizon = elementOf<Horizon>(resource, 'planningHorizon');
        if (!horizon) return false;
        const { start, end } = horizon;
        const [from, until] = [spanOf(start)[0], end === undefined ? LAST : spanOf(end)[1]];
        return asked.some(([first, last]) => first < until && last > from);
      },
    };
  },
};

export const scheduleType: StoredType<Row> = {
  type: 'Schedule',
  table: doctorHours,
  fields,
  live: sql`${and(hasHours, existsLive(doctor, doctorHours.id))}`,
  deletions: { at: fields.deleted_at.sql },
  scan: 800,
  toFhir,
  mandatory: ['actor'],
  parameters: { active: activeParameter, actor: ofActor, date: whileOpen },
};
