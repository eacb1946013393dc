// Answers to writes as the client prefers them, and answers that go into the access log.
import type { View } from '../schemas/requests';
import { recordLooks } from './access-log';
import type { AppContext } from './context';

interface PreferHeader {
  prefer?: string | undefined;
}

/** What the client wants as the answer to a write: the full record or less (RFC 7240). */
export const preferredView = ({ prefer = '' }: PreferHeader): View =>
  /(^|[,;\s])return="?representation"?($|[,;\s])/i.test(prefer) ? 'full' : 'reduced';

/** Confirms the preference, which only an answer to a write that succeeded may do. */
export function applyPreference(c: AppContext, header: PreferHeader): View {
  const view = preferredView(header);
  if (view === 'full') c.header('preference-applied', 'return=representation');
  return view;
}

export function answerJson(c: AppContext, body: object, status: 200 | 201 = 200) {
  recordLooks(c, body);
  return c.json(body, status);
}

/** @param record whose bytes these are, for the access log */
export function answerBytes(
  c: AppContext,
  record: object,
  bytes: ReadableStream | null,
  status: 200 | 206 | 304,
  headers: Record<string, string>,
) {
  recordLooks(c, record);
  return c.newResponse(bytes, status, headers);
}
