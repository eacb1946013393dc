import fc from 'fast-check';
import { ROLES, type Role } from '../../../src/auth/permissions';
import type { Actor } from '../../../src/context';
import type { CallOptions } from '../client';
import { PNG } from '../files';
import { bodyOf, type Operation, type Parameter } from '../openapi';
import { everyField, type OperationRecord } from '../operations/record';
import { programOf } from '../users';
import { someHeaders } from './headers';
import { KNOWN, pickFrom, type Sent } from './known';
import { almost, hostileBody, oddText, validValue, variants } from './values';

/** A request as fast-check shows it where it fails. */
export interface FuzzedRequest {
  as: Role | Actor | null;
  path: string;
  headers: Record<string, string>;
  json?: unknown;
  body?: string | Uint8Array | FormData;
}

const KINDS = [
  ...(['patient', 'doctor', 'department', 'appointment', 'invoice', 'catalog', 'auth', 'file'] as const),
  ...(['type', 'resource', 'series'] as const),
];
type Kind = (typeof KINDS)[number];

/** What exists, for requests to refer to: ids by kind, paths of files, registration numbers. It changes while requests run. */
export type World = Record<Kind, string[]> & {
  paths: string[];
  /** refresh tokens, most of them used */
  tokens: string[];
  /** programs with secrets */
  clients: { client_id: string; client_secret: string }[];
  /** one-time tokens of invitations */
  invited: string[];
  account: { email: string; password: string };
  /** tokens of logins, and the passwords of their accounts */
  logins: { access_token: string; password: string }[];
  /** paths of logins that an admin ends, and nobody else */
  sessions: string[];
  /** logins of accounts with a second factor, and of those whose factor waits for its first code */
  active: { access_token: string; password: string }[];
  pending: { access_token: string; password: string }[];
  numbers: string[];
  /** paths of credit notes, of invoices that take more */
  notes: string[];
  /** paths of payments */
  payments: string[];
  /** drafts of notes about visits: their paths, and their authors */
  drafts: { path: string; as: Actor }[];
  /** paths of holds of the staff */
  holds: string[];
  /** paths of imports that are ready */
  imports: string[];
  /** paths of webhooks */
  webhooks: string[];
  /** feeds of the staff, and addresses of feeds */
  feeds: string[];
  calendars: string[];
  /** paths of messages that a program was told of, and of links that mails have */
  messages: string[];
  links: string[];
  /** doctors who have left drafts */
  left: string[];
  /** two patients that are merged, and two again */
  twins: string[];
};

/** Ids in the forms that are accepted, most of them of records that exist, and mostly of the kind that is asked for. */
function idsOf(world: World, kind: Kind | undefined) {
  const fitting = kind ? pickFrom(() => world[kind]) : pickFrom(() => KINDS.flatMap((each) => world[each]));
  return fc.oneof(
    { weight: 12, arbitrary: fitting },
    { weight: 1, arbitrary: fitting.map((id) => `urn:uuid:${id.toUpperCase()}`) },
    { weight: 1, arbitrary: pickFrom(() => KINDS.flatMap((each) => world[each])) },
    { weight: 1, arbitrary: fc.uuid() },
  );
}

/** `patient_id` names a patient, `/invoice/{id}` an invoice, `/calendar/appointments/{id}` an appointment. */
export const kindOf = (name: string, template = ''): Kind | undefined =>
  KINDS.find((kind) => name === `${kind}_id`) ??
  (name === 'entity_id'
    ? undefined
    : KINDS.find((kind) => template.includes(`/${kind}/`) || template.includes(`/${kind}s/`)));

const pathText = (text: string) => encodeURIComponent(text.toWellFormed());

function pathOf(template: string, world: World): fc.Arbitrary<string> {
  const values: Record<string, fc.Arbitrary<string>> = {
    reg_number: pickFrom(() => world.numbers),
    file_path: pickFrom(() => world.paths),
  };
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parts = names.map((name) =>
    fc.oneof(
      { weight: 9, arbitrary: values[name] ?? idsOf(world, kindOf(name, template)) },
      { weight: 1, arbitrary: oddText.map(pathText) },
    ),
  );
  return fc
    .tuple(...parts)
    .map((texts) => names.reduce((path, name, i) => path.replace(`{${name}}`, texts[i] ?? ''), template));
}

function queryOf(parameters: readonly Parameter[], world: World): fc.Arbitrary<string> {
  const pair = ({ name, schema }: Parameter) =>
    fc
      .oneof(
        { weight: 3, arbitrary: validValue(schema, idsOf(world, kindOf(name))) },
        { weight: 1, arbitrary: oddText },
      )
      .map((value) => [value].flat().map((each) => `${name}=${pathText(String(each ?? ''))}`));
  const raw = fc.constantFrom(
    'limit=%',
    'search=%ff',
    '__proto__=1',
    'view=full&view=full',
    'constructor',
    '&&&=',
    'cursor=1e3',
  );
  const known = parameters.filter((parameter) => parameter.in === 'query').map(pair);
  const pairs =
    known.length > 0 ? fc.array(fc.oneof(...known), { maxLength: 4 }).map((found) => found.flat()) : fc.constant([]);
  return fc
    .tuple(pairs, fc.option(raw, { freq: 20, nil: undefined }))
    .map(([found, odd]) => [...found, ...(odd ? [odd] : [])].join('&'))
    .map((query) => (query ? `?${query}` : ''));
}

/** A form with a file: valid, or with fields and bytes that are not. */
const upload = (world: World): fc.Arbitrary<Sent> =>
  fc
    .record({
      entity_id: fc.oneof({ weight: 4, arbitrary: idsOf(world, undefined) }, { weight: 1, arbitrary: oddText }),
      type: fc.option(oddText, { freq: 4, nil: undefined }),
      name: fc.oneof(
        fc.constantFrom('a.png', 'b.PNG', 'c.pdf', 'd.docx', 'e.exe', 'png'),
        oddText.map((text) => `${text}.png`),
      ),
      bytes: fc.oneof({ weight: 4, arbitrary: fc.constant(PNG) }, { weight: 1, arbitrary: fc.uint8Array() }),
    })
    .map(({ entity_id, type, name, bytes }) => {
      const body = new FormData();
      body.set('entity_id', entity_id);
      if (type !== undefined) body.set('type', type);
      body.set('file', new File([bytes], name));
      return { body };
    });

function bodyOfOperation(
  name: string,
  operation: Operation,
  record: OperationRecord,
  world: World,
): fc.Arbitrary<Sent> {
  const known = KNOWN[name]?.(world);
  if (!operation.requestBody) return known ? fc.oneof(known, fc.constant({})) : fc.constant({});
  const hostile = hostileBody.map((body): Sent => ({ body }));
  const content = operation.requestBody.content;
  if (content['multipart/form-data'])
    return fc.oneof({ weight: 4, arbitrary: upload(world) }, { weight: 1, arbitrary: hostile });
  const made = fc
    .constant(null)
    .map(() => everyField(record))
    .chain((body) => withIds(body, world))
    .chain((body) => variants(bodyOf(name), body, idsOf(world, undefined)));
  return fc.oneof(
    ...(known ? [{ weight: 5, arbitrary: known }] : []),
    { weight: 5, arbitrary: made.map((json): Sent => ({ json })) },
    { weight: 3, arbitrary: almost(made).map((json): Sent => ({ json })) },
    { weight: 1, arbitrary: hostile },
  );
}

/** The ids in a record's body belong to nothing: here they do, at any depth. */
function withIds(body: Record<string, unknown>, world: World): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(body).map(([name, value]): [string, fc.Arbitrary<unknown>] => {
    if (name.endsWith('_id'))
      return [name, fc.oneof({ weight: 5, arbitrary: idsOf(world, kindOf(name)) }, fc.constant(value))];
    if (name.endsWith('_ids') && Array.isArray(value))
      return [name, fc.tuple(...value.map(() => idsOf(world, kindOf(name.slice(0, -1)))))];
    if (Array.isArray(value) && typeof value[0] === 'object')
      return [name, fc.tuple(...value.map((each) => withIds(each, world)))];
    return [name, fc.constant(value)];
  });
  return fc.record(Object.fromEntries(fields));
}

const PROGRAMS = ['system/*.cruds', 'system/*.c system/Appointment.cruds', 'system/Patient.rs'].map(programOf);

/** Requests of one operation, from valid to hostile. */
export function requestsOf(
  name: string,
  template: string,
  operation: Operation,
  record: OperationRecord,
  world: World,
) {
  const role = record.as === undefined ? 'staff' : record.as;
  const usual = record.bodyAs === 'client' ? programOf('system/*.cruds') : role;
  return fc
    .record({
      as: fc.oneof(
        { weight: 9, arbitrary: fc.constant(usual) },
        { weight: 1, arbitrary: fc.constantFrom(...ROLES, ...PROGRAMS, null) },
      ),
      path: pathOf(template, world),
      query: queryOf(operation.parameters ?? [], world),
      headers: someHeaders,
      sent: bodyOfOperation(name, operation, record, world),
    })
    .map(
      ({ as, path, query, headers, sent }): FuzzedRequest => ({
        as,
        path: path + query,
        headers: Object.fromEntries(headers),
        ...sent,
      }),
    );
}

/** The request as `call` takes it. */
export const optionsOf = ({ as, headers, json, body }: FuzzedRequest): CallOptions => ({
  as,
  headers,
  ...(json === undefined ? {} : { json }),
  ...(body === undefined ? {} : { body: body as BodyInit }),
});
