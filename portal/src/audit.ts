import { pageOf, type Schema } from 'hospital-service-client';
import { loadAccounts, nameOfAccount } from './accounts';
import { addDays } from './format';
import { t } from './i18n';
import { loadPrograms } from './programs';
import { linkTo } from './router';
import { hospital, may } from './session';

export type Change = Schema<'NamedAuditEntry'>;

const PER_PAGE = 50;

/** A sentence for what may not be in the table: a newer service has more than this portal knows. */
const textOf = (texts: Record<string, string>, name: string): string => texts[name] ?? name;

export const entityText = (entity: string): string => textOf(t.audit.entities, entity);
export const actionText = (action: string): string => textOf(t.audit.actions, action);

/** `Patient, in a search` of `patient:search`. */
export function lookText(kind: string): string {
  const [entity = '', action] = kind.split(':');
  const what = textOf(t.access.kinds, entity);
  return action ? `${what}, ${textOf(t.access.actions, action)}` : what;
}

export interface Actor {
  id: string;
  name: string;
}

/** By whom things are done: people, then programs. Those that are there no more have no name. */
export async function loadActors(signal: AbortSignal): Promise<Actor[]> {
  const [accounts, programs] = await Promise.all([
    may('account:read') ? loadAccounts(signal) : [],
    may('client:read') ? loadPrograms(signal) : [],
  ]);
  return [
    ...accounts.map((account) => ({ id: account.id, name: nameOfAccount(account) })),
    ...programs.map(({ client_id, name }) => ({ id: client_id, name })),
  ];
}

export function actorText(actor: string | null, actors: readonly Actor[] | undefined): string {
  if (actor === null) return t.audit.nobody;
  const known = actors?.find(({ id }) => id === actor);
  if (known) return known.name;
  return actor.startsWith('command:') ? t.audit.command : actor;
}

/** Where a record is shown, if anywhere. */
export function recordLink({ entity, entity_id, action }: Change): string | undefined {
  if (action === 'delete') return undefined;
  const paths: Record<string, string> = {
    patient: `/patients/${entity_id}`,
    invoice: `/invoices/${entity_id}`,
    doctor: `/admin/doctors/${entity_id}`,
    doctor_hours: `/admin/doctors/${entity_id}/hours`,
    department: `/admin/departments/${entity_id}`,
    appointment_type: `/admin/types/${entity_id}`,
    calendar_resource: `/admin/rooms/${entity_id}`,
    catalog_item: `/admin/prices/${entity_id}`,
    user: `/admin/people/${entity_id}`,
    client: `/admin/programs/${entity_id}`,
    webhook: `/admin/webhooks/${entity_id}`,
    import_job: `/admin/imports/${entity_id}`,
    closures: '/closures',
    message_rules: '/admin/messages',
  };
  const path = paths[entity];
  return path && linkTo(path);
}

export interface Filters {
  entity: string;
  actor: string;
  record: string;
  /** days, empty for any */
  from: string;
  to: string;
  cursor: string;
}

/** The service takes times, of which the last one is not included. */
const timesOf = ({ from, to }: Pick<Filters, 'from' | 'to'>) => ({
  ...(from && { from: `${from}T00:00` }),
  ...(to && { to: `${addDays(to, 1)}T00:00` }),
});

export async function loadChanges({ entity, actor, record, cursor, ...days }: Filters, signal: AbortSignal) {
  const query = {
    limit: PER_PAGE,
    view: 'full' as const,
    ...(entity && { entity }),
    ...(actor && { actor }),
    ...(record && { entity_id: record }),
    ...(cursor && { cursor }),
    ...timesOf(days),
  };
  const { items, ...page } = pageOf(await hospital.GET('/audit/', { params: { query }, signal }), query);
  return { ...page, items: items.filter((change) => 'record' in change) };
}

interface Looked {
  patient: string;
  actor: string;
  from: string;
  to: string;
  cursor: string;
}

/** Who has looked at a patient, day by day. */
export async function loadAccessDays({ patient, actor, cursor, ...days }: Looked, signal: AbortSignal) {
  const query = {
    limit: PER_PAGE,
    patient_id: patient,
    ...(actor && { actor }),
    ...(cursor && { cursor }),
    ...timesOf(days),
  };
  return pageOf(await hospital.GET('/audit/access', { params: { query }, signal }), query);
}

/** The single looks of a day. */
export async function loadLooks(
  { day, patient, actor, cursor }: Pick<Looked, 'patient' | 'actor' | 'cursor'> & { day: string },
  signal: AbortSignal,
) {
  const query = { limit: PER_PAGE, patient_id: patient, ...(actor && { actor }), ...(cursor && { cursor }) };
  return pageOf(await hospital.GET('/audit/access/{day}', { params: { path: { day }, query }, signal }), query);
}

/** The client gives the next page's query as the service's `Link` has it. */
export const cursorOf = (next: object | undefined): string | undefined =>
  next && String((next as { cursor?: unknown }).cursor);
