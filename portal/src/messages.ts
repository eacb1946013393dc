import { pageOf, type Schema } from 'hospital-service-client';
import { joined } from './format';
import { t } from './i18n';
import type { Contact } from './person';
import { hospital } from './session';

export type VisitMessage = Schema<'VisitMessage'>;
export type ListedMessage = Schema<'ListedMessage'>;

type State = VisitMessage['state'];

export const STATES: readonly State[] = ['failed', 'dropped', 'waiting', 'sent'];
const LOOKS: Record<State, string> = { waiting: '', sent: 'good', dropped: 'over', failed: 'bad' };
export const lookOf = ({ state }: VisitMessage | ListedMessage): string => LOOKS[state];

export const kindText = ({ kind, channel }: VisitMessage | ListedMessage): string =>
  joined([t.messages.kinds[kind], t.messages.channels[channel]]);

/** A refusal by others is a code of theirs, which says more than nothing. */
export function reasonText(reason: string | undefined): string {
  const known: Record<string, string> = t.messages.reasons;
  return reason ? (known[reason] ?? reason) : '';
}

/** Whether the patient wants messages; empty where nobody has asked. */
export function contactText(contact: Contact | null | undefined): string {
  if (!contact) return '';
  return joined([contact.email ? t.contact.byEmail : null, contact.sms ? t.contact.bySms : null]) || t.contact.refused;
}

const PER_PAGE = 50;

/** Those of a state, or all of them. */
export async function loadMessages(state: string, cursor: string, signal: AbortSignal) {
  const known = STATES.find((each) => each === state);
  const query = { limit: PER_PAGE, ...(known && { state: known }), ...(cursor && { cursor }) };
  return pageOf(await hospital.GET('/messages/', { params: { query }, signal }), query);
}
