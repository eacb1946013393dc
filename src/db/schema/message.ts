// What patients are told of their visits. Triggers on `appointment` plan it, so that no write of a visit can forget it.
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { spellingsOf, WITHOUT_MESSAGES } from '../../rules/appointment-status';
import { HOUR } from '../../rules/clock';
import type {
  MessageChannel,
  MessageDetail,
  MessageKind,
  MessageState,
  QuietHours,
  ShownState,
} from '../../rules/messages';
import { appointment } from './appointment';
import { entityColumns, json, optionalJson } from './columns';
import { type Extra, RANDOM_UUID, trigger, updated } from './extras';
import { ofHospital, ofRecord } from './whose';

/** Of the one row. */
export const MESSAGE_RULES_ID = 'e55a6e00-0000-4000-8000-000000000000';

/** What the hospital tells its patients: one row, once an admin has said so. */
export const messageRules = sqliteTable('message_rules', {
  ...entityColumns(),
  // No AUTOINCREMENT: there is one row.
  seq: integer().primaryKey(),
  booked: integer({ mode: 'boolean' }).notNull(),
  /** hours before the visit */
  reminders: json<number[]>(),
  /** null: none */
  quiet: optionalJson<QuietHours>(),
  channel: text().$type<MessageChannel>().notNull(),
  shows: json<MessageDetail[]>(),
});

/** A message is open until it has an `ended_at`. */
export const message = sqliteTable(
  'message',
  {
    // No AUTOINCREMENT, which reads a row per table.
    seq: integer().primaryKey(),
    id: text().notNull().unique(),
    appointment_id: text()
      .notNull()
      .references(() => appointment.id),
    kind: text().$type<MessageKind>().notNull(),
    /** of a reminder; 0: right after the booking */
    hours_before: integer().notNull(),
    /** of an open one what the rules said when it was planned: it goes by what they say when it is due */
    channel: text().$type<MessageChannel>().notNull(),
    /** when the visit begins that it is about */
    starts_at: integer().notNull(),
    /** when it is due, by the clocks and the quiet hours; null: nobody has looked yet */
    due_at: integer(),
    /** from when on the minute's tick looks at it. SQL knows no clocks, so that its first look is early */
    look_at: integer().notNull(),
    state: text().$type<MessageState>().notNull(),
    /** why it was dropped, or what the last refusal was */
    reason: text(),
    /** to send it */
    attempts: integer().notNull(),
    /** whose it is until then; it also tells one claim from another, as no trigger that drops a message takes it away */
    claimed_until: integer(),
    /** when it was planned; of a `booked` one also when the visit was moved, as it is due then */
    created_at: integer().notNull(),
    /** a backup reads what is newer than its beginning again */
    changed_at: integer().notNull(),
    /** when it was sent, dropped or given up */
    ended_at: integer(),
    /** as it is answered */
    shown: text()
      .generatedAlwaysAs(sql.raw(`iif(ended_at IS NULL, 'waiting', state)`), { mode: 'virtual' })
      .$type<ShownState>(),
  },
  (t) => [
    index('message_appointment').on(t.appointment_id, t.seq),
    index('message_look').on(t.look_at).where(sql`ended_at IS NULL`),
    index('message_shown').on(t.shown, t.seq),
    index('message_ended').on(t.ended_at).where(sql`ended_at IS NOT NULL`),
  ],
);

export const messageRows = [
  ofHospital(messageRules),
  // What was sent is no part of a patient's record.
  ofRecord(message, message.appointment_id, { fhir: null }),
];

/** The clocks may have changed by up to that much between a reminder and its visit. */
const EARLIER = 3;

const folded = (status: string) =>
  `' ' || upper(replace(replace(replace(${status}, '_', ''), '-', ''), ' ', '')) || ' '`;
const isOneOf = (status: string, words: readonly string[]) => `instr(' ${words.join(' ')} ', ${folded(status)}) > 0`;
/** Whether a patient is still to come. */
const isToCome = (row: 'NEW' | 'OLD') =>
  `(${row}.deleted_at IS NULL AND NOT ${isOneOf(`${row}.status`, WITHOUT_MESSAGES)})`;

const RULES = `message_rules WHERE message_rules.id = '${MESSAGE_RULES_ID}'`;
/** Without rules nothing was ever planned, and no write costs more for it. So a restore plans nothing: it loads visits before them. */
const ASKED = `EXISTS (SELECT 1 FROM ${RULES})`;

const PLANNED =
  'id, appointment_id, kind, hours_before, channel, starts_at, look_at, state, attempts, created_at, changed_at';
const plan = (kind: MessageKind, hours: string, look: string) =>
  `INSERT INTO message (${PLANNED}) SELECT ${RANDOM_UUID}, NEW.id, '${kind}', ${hours}, channel, NEW.starts_at, ${look}, 'waiting', 0, NEW.updated_at, NEW.updated_at`;

/** Of a series for one visit alone, which is the first. */
const OF_SERIES = `EXISTS (SELECT 1 FROM appointment visit JOIN message other ON other.appointment_id = visit.id AND other.kind = 'booked' WHERE visit.series_id = NEW.series_id AND visit.id <> NEW.id)`;
const TOLD_ALREADY = `EXISTS (SELECT 1 FROM message other WHERE other.appointment_id = NEW.id AND other.kind = 'booked' AND other.state <> 'dropped')`;
const planBooked = (when = '') =>
  `${plan('booked', '0', 'NEW.updated_at')} FROM ${RULES} AND booked AND NEW.starts_at > NEW.updated_at${when} AND NOT ${TOLD_ALREADY} AND (NEW.series_id IS NULL OR NOT ${OF_SERIES});`;

const before = (hours: string) => `NEW.starts_at - ${hours} * ${HOUR}`;
const look = (hours: string) => before(`(${hours} + ${EARLIER})`);
const HAS_ONE = `EXISTS (SELECT 1 FROM message other WHERE other.appointment_id = NEW.id AND other.kind = 'reminder' AND other.hours_before = hours.value AND (other.ended_at IS NULL OR (other.state = 'sent' AND other.starts_at = NEW.starts_at)))`;
/** The night before a visit may have an hour less: then a time is ahead by the clocks that elapsed hours call over. */
const LESS = 1;
/** Those whose time is ahead, or may be, which `decideTime` knows; also where one was sent for another time of the visit. */
const planReminders = (when = '') =>
  `${plan('reminder', 'hours.value', look('hours.value'))} FROM json_each((SELECT reminders FROM ${RULES})) hours JOIN message_rules WHERE ${before(`max(hours.value - ${LESS}, 1)`)} > NEW.updated_at${when} AND NOT ${HAS_ONE};`;

const wait = `UPDATE message SET state = 'waiting', starts_at = NEW.starts_at, due_at = NULL, look_at = iif(kind = 'booked', NEW.updated_at, ${look('hours_before')}), reason = NULL, attempts = 0, claimed_until = NULL, created_at = iif(kind = 'booked', NEW.updated_at, created_at), changed_at = NEW.updated_at WHERE appointment_id = NEW.id AND ended_at IS NULL;`;

const end = `UPDATE message SET state = 'dropped', reason = iif(${isOneOf('NEW.status', spellingsOf('CANCELLED'))}, 'cancelled', 'ended'), ended_at = NEW.updated_at, changed_at = NEW.updated_at WHERE appointment_id = NEW.id AND ended_at IS NULL;`;

const BEGINS_ANEW = `NOT ${isToCome('OLD')}`;
/** Not where the hourly job derives the same time anew. */
const IS_WRITTEN = 'NEW.version <> OLD.version';

export const messageExtras = (): Extra[] => [
  {
    table: 'appointment',
    triggers: [
      trigger(
        'appointment_plans_messages',
        `AFTER INSERT ON appointment WHEN ${isToCome('NEW')} AND NEW.starts_at > NEW.updated_at AND ${ASKED}`,
        [planBooked(), planReminders()],
      ),
      trigger(
        'appointment_moves_messages',
        updated(
          'appointment',
          'starts_at, status, deleted_at',
          `${isToCome('NEW')} AND (NEW.starts_at <> OLD.starts_at OR ${BEGINS_ANEW}) AND ${ASKED}`,
        ),
        [wait, planBooked(` AND ${BEGINS_ANEW}`), planReminders(` AND ${IS_WRITTEN}`)],
      ),
      trigger(
        'appointment_ends_messages',
        updated('appointment', 'status, deleted_at', `${isToCome('OLD')} AND NOT ${isToCome('NEW')} AND ${ASKED}`),
        [end],
      ),
    ],
  },
];
