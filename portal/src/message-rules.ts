import type { Schema } from 'hospital-service-client';
import { office, t } from './i18n';

export type Rules = Schema<'MessageRules'>;
export type RulesInput = Schema<'MessageRulesInput'>;

/** The rules as they are typed: what is on is `ON`; a reminder or an hour that is empty is none. */
export type RuleTexts = Record<
  'booked' | 'first' | 'second' | 'channel' | 'from' | 'until' | 'doctor' | 'department' | 'type',
  string
>;

export const ON = 'on';
const DETAILS = ['doctor', 'department', 'type'] as const;
export const CHANNELS = ['email', 'event'] as const;

export const ruleLabels = (): RuleTexts => ({
  booked: office.messages.booked,
  first: office.messages.first,
  second: office.messages.second,
  channel: office.messages.channel,
  from: office.messages.from,
  until: office.messages.until,
  doctor: t.calendar.doctor,
  department: t.calendar.department,
  type: t.types.one,
});

export function textsOf({ booked, reminders, channel, quiet, shows }: Rules): RuleTexts {
  const [first, second] = reminders.map(String);
  const shown = (detail: (typeof DETAILS)[number]) => (shows.includes(detail) ? ON : '');
  return {
    booked: booked ? ON : '',
    first: first ?? '',
    second: second ?? '',
    channel,
    from: quiet?.from ?? '',
    until: quiet?.until ?? '',
    doctor: shown('doctor'),
    department: shown('department'),
    type: shown('type'),
  };
}

/** As it is sent: quiet hours have both ends, or are none. */
export const rulesOf = (typed: RuleTexts): RulesInput => ({
  booked: typed.booked === ON,
  reminders: [typed.first, typed.second].filter(Boolean).map(Number),
  channel: CHANNELS.find((each) => each === typed.channel) ?? 'event',
  quiet: typed.from || typed.until ? { from: typed.from, until: typed.until } : null,
  shows: DETAILS.filter((detail) => typed[detail] === ON),
});
