// What the document says of creates, reads, updates and deletions, for every entity alike.
import type { Answer, Asked } from './asked.ts';
import { idOf, requireVersion } from './asked.ts';
import { operations, resolved } from './document.ts';
import type { Entity } from './entities.ts';
import { answerOf } from './project.ts';
import { duplicate, notFound } from './refusal.ts';
import { entityNamed, REFERENCES, type Stored } from './store.ts';
import { isJson, type Json, withDefaults } from './validate.ts';

/** All ids that a body has, at any depth. @throws Refusal 404 */
function requireReferences(asked: Pick<Asked, 'store'>, data: unknown): void {
  if (Array.isArray(data)) for (const one of data) requireReferences(asked, one);
  if (!isJson(data)) return;
  for (const [name, value] of Object.entries(data)) {
    if (isJson(value) || Array.isArray(value)) requireReferences(asked, value);
    const entity = REFERENCES.exec(name)?.[1];
    if (entity === undefined || typeof value !== 'string') continue;
    const label = entity === 'catalog' ? 'Catalog item' : entity.charAt(0).toUpperCase() + entity.slice(1);
    if (!asked.store.get(entityNamed(entity), value)) throw notFound(label, value, 'reference_not_found');
  }
}

function requireUnique({ store }: Asked, name: string, { label, unique = [] }: Entity, data: Json, own?: Stored): void {
  const keyOf = (value: unknown) => String(value ?? '').toLowerCase();
  for (const field of unique) {
    const taken = store
      .all(name)
      .some((one) => !one.isDeleted && one !== own && keyOf(one.data[field]) === keyOf(data[field]));
    if (taken && keyOf(data[field])) throw duplicate(label, field);
  }
}

export function digestOf(body: unknown): string {
  let digest = 0;
  for (const unit of JSON.stringify(body)) digest = (digest * 31 + (unit.codePointAt(0) ?? 0)) >>> 0;
  return digest.toString(16).padStart(16, '0');
}

const tagged = ({ version }: Stored) => ({ etag: `"${version}"` });
const applied = ({ full }: Asked): Record<string, string> =>
  full ? { 'preference-applied': 'return=representation' } : {};

/** @throws Refusal 404 */
export function existing({ store }: Asked, name: string, label: string, id: string): Stored {
  const record = store.get(name, id);
  if (!record) throw notFound(label, id);
  return record;
}

const viewOf = (asked: Asked, { shown = (_, data) => data }: Entity, { data }: Stored, rest: Json = {}): unknown =>
  answerOf(asked.store, asked.operation.answer ?? {}, { ...shown(asked, data), ...rest }, asked.full);

export function create(asked: Asked, name: string, entity: Entity): Answer {
  const { store, operation, body, url } = asked;
  requireReferences(asked, body);
  const data = withDefaults(operation.body ?? {}, body);
  requireUnique(asked, name, entity, data);
  const made = entity.make?.(asked, data) ?? data;
  const record = store.add(name, entity.code ? { ...made, reg_number: store.number(entity.code) } : made);
  const path = entity.location ?? url.pathname.replace(/\/$/, '');
  const headers = {
    location: `${url.origin}${path}/${record.id}`,
    ...tagged(record),
    ...applied(asked),
    ...entity.told?.(asked, record),
  };
  return { body: viewOf(asked, entity, record), headers };
}

export function get(asked: Asked, name: string, entity: Entity): Answer {
  const id = idOf(asked);
  const isNumber = operationReads(asked, 'reg_number');
  const found = isNumber ? asked.store.all(name).find(({ data }) => data.reg_number === id)?.id : id;
  const record = existing(asked, name, entity.label, found ?? id);
  const body = viewOf(asked, entity, record);
  // What is shown with it, names and files of others, changes without its version.
  const etag = `"${record.version}-${digestOf(body)}"`;
  return { body, headers: { etag } };
}

const operationReads = ({ operation }: Asked, parameter: string) => operation.path.includes(`{${parameter}}`);

export function update(asked: Asked, name: string, entity: Entity): Answer {
  const { store, body } = asked;
  const record = existing(asked, name, entity.label, idOf(asked));
  requireVersion(asked, entity.label, record.version);
  const changed = Object.entries(body).filter(([field, value]) => value !== record.data[field]);
  requireReferences(asked, Object.fromEntries(changed));
  const before = record.data;
  // Null makes a field what a create without it makes it.
  const { properties = {} } = resolved(operations.find(({ id }) => id === `create${name}`)?.body ?? {});
  const sent = Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, value ?? properties[field]?.default ?? null]),
  );
  const after = { ...record.data, ...sent };
  requireUnique(asked, name, entity, after, record);
  store.change(record, entity.change?.(asked, record, sent, after) ?? after);
  const message = { message: `${entity.label} updated successfully` };
  return {
    body: viewOf(asked, entity, record, message),
    headers: { ...tagged(record), ...applied(asked), ...entity.told?.(asked, record, before) },
  };
}

export function remove(asked: Asked, name: string, entity: Entity): Answer {
  const record = existing(asked, name, entity.label, idOf(asked));
  requireVersion(asked, entity.label, record.version);
  asked.store.requireUnreferred(asked.operation.id, record.id);
  record.isDeleted = true;
  return { body: { message: `${entity.label} deleted successfully` } };
}
