/** Which form an answer has: JSON alone (hl7.org/fhir/R4/http.html#mime-type). */

import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppContext, AppEnv } from '../../http/context';
import { FhirError } from '../errors';

export const FHIR_JSON = 'application/fhir+json';

const isJson = (type: string) => /^(\*\/\*|application\/\*|application\/(fhir\+)?json|json|text\/json)$/.test(type);
const isFormat = (type: string) => isJson(type.toLowerCase().replace(' ', '+').split(';')[0]?.trim() ?? '');

/** `_format` counts more than `Accept`. @throws FhirError 406 */
export const negotiated = createMiddleware<AppEnv>(async (c, next) => {
  const format = c.req.query('_format');
  const accepted = format !== undefined && format !== '' ? [format] : (c.req.header('accept') ?? '*/*').split(',');
  // A Binary is sent in the form that it is stored in, if it is not asked for as JSON; a file of an export is NDJSON.
  const isOther = /\/(Binary|\$export-file)\//.test(c.req.path);
  if (!isOther && !accepted.some((one) => isFormat(one.trim())))
    throw new FhirError(406, 'not-supported', `Answers are ${FHIR_JSON}, not ${accepted[0]?.trim()}`);
  await next();
});

/** Whether a Binary is wanted as a resource. */
export const wantsResource = (c: AppContext): boolean => {
  const asked = c.req.query('_format') ?? c.req.header('accept') ?? '';
  return /(fhir\+json|^json|[^/]json)/.test(asked.replace(' ', '+'));
};

export function answerFhir(
  c: AppContext,
  resource: object | string,
  status: ContentfulStatusCode = 200,
  headers: Record<string, string> = {},
) {
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource);
  return c.newResponse(text, status, { ...headers, 'content-type': `${FHIR_JSON}; charset=utf-8` });
}
