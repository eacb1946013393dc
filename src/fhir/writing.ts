/** Creates and updates: what HTTP asks of them, whatever the type. */
import { covers } from '../auth/scopes';
import { DuplicateError, ForbiddenError, NotFoundError } from '../errors';
import type { AppContext } from '../http/context';
import { idempotencyOf } from '../http/created';
import { serviceContext } from '../http/service-context';
import { FhirError } from './errors';
import { answerWritten } from './exchange';
import { houseOf } from './house';
import { found } from './searching';
import type { Found, ServedType, Writing } from './type';

/** What `If-None-Exist` names, if it is there. @throws FhirError 412 where there are several */
async function existing(c: AppContext, served: ServedType): Promise<Found | undefined> {
  const criteria = c.req.header('if-none-exist')?.replace(/^\?/, '');
  if (criteria === undefined || !served.search) return undefined;
  const actor = c.get('actor');
  if (!actor || !covers(actor, { type: served.type, interaction: 's' }))
    throw new ForbiddenError('The scope of the login does not cover the search', 'insufficient_scope');
  // A search shows what it finds.
  c.set('writesOnly', false);
  const { request, page } = await found(c, served, served.search, new URLSearchParams(criteria), true);
  if (request.conditions.length === 0 && !request.isEmpty)
    throw new FhirError(412, 'multiple-matches', 'If-None-Exist has no criterion');
  if (page.matches.length > 1) throw new FhirError(412, 'multiple-matches', 'If-None-Exist is met by several');
  return page.matches[0];
}

export async function answerCreate(
  c: AppContext,
  served: ServedType,
  writing: Writing,
  sent: unknown,
  key: Parameters<typeof idempotencyOf>[1],
) {
  const house = await houseOf(c);
  const before = await existing(c, served);
  if (before) return answerWritten(c, house, before, 200);
  try {
    const made = await writing.create(serviceContext(c), house, sent, await idempotencyOf(c, key));
    return answerWritten(c, house, made, 201);
  } catch (error) {
    // Somebody else has created it since the search.
    const now = error instanceof DuplicateError ? await existing(c, served) : undefined;
    if (!now) throw error;
    return answerWritten(c, house, now, 200);
  }
}

export async function answerUpdate(
  c: AppContext,
  served: ServedType,
  update: NonNullable<Writing['update']>,
  sent: unknown,
  id: string,
  if_version: number | null,
) {
  const { id: given } = sent as { id?: string };
  if (given !== id)
    throw new FhirError(400, 'value', `The id in the resource should be ${id}`, { expression: `${served.type}.id` });
  const house = await houseOf(c);
  try {
    const made = await update(serviceContext(c), house, sent, id, if_version);
    return answerWritten(c, house, made, 200);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await served.read(serviceContext(c), house, id).catch((missing) => {
      if (missing instanceof FhirError && missing.status !== 404) throw missing;
    });
    throw new FhirError(405, 'not-supported', 'Ids are given by the server: create it by POST', {
      headers: { allow: 'GET, HEAD' },
    });
  }
}
