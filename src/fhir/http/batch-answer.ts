/** What an entry of a batch is answered (hl7.org/fhir/R4/bundle-definitions.html#Bundle.entry.response). */
import type { Fault } from '../../errors';
import type { AppContext } from '../../http/context';
import { FAULTS_MAX } from '../../http/errors';
import { urlOf } from './deployment';
import { type Issue, issuesOf, outcomeOf } from './outcome';

export interface Answered {
  entry: object;
  /** to what it has made or found, as `Patient/{id}` */
  reference: string | undefined;
  bytes: number;
  bookmark: string | null;
}

/** Others are told by their number alone, as FHIR allows. */
const PHRASES: Readonly<Record<number, string>> = { 200: '200 OK', 201: '201 Created' };

const unmadeIssue = (n: number, reference: string): Issue => ({
  ...{ severity: 'error', code: 'not-found', expression: [`Bundle.entry[${n}].resource`] },
  diagnostics: `${reference} stands for nothing: no entry before this one has it as its fullUrl and was created or found`,
});

/** @param unmade references that stand for nothing, of which the type has said no more than that it does not know them */
export async function answeredEntry(
  c: AppContext,
  response: Response,
  n: number,
  { leftOut, unmade }: { leftOut: readonly Fault[]; unmade: readonly string[] },
): Promise<Answered> {
  const { status, headers } = response;
  const text = await response.text();
  const body = text === '' ? undefined : JSON.parse(text);
  const isOutcome = body?.resourceType === 'OperationOutcome';
  const ignored = headers.get('x-ignored-fields');
  const issues: Issue[] = [
    ...(status === 422 ? unmade.slice(0, FAULTS_MAX).map((reference) => unmadeIssue(n, reference)) : []),
    ...(isOutcome ? body.issue : []),
    ...issuesOf(c, leftOut, 'warning'),
    // An OperationOutcome names them itself.
    ...(ignored !== null && !isOutcome
      ? [{ severity: 'warning', code: 'not-supported', diagnostics: `Left out: ${ignored}` } as const]
      : []),
  ];
  const [location, etag, modified] = ['location', 'etag', 'last-modified'].map((name) => headers.get(name));
  return {
    entry: {
      ...(body && !isOutcome && { resource: body }),
      response: {
        status: PHRASES[status] ?? String(status),
        ...(location && { location }),
        ...(etag && { etag }),
        ...(modified && { lastModified: new Date(modified).toISOString() }),
        ...(issues.length > 0 && { outcome: outcomeOf(issues) }),
      },
    },
    reference: location?.slice(urlOf(c).length + 1).replace(/\/_history\/.*$/, ''),
    bytes: text.length,
    bookmark: headers.get('x-d1-bookmark'),
  };
}
