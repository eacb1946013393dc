import { type Appointment, isOff } from './appointments';
import { minuteOf } from './format';
import type { Need } from './scale';
import { USUAL_MINUTES } from './time-check';
import { DAY, meets, type Span } from './timetable';

// Which place in a column an appointment has among those at the same time.

/** Who comes at the same time as others lies upon them, with their names still to be seen; who does not come stands aside. */
export interface Placed extends Span {
  appointment: Appointment;
  isOff: boolean;
  /** how many it lies upon; of those who do not come, which of `lanes` side by side it has */
  lane: number;
  lanes: number;
  /** how much room the name needs: 1 is two lines of text */
  cards: number;
  /** how much of it those need who begin at the same minute and have their names above its own */
  above: number;
  /** when another one begins to lie upon it */
  covered: number | undefined;
  /** how many who do not come stand beside it; of those themselves, whether somebody else comes then */
  beside: number;
}

/** The first lane that none of some others has. */
const laneBeside = (others: readonly Placed[]): number =>
  Array.from({ length: others.length + 1 }, (_, i) => i).find((i) => others.every(({ lane }) => lane !== i)) ?? 0;

/** Letters of a name that has more than two lines in a narrow column. */
const LONG = 22;

/**
 * Appointments of one column, in the order of time. Beside those that are off there is room for a free time, or for who comes.
 * @param isTight whether the column is one of many
 */
export function place(appointments: readonly Appointment[], isTight = false): Placed[] {
  const placed = appointments
    .map((appointment): Placed => {
      const from = minuteOf(appointment.schedule);
      const to = Math.min(from + (appointment.expected_duration_minutes || USUAL_MINUTES), DAY);
      const off = isOff(appointment.status);
      const { first_name = '', last_name = '' } = appointment.patient ?? {};
      const cards = isTight && `${first_name} ${last_name}`.length > LONG ? 1.5 : 1;
      return { appointment, from, to, isOff: off, lane: 0, lanes: 1, cards, above: 0, covered: undefined, beside: 0 };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const [gone, coming] = [placed.filter((entry) => entry.isOff), placed.filter((entry) => !entry.isOff)];
  for (const group of [gone, coming])
    for (const [i, entry] of group.entries()) {
      const running = group.slice(0, i).filter(({ to }) => to > entry.from);
      entry.lane = laneBeside(running);
      entry.above = running.reduce((sum, { from, cards }) => (from === entry.from ? sum + cards : sum), 0);
      for (const below of running) below.covered ??= entry.from;
    }
  for (const entry of gone) {
    const beside = gone.filter((other) => meets(other, entry));
    entry.lanes = Math.max(...beside.map(({ lane }) => lane)) + 1;
    for (const other of coming.filter((each) => meets(each, entry))) {
      entry.beside = 1;
      other.beside = Math.max(other.beside, entry.lane + 1);
    }
  }
  return placed;
}

/**
 * The room that names need.
 * @param card as many minutes as are usually as high as two lines of text
 */
export const needsOf = (placed: readonly Placed[], card: number): Need[] =>
  placed
    .filter((entry) => !entry.isOff)
    .flatMap(({ from, to, cards, above, covered }) => {
      const room = card * (above + cards);
      const own = { from, to, room };
      return covered !== undefined && covered > from ? [own, { from, to: covered, room }] : [own];
    });
