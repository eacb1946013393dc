// What a write changes besides itself: the one table by which queries are read again.

/** The beginnings of paths, the longest first. The first part of any other path is its entity. */
const PATHS = [
  ['/auth/feeds', 'feed'],
  ['/auth', 'account'],
  ['/static', 'file'],
  ['/calendar/appointments/{id}/note', 'note'],
  ['/patient/{id}/notes', 'note'],
  ['/doctor/{id}/notes', 'note'],
  ['/calendar/appointments', 'appointment'],
  ['/calendar/slots', 'slot'],
  ['/calendar/doctors', 'hours'],
  ['/calendar/hours', 'hours'],
  ['/calendar/closures', 'closure'],
  ['/calendar/types', 'appointment_type'],
  ['/calendar/resources', 'calendar_resource'],
  ['/calendar/holds', 'hold'],
  ['/calendar/series', 'appointment'], // its visits
  ['/calendar/summary', 'calendar_summary'],
  ['/invoice/{id}/payments', 'payment'],
  ['/invoice/{id}/credit-note', 'credit_note'],
  ['/events', 'event'],
  ['/feeds', 'feed'],
  ['/webhooks', 'webhook'],
] as const;

/**
 * Whose answers have something in them of what was written: names, sums, files, free times. A merge is a write of a patient, so it
 * concerns both patients and all that has moved from one to the other.
 */
const SHOWN_IN = {
  account: ['doctor', 'feed'],
  appointment: ['slot', 'invoice', 'note', 'calendar_summary'],
  appointment_type: ['slot'],
  audit: [],
  calendar_resource: ['slot'],
  calendar_summary: [],
  catalog: [],
  closure: ['slot', 'hours', 'calendar_summary'],
  credit_note: ['invoice', 'payment'],
  department: ['appointment', 'slot', 'hours', 'closure', 'calendar_summary', 'feed'],
  doctor: ['appointment', 'slot', 'hours', 'closure', 'invoice', 'note', 'account', 'calendar_summary', 'feed'],
  event: [],
  feed: [],
  file: ['patient', 'doctor', 'appointment', 'invoice', 'department'],
  health: [],
  hold: ['slot'],
  hours: ['slot', 'calendar_summary'],
  invoice: ['payment', 'credit_note'],
  note: ['appointment'],
  patient: ['appointment', 'slot', 'note', 'invoice', 'payment', 'credit_note', 'file', 'calendar_summary'],
  payment: ['invoice', 'credit_note'],
  settings: [],
  slot: [],
  webhook: [],
} as const;

export type Entity = keyof typeof SHOWN_IN;

/** A path that is not in `PATHS` begins with the name of its entity: test/table.test.mjs tries those of all writes. */
const firstOf = (path: string) => path.split('/')[1] as Entity;

export function entityOf(path: string): Entity {
  const known = PATHS.find(([beginning]) => path.startsWith(beginning));
  return known ? known[1] : firstOf(path);
}

/** The entities whose queries may be out of date after a write of this one: after any, the audit trail and what is told of it. */
export const concernedBy = (entity: Entity): readonly Entity[] => [entity, ...SHOWN_IN[entity], 'audit', 'event'];
