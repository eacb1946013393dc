import { appointmentStatusOf, etagOf, pageOf, type Schema } from 'hospital-service-client';
import { addDays } from './format';
import { hospital } from './session';

interface Place {
  /** of the appointment */
  id: string;
  number: number;
  /** called since the last look */
  isNew: boolean;
}

/** Who has been called and who waits in a department, by numbers. */
export interface Queue {
  /** who was called last comes first */
  called: Place[];
  /** in the order of their numbers */
  waiting: Place[];
  /** how many wait, also those with an appointment, who have no number */
  count: number;
}

type Visit = Schema<'ListedAppointment'>;
type Queues = ReadonlyMap<string, Queue>;

/** More than sit in any waiting room. */
const MOST = 1000;

/**
 * Makes a load of a day's queues by department, which asks whether anything has changed. It asks for no names and no visit that was
 * cancelled, of which a reason would say something: what is not here no screen shows.
 */
export function boardLoader(day: string): (signal: AbortSignal) => Promise<Queues> {
  let last: { version: string; queues: Queues; called: ReadonlySet<string> } | undefined;
  return async (signal) => {
    const query = { from: day, to: addDays(day, 1), status: ['CHECKED_IN', 'IN_PROGRESS'], limit: MOST };
    const header = last ? { 'if-none-match': last.version } : {};
    const result = await hospital.GET('/calendar/appointments/', { params: { query, header }, signal });
    if (last && result.status === 304) {
      last.version = result.response.headers.get('etag') ?? last.version; // by which it is cheaper to ask next
      return last.queues;
    }
    const { items } = pageOf(result);
    const called = items.filter(isCalled);
    const before = last?.called;
    const queues = new Map(
      [...Map.groupBy(items, ({ department_id }) => department_id)].map(([id, visits]) => [
        id,
        queueOf(visits, before),
      ]),
    );
    if (!signal.aborted) last = { version: etagOf(result), queues, called: new Set(called.map(({ id }) => id)) };
    return queues;
  };
}

const isCalled = ({ status }: Visit): boolean => appointmentStatusOf(status) === 'IN_PROGRESS';

/** @param before who had been called; nobody is new on a board that has just begun */
function queueOf(visits: readonly Visit[], before: ReadonlySet<string> | undefined): Queue {
  const waits = visits.filter((visit) => !isCalled(visit));
  const placesOf = (some: readonly Visit[]): Place[] =>
    some.flatMap(({ id, queue_number: number }) =>
      number === undefined ? [] : [{ id, number, isNew: before !== undefined && !before.has(id) }],
    );
  const latest = visits.filter(isCalled).sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  return {
    called: placesOf(latest),
    waiting: placesOf(waits).sort((a, b) => a.number - b.number),
    count: waits.length,
  };
}
