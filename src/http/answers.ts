import type { View } from '../schemas/requests';
import { recordLooks } from './access-log';
import type { AppContext } from './context';

interface PreferHeader {
  prefer?: string | undefined;
}

/** What the client wants as the answer to a write: the full record or less (RFC 7240). */
export const preferredView = ({ prefer = '' }: PreferHeader): View =>
  /(^|[,;\s])return="?representation"?($|[,;\s])/i.test(prefer) ? 'full' : 'reduced';

/** The preferred view, and `Preference-Applied` if it is the full record. Only once the write has succeeded. */
export function applyPreference(c: AppContext, header: PreferHeader): View {
  const view = preferredView(header);
  if (view === 'full') c.header('preference-applied', 'return=representation');
  return view;
}

/** Answers JSON, and records what it shows of patients. */
export function answerJson(c: AppContext, body: object, status: 200 | 201 = 200) {
  recordLooks(c, body);
  return c.json(body, status);
}

/** Answers bytes, all, a part or none of them, and records the `record` whose they are. */
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
