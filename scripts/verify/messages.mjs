import '../typescript.mjs';
import { select } from '../storage/pages.mjs';
import { ranges } from './declared.mjs';

const { isToCome } = await import('../../src/rules/appointment-status.ts');
const { LEASE } = await import('../../src/messages/schedule.ts');

const OPEN = `SELECT m.id, m.state, m.starts_at = a.starts_at AS is_timed, a.deleted_at IS NULL AS is_there, a.status
  FROM message m JOIN appointment a ON a.id = m.appointment_id WHERE m.seq > ? AND m.seq <= ? AND m.ended_at IS NULL`;
const ENDED = `SELECT id FROM message WHERE seq > ? AND seq <= ?
  AND (ended_at IS NULL) <> (state IN ('waiting', 'claimed', 'told'))`;
/** The tick takes a claim of a Worker that died once its lease is over, which begins as the row is written. */
const CLAIMED = `SELECT id FROM message WHERE seq > ? AND seq <= ? AND state = 'claimed' AND ended_at IS NULL
  AND look_at > changed_at + ${LEASE}`;

/** What waits is of a visit that is to come, at its time, is claimed by nobody for ever, and ends once. */
export async function messages({ DB }, wrong) {
  let waiting = 0;
  for await (const range of ranges(DB, 'message')) {
    for (const { id, is_timed, is_there, status } of await select(DB, OPEN, ...range)) {
      waiting++;
      if (!is_there || !isToCome(status)) wrong(`message ${id}: it waits, and its visit is over or cancelled`);
      else if (!is_timed) wrong(`message ${id}: it waits for another time than that of its visit`);
    }
    for (const { id } of await select(DB, CLAIMED, ...range))
      wrong(`message ${id}: it is claimed for longer than a lease`);
    for (const { id } of await select(DB, ENDED, ...range)) wrong(`message ${id}: its state is not that of its end`);
  }
  return `${waiting} messages that wait`;
}
