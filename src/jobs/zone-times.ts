/** Which instants follow from texts without a zone: writes derive them so, and the hourly job when the zone's rules change. */
import { appointment } from '../db/schema/appointment';
import { closures } from '../db/schema/closures';
import { invoice } from '../db/schema/invoice';
import { derivation } from '../db/search-rebuild';
import type { ZoneTimes } from '../db/zone-times';
import { endOf } from '../resources/appointment/rules';
import { closedTime } from '../rules/closures';
import { instant } from '../rules/datetime';

const appointments = derivation(appointment, {
  fields: ['schedule', 'expected_duration_minutes'],
  derived: ['starts_at', 'ends_at'],
});
const invoices = derivation(invoice, { fields: ['issue_date', 'due_date'], derived: ['issue_at', 'due_at'] });
const closed = derivation(closures, { fields: ['closures'], derived: ['closed'] });

export const ZONE_TIMES: readonly ZoneTimes[] = [
  {
    name: 'closures',
    step: (database, of, timeZone) =>
      closed(database, of, ({ closures }) => ({ closed: closures.map((one) => closedTime(one, timeZone)) })),
  },
  {
    name: 'appointment',
    step: (database, of, timeZone) =>
      appointments(database, of, ({ schedule, expected_duration_minutes }) => {
        const starts_at = instant(schedule, timeZone);
        return { starts_at, ends_at: endOf(starts_at, expected_duration_minutes) };
      }),
  },
  {
    name: 'invoice',
    step: (database, of, timeZone) =>
      invoices(database, of, ({ issue_date, due_date }) => ({
        issue_at: instant(issue_date, timeZone),
        due_at: due_date === null ? null : instant(due_date, timeZone),
      })),
  },
];
