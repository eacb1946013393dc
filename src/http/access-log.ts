import { routePath } from 'hono/route';
import { sendToAccessLog } from '../access-log/outbox';
import type { AccessRecord } from '../access-log/record';
import type { Role } from '../auth/permissions';
import type { Actor } from '../context';
import { DuplicateError, ForbiddenError, LoginFailedError } from '../errors';
import { timeOrderedUuid } from '../rules/uuid';
import { type AppContext, clientAddress, isRead } from './context';
import {
  type Access,
  accessesTo,
  beginDisclosure,
  disclosureOf,
  naming,
  type RequestDisclosure,
  type Shown,
} from './disclosure';
import type { EndpointSpec } from './endpoint-spec';
import { mayRecordRefusal } from './limits';

const subjectOf = ({ permission = 'account' }: EndpointSpec): string => permission.split(':')[0] ?? permission;

const refusal = (c: AppContext, spec: EndpointSpec): Access => ({
  action: 'refused',
  entity: subjectOf(spec),
  detail: JSON.stringify({
    permission: spec.permission ?? 'account',
    route: `${c.req.method} ${routePath(c, -1)}`,
    scope: c.get('actor')?.scope,
  }),
});

function recordOf(c: AppContext, event: Access): AccessRecord {
  const actor = c.get('actor');
  const at = Date.now();
  return {
    id: timeOrderedUuid(at),
    at,
    actor: actor?.id ?? null,
    role: actor?.role ?? null,
    entity_id: null,
    patient_id: null,
    owner_id: null,
    count: null,
    request_id: c.get('requestId'),
    address: clientAddress(c) ?? null,
    detail: null,
    ...event,
  };
}

const send = (c: AppContext, ...records: AccessRecord[]): void =>
  c.executionCtx.waitUntil(sendToAccessLog(c.env, records));
const record = (c: AppContext, event: Access): void => send(c, recordOf(c, event));

/**
 * What the request has written is left out, as the audit trail has it. The text of a search is never recorded.
 * @param others shown beside the records of the endpoint
 */
export function recordAccess(c: AppContext, body: unknown, others: readonly Shown[] = []): void {
  const disclosure = c.get('disclosure');
  if (disclosure) disclosure.isAnswered = true;
  else if (others.length === 0) return;
  if (!c.get('actor') || (!isRead(c) && c.get('db')?.cost.rows_written)) return;
  sendAccesses(c, disclosure ? [{ ...disclosure, body }, ...others] : others);
}

/** Sent together, they share a message. */
const sendAccesses = (c: AppContext, all: readonly Shown[]): void =>
  send(c, ...all.flatMap((shown) => accessesTo(shown).map((access) => recordOf(c, access))));

/** By what is searched for, where the query's marks do not say it. */
export interface AskedAbout {
  patients: readonly string[];
  /** of one other record that has a patient */
  owner_id: string | null;
}

const asking = (disclosure: RequestDisclosure, { patients, owner_id }: AskedAbout): RequestDisclosure => ({
  ...disclosure,
  asked: patients,
  ids: { ...disclosure.ids, owner_id },
});

export function setAsked(c: AppContext, about: AskedAbout): void {
  const disclosure = c.get('disclosure');
  if (disclosure) c.set('disclosure', asking(disclosure, about));
}

/** Of a search that a write begins with, as one by itself: the audit trail has no more than what was written. */
export function recordSearch(c: AppContext, spec: EndpointSpec, body: unknown, about: AskedAbout): void {
  const disclosure = disclosureOf(spec);
  if (disclosure) sendAccesses(c, [{ ...asking(beginDisclosure(disclosure, {}, {}, false), about), body }]);
}

/** Of an answer that shows nothing which its client has not been shown. */
export function recordNoAccess(c: AppContext): void {
  const disclosure = c.get('disclosure');
  if (disclosure) disclosure.isAnswered = true;
}

/** An access to each. @param id of the patient whom the request has created */
export function recordDuplicates(c: AppContext, id: string, duplicates: readonly string[]): void {
  const access = { action: 'duplicates', entity: 'patient', entity_id: id, count: 1 };
  send(c, ...duplicates.map((patient_id) => recordOf(c, { ...access, patient_id })));
}

/** As a list of the patient's appointments. */
export const recordConflicts = (c: AppContext, patient_id: string, count: number): void =>
  record(c, { action: 'list', entity: 'appointment', patient_id, count });

/** Of a file of an export: whoever is in it, the access names the export alone. */
export const recordExported = (c: AppContext, entity: string, job: string, count: number): void =>
  record(c, { action: 'list', entity, count, detail: JSON.stringify({ export: job }) });

/** Of rows of another system's file: whoever is in them, the access names the import alone. @param count null: not counted */
export const recordImportRows = (c: AppContext, id: string, count: number | null): void =>
  record(c, { action: 'list', entity: 'import_job', entity_id: id, count });

/** Of a calendar that a program reads for an account, without a token: as a list of appointments by that account. */
export const recordFeed = (c: AppContext, feed: { id: string; user_id: string; role: Role }, count: number): void =>
  record(c, {
    ...{ action: 'list', entity: 'appointment', count, detail: JSON.stringify({ feed: feed.id }) },
    ...{ actor: feed.user_id, role: feed.role },
  });

/** @throws Error where an answer shows what has to be recorded, and nobody has */
export function recordOutcome(c: AppContext, spec: EndpointSpec): void {
  const { error } = c;
  if (error instanceof ForbiddenError) record(c, refusal(c, spec));
  if (error instanceof LoginFailedError) {
    // Whoever sent a wrong code knew the password.
    const detail = error.code === 'totp_invalid' ? JSON.stringify({ code: error.code }) : null;
    record(c, { action: 'login_failed', ...error.tried, detail });
  }
  // Whoever is told that something is taken has found who has it.
  if (error instanceof DuplicateError && error.heldBy) {
    const access = { action: 'search', entity: subjectOf(spec), count: error.heldBy.length };
    record(c, { ...access, ...naming(new Set(error.heldBy)) });
  }
  if (!error && c.get('disclosure')?.isAnswered === false) {
    throw new Error(
      `${spec.operationId} shows what is recorded: it should answer by answerJson, answerRecord, answerPage or answerBytes`,
    );
  }
}

/** Recorded up to a limit: anyone who may sign up could otherwise fill the log. */
export async function recordRefusal(c: AppContext, spec: EndpointSpec, { id }: Actor): Promise<void> {
  if (await mayRecordRefusal(c, id)) record(c, refusal(c, spec));
}
