// Answers to writes, as declared and as the client prefers them, and answers that go into the access log.
import type * as z from 'zod';
import type { View } from '../schemas/requests';
import { recordAccess, recordNoAccess } from './access-log';
import { type AppContext, isShown } from './context';
import type { EndpointSpec } from './endpoint-spec';

type Answers = EndpointSpec['answers'];

const ADDRESSED: Record<string, string> = { location: 'Its address', etag: 'Its version' };

export const createAnswers = (body: z.ZodType, description = 'Created', headers = ADDRESSED): Answers => ({
  201: { description, body, headers },
});

/** Of a create whose repetition shows the record as it is by then. */
export const shownCreateAnswers = (body: z.ZodType, description = 'Created', headers = ADDRESSED): Answers => ({
  ...createAnswers(body, description, headers),
  204: { description: 'Created before, by a login whose scope has no read: it is shown nothing', headers },
});

const NEW_VERSION: Record<string, string> = { etag: 'Its new version' };

export const updateAnswers = (body: z.ZodType, description = 'Updated', headers = NEW_VERSION): Answers => ({
  200: { description, body, headers },
});

/** Of an update that shows the record by itself, without being asked to by `Prefer`. */
export const shownAnswers = (body: z.ZodType, description = 'Updated', headers = NEW_VERSION): Answers => ({
  ...updateAnswers(body, description, headers),
  204: { description: 'Updated by a login whose scope has no read: it is shown nothing', headers },
});

interface PreferHeader {
  prefer?: string | undefined;
}

/** RFC 7240. */
export const preferredView = (c: AppContext, { prefer = '' }: PreferHeader): View =>
  isShown(c) && /(^|[,;\s])return="?representation"?($|[,;\s])/i.test(prefer) ? 'full' : 'reduced';

/** Only for a write that has succeeded: it confirms the preference. */
export function applyPreference(c: AppContext, header: PreferHeader): View {
  const view = preferredView(c, header);
  if (view === 'full') c.header('preference-applied', 'return=representation');
  return view;
}

/** Without a body for a login that may write the record and not read it. */
export function answerJson(c: AppContext, body: object, status: 200 | 201 = 200) {
  if (!isShown(c)) {
    recordNoAccess(c);
    return c.body(null, 204);
  }
  recordAccess(c, body);
  return c.json(body, status);
}

/** Of a write, by a text that shows nothing of the record. */
export function answerMessage(c: AppContext, message: object) {
  recordNoAccess(c);
  return c.json(message, 200);
}

/** @param record whose bytes these are, for the access log */
export function answerBytes(
  c: AppContext,
  record: object,
  bytes: ReadableStream | null,
  status: 200 | 206 | 304,
  headers: Record<string, string>,
) {
  recordAccess(c, record);
  return c.newResponse(bytes, status, headers);
}
