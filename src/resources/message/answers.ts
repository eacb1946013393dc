/** What is answered of a message: of a visit, in a list, and alone. */
import { isoTime } from '../../rules/datetime';
import { dueAt } from '../../rules/messages';
import type { VisitMessageRow } from './queries';
import type { VisitMessage } from './schemas';

/** Of one that nobody has looked at yet it is computed as the tick will. One that the quiet hours drop keeps its own time. */
const dueOf = (row: Omit<VisitMessageRow, 'id'>, timeZone: string): number =>
  row.due_at ?? dueAt(row, row.quiet, timeZone) ?? dueAt(row, null, timeZone) ?? row.starts_at;

export function toVisitMessage(row: VisitMessageRow, timeZone: string): VisitMessage {
  const { id, kind, hours_before, channel, shown: state, reason } = row;
  return {
    ...{ id, kind, channel, due_at: isoTime(dueOf(row, timeZone)), state },
    ...(kind === 'reminder' && { hours_before }),
    ...(reason !== null && { reason }),
  };
}
