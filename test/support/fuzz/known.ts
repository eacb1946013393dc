import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { START } from '../../../src/events/id';
import { input } from '../input';
import { nobodyElses } from '../operations/appointment';
import { LOOKED_AT } from '../operations/audit';
import { FACTOR_SECRET } from '../totp';
import { codeOf } from '../totp-codes';
import type { FuzzedRequest, World } from './requests';

/** What of a request an operation decides itself. */
export type Sent = Partial<Pick<FuzzedRequest, 'as' | 'path' | 'json' | 'body' | 'headers'>>;

export const pickFrom = (list: () => readonly string[]) =>
  fc.nat().map((n) => list()[n % list().length] ?? crypto.randomUUID());

const withToken = <One extends { access_token: string }>(some: One[], json: (one: One) => object): fc.Arbitrary<Sent> =>
  fc
    .constantFrom(...some)
    .map((one) => ({ headers: { authorization: `Bearer ${one.access_token}` }, json: json(one) }));

/** By its author, as chance finds no doctor's visit. */
const aboutVisit =
  (place: string, json?: object) =>
  ({ drafts }: World): fc.Arbitrary<Sent> =>
    fc.constantFrom(...drafts).map(({ path, as }) => ({ as, path: path + place, ...(json && { json }) }));

const ofClient =
  (place: string, json?: object) =>
  ({ clients }: World): fc.Arbitrary<Sent> =>
    fc
      .constantFrom(...clients)
      .map(({ client_id }) => ({ path: `/auth/clients/${client_id}${place}`, ...(json && { json }) }));

const ofWebhook =
  (place: string, json?: object) =>
  ({ webhooks }: World): fc.Arbitrary<Sent> =>
    pickFrom(() => webhooks).map((path) => ({ as: 'admin', path: path + place, ...(json && { json }) }));

const FILE = 'Name,Code,Nr\r\nWard,W,1\r\n';
const ofImport =
  (place: string, sent?: Sent) =>
  ({ imports }: World): fc.Arbitrary<Sent> =>
    pickFrom(() => imports).map((path) => ({ as: 'admin', path: path + place, ...sent }));

/** Of what exists, and without what seldom fits together. */
const booking =
  (more: object) =>
  ({ patient, doctor, department }: World): fc.Arbitrary<Sent> =>
    fc
      .tuple(...[patient, doctor, department].map((ids) => pickFrom(() => ids)))
      .map(([patient_id, doctor_id, department_id]) => ({
        json: { patient_id, doctor_id, department_id, schedule: nobodyElses(), ...more },
      }));

/** Of a draft, and without a visit, which would have to be the same patient's. */
const bill = ({ invoice, patient }: World): fc.Arbitrary<Sent> =>
  fc
    .tuple(...[invoice, patient].map((ids) => pickFrom(() => ids)))
    .map(([id, patient_id]) => ({ path: `/invoice/${id}`, json: input.invoice({ patient_id, appointment_id: null }) }));

/** What chance does not find: credentials of accounts that exist, and queries whose parts must fit. */
export const KNOWN: Record<string, (world: World) => fc.Arbitrary<Sent>> = {
  'POST /auth/login': ({ account }) => fc.constant({ json: account }),
  'POST /auth/forgot': ({ account }) => fc.constant({ json: { email: account.email } }),
  'POST /auth/refresh': ({ tokens }) =>
    pickFrom(() => tokens.slice(-2)).map((token) => ({ json: { refresh_token: token } })),
  'POST /auth/logout': ({ tokens }) => pickFrom(() => tokens).map((token) => ({ json: { refresh_token: token } })),
  'POST /auth/totp': ({ logins }) => withToken(logins, ({ password }) => ({ password })),
  'POST /auth/totp/confirm': ({ pending }) => withToken(pending, () => ({ totp: codeOf(FACTOR_SECRET) })),
  'POST /auth/totp/disable': ({ active }) =>
    withToken(active, ({ password }) => ({ password, totp: codeOf(FACTOR_SECRET) })),
  'POST /auth/password-token': ({ invited }) =>
    pickFrom(() => invited).map((token) => ({ json: { token, password: 'battery staple 5' } })),
  'POST /auth/token': ({ clients }) =>
    fc.constantFrom(...clients).map((client) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...client }).toString(),
    })),
  'GET /auth/clients/{id}': ofClient(''),
  'PATCH /auth/clients/{id}': ofClient('', { name: 'Laboratory', scope: 'system/Slot.rs' }),
  'DELETE /auth/clients/{id}': ofClient(''),
  'POST /auth/clients/{id}/secret': ofClient('/secret', {}),
  'DELETE /auth/feeds/{id}': ({ feeds }) => pickFrom(() => feeds).map((path) => ({ as: 'staff', path })),
  'GET /feeds/{file}': ({ calendars }) => pickFrom(() => calendars).map((path) => ({ as: null, path })),
  'GET /messages/{id}': ({ messages }) => pickFrom(() => messages).map((path) => ({ path })),
  'POST /messages/{id}/status': ({ messages }) =>
    pickFrom(() => messages).map((path) => ({ path: `${path}/status`, json: { state: 'sent' } })),
  'GET /unsubscribe/{token}': ({ links }) => pickFrom(() => links).map((path) => ({ as: null, path })),
  'POST /unsubscribe/{token}': ({ links }) => pickFrom(() => links).map((path) => ({ as: null, path })),
  'POST /imports/': () => fc.constant({ as: 'admin', json: input.import() }),
  'GET /imports/{id}': ofImport(''),
  'PATCH /imports/{id}': ofImport('', { json: { locale: null } }),
  'PUT /imports/{id}/file': ofImport('/file', { body: FILE, headers: { 'content-length': String(FILE.length) } }),
  'GET /imports/{id}/preview': ofImport('/preview'),
  'POST /imports/{id}/run': ofImport('/run', { json: { dry_run: true } }),
  'GET /imports/{id}/rows': ofImport('/rows'),
  'DELETE /imports/{id}': ofImport(''),
  'GET /webhooks/{id}': ofWebhook(''),
  'PATCH /webhooks/{id}': ofWebhook('', { types: ['patient.*'], disabled: false }),
  'DELETE /webhooks/{id}': ofWebhook(''),
  'POST /webhooks/{id}/secret': ofWebhook('/secret', {}),
  'POST /webhooks/{id}/test': ofWebhook('/test'),
  'GET /webhooks/{id}/deliveries': ofWebhook('/deliveries'),
  'POST /webhooks/{id}/resend': ofWebhook('/resend', { after: START }),
  'DELETE /auth/sessions/{id}': ({ logins }) =>
    fc.constantFrom(...logins).map(({ access_token }) => ({
      headers: { authorization: `Bearer ${access_token}` },
      path: `/auth/sessions/${decodeJwt(access_token).sid}`,
    })),
  'DELETE /auth/users/{id}/sessions/{session_id}': ({ sessions }) =>
    fc.constantFrom(...sessions).map((path) => ({ path })),
  // Always the same two, which are two again after the undo, and nobody else's: chance would make one the other's mother.
  'POST /patient/{id}/merge': ({ twins: [id, from] }) => fc.constant({ path: `/patient/${id}/merge`, json: { from } }),
  'POST /patient/{id}/unmerge': ({ twins: [id, from] }) =>
    fc.constant({ path: `/patient/${id}/unmerge`, json: { from } }),
  'GET /calendar/appointments/{id}/note': aboutVisit(''),
  'PUT /calendar/appointments/{id}/note': aboutVisit('', { text: 'Nothing was found.' }),
  'POST /calendar/appointments/{id}/note/sign': aboutVisit('/sign'),
  'POST /calendar/appointments/{id}/note/addenda': aboutVisit('/addenda', { text: 'Seen again.' }),
  'POST /doctor/{id}/notes/hand-over': ({ left, doctor }) =>
    fc
      .tuple(
        fc.constantFrom(...left),
        pickFrom(() => doctor),
      )
      .map(([id, to]) => ({ path: `/doctor/${id}/notes/hand-over`, json: { to } })),
  'POST /appointment/': booking({}),
  'POST /calendar/series': booking({ every_weeks: 2, count: 2 }),
  'POST /calendar/holds': ({ doctor }) =>
    pickFrom(() => doctor).map((doctor_id) => ({ as: 'admin', json: { doctor_id, schedule: nobodyElses() } })),
  'DELETE /calendar/holds/{id}': ({ holds }) => pickFrom(() => holds).map((path) => ({ path })),
  'GET /audit/access/{day}': () => fc.constant({ path: LOOKED_AT }),
  'PUT /invoice/{id}': bill,
  'PATCH /invoice/{id}': bill,
  'GET /calendar/slots': ({ doctor }) =>
    pickFrom(() => doctor).map((id) => ({ path: `/calendar/slots?doctor_id=${id}&from=2030-05-06&to=2030-05-13` })),
  'POST /invoice/{id}/credit-note': ({ notes }) =>
    pickFrom(() => notes).map((note) => ({
      path: note.slice(0, note.lastIndexOf('/')),
      json: { amount: 0.01, reason: 'Billed twice' },
    })),
  'GET /invoice/{id}/credit-note/{note_id}': ({ notes }) => pickFrom(() => notes).map((path) => ({ path })),
  'GET /invoice/{id}/payments/{payment_id}': ({ payments }) => pickFrom(() => payments).map((path) => ({ path })),
  'PATCH /auth/users/me': ({ logins }) =>
    withToken(logins, ({ password }) => ({
      email: `${crypto.randomUUID()}@test.example`,
      current_password: password,
    })),
  'PUT /auth/users/me/password': ({ logins }) =>
    withToken(logins, ({ password }) => ({ old_password: password, new_password: 'battery staple 4' })),
};
