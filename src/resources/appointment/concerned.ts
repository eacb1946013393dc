/** What may have changed in a list, by the trail: then a poll reads it. */
import type { ServiceContext } from '../../context';
import { appointment } from '../../db/schema/appointment';
import { department } from '../../db/schema/department';
import { doctor } from '../../db/schema/doctor';
import { patient } from '../../db/schema/patient';
import type { Since } from '../../events/places';
import { timesOf } from './calendar';
import type { CalendarQuery } from './schemas';

/** The tables of which it shows something, or asks. */
export const LISTED = [appointment, patient, doctor, department];

/** What brings an appointment into a list, or takes it out of it. */
const MOVING = ['schedule', 'doctor_id', 'department_id', 'patient_id'];

/**
 * Whether a list may have changed by what the trail has: an appointment that is elsewhere by now was so before, unless something has
 * moved it, and a person who is new has none yet.
 */
export function concernedBy(ctx: ServiceContext, query: CalendarQuery): (since: Since) => boolean {
  const { from, to } = timesOf(ctx, query);
  const { patient_id, doctor_id, department_id } = query;
  const moving = [...MOVING, ...(['status', 'type', 'tags'] as const).filter((name) => query[name].length > 0)];
  return ({ entity, action, changed, ...visit }) => {
    if (entity !== 'appointment') return action !== 'create';
    if (patient_id !== undefined || visit.starts_at === null) return true;
    if (changed.some((name) => moving.includes(name))) return true;
    return (
      visit.starts_at >= from &&
      visit.starts_at < to &&
      (doctor_id === undefined || doctor_id === visit.doctor_id) &&
      (department_id === undefined || department_id === visit.department_id)
    );
  };
}
