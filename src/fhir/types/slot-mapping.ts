/** Slot (hl7.org/fhir/R4/slot.html): a free time of a doctor. No others are told, so nothing is said of when they are busy. */
import { ownJson } from '../../rules/own-json';
import { canonicalUuid } from '../../rules/uuid';
import { type Deployment, elementOf, type Reference, type Resource, referenceTo } from '../elements/datatypes';
import { zoned } from '../elements/time';
import type { Parameters } from '../search/condition';
import { instantParameter } from '../search/time-parameters';
import { LAST, plainValue, type Range, referredId, TooMany, tokenOf } from '../search/values';

/** A doctor has one slot at a time, also where two departments offer it. */
export interface Place {
  doctor_id: string;
  starts_at: number;
}

export interface FreeTime extends Place {
  ends_at: number;
}

const idOf = ({ doctor_id, starts_at }: Place): string => `${doctor_id}.${starts_at}`;

export function placeOf(id: string): Place | undefined {
  const [, doctor_id = '', time = ''] = /^(.{36})\.(\d{1,16})$/.exec(id) ?? [];
  const place = { doctor_id: canonicalUuid(doctor_id) ?? '', starts_at: Number(time) };
  return idOf(place) === id && place.starts_at < LAST ? place : undefined;
}

export const slotOf = (free: FreeTime, versionId: string, { timeZone }: Deployment): Resource => ({
  ...{ resourceType: 'Slot', id: idOf(free), meta: { versionId } },
  schedule: referenceTo('Schedule', free.doctor_id),
  status: 'free',
  start: zoned(free.starts_at, timeZone),
  end: zoned(free.ends_at, timeZone),
});

/** Of one search: free times are computed. */
const NAMED_MAX = 10;

function requireFew(ids: readonly string[]): string {
  if (ids.length > NAMED_MAX) throw new TooMany(NAMED_MAX);
  return JSON.stringify(ids);
}

const SYSTEM = 'http://hl7.org/fhir/slotstatus';

export const parameters: Parameters = {
  _id: {
    type: 'token',
    documentation: 'Logical id',
    condition: (or) => {
      const ids = or.map(plainValue).filter(placeOf);
      if (ids.length === 0) return null;
      return {
        ...{ shape: 'slots', value: requireFew(ids) },
        refine: ({ id }) => id !== undefined && ids.includes(id),
      };
    },
  },
  schedule: {
    type: 'reference',
    documentation: 'The schedule, or several; demanded unless `_id` is given',
    modifiers: ['Schedule'],
    condition: (or, { url }) => {
      const ids = or.flatMap((value) => referredId(value, ['Schedule'], url)?.id ?? []);
      if (ids.length === 0) return null;
      return {
        ...{ shape: 'schedules', value: requireFew(ids) },
        refine: (resource) =>
          ids.some((id) => elementOf<Reference>(resource, 'schedule')?.reference === `Schedule/${id}`),
      };
    },
  },
  start: instantParameter('start', 'When it begins; without an end, within 31 days', ({ start }) => start),
  status: {
    type: 'token',
    documentation: 'free: others are not told',
    condition: (or) =>
      or.map(tokenOf).some(({ system = SYSTEM, code }) => system === SYSTEM && code === 'free')
        ? { shape: 'free', value: '' }
        : null,
  },
};

/** All that the ranges of each condition span together. */
export function spanOf(conditions: readonly { shape: string; value: unknown }[], now: number): Range {
  const each = conditions.filter(({ shape }) => shape === 'start').map(({ value }) => ownJson<Range[]>(String(value)));
  return [
    Math.max(now, ...each.map((ranges) => Math.min(...ranges.map(([from]) => from)))),
    Math.min(LAST, ...each.map((ranges) => Math.max(...ranges.map(([, until]) => until)))),
  ];
}
