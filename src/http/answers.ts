// Answers to writes, as declared and as the client prefers them, and answers that go into the access log.
import type * as z from 'zod';
import type { View } from '../schemas/requests';
import { recordLooks } from './access-log';
import type { AppContext } from './context';
import type { EndpointSpec } from './endpoint-spec';

type Answers = EndpointSpec['answers'];

export const createAnswers = (body: z.ZodType, description = 'Created'): Answers => ({
  201: { description, body, headers: { location: 'Its address', etag: 'Its version' } },
});

export const updateAnswers = (body: z.ZodType, description = 'Updated'): Answers => ({
  200: { description, body, headers: { etag: 'Its new version' } },
});

interface PreferHeader {
  prefer?: string | undefined;
}

/** RFC 7240. */
export const preferredView = ({ prefer = '' }: PreferHeader): View =>
  /(^|[,;\s])return="?representation"?($|[,;\s])/i.test(prefer) ? 'full' : 'reduced';

/** Only for a write that has succeeded: it confirms the preference. */
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
