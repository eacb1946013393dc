// What must compile of what is sent, and what must not: `npm run types` and package.test.mjs compile this file, which is never
// run. An error that is expected and does not come is an error.
import {
  type APPOINTMENT_STATUSES,
  type AppointmentStatus,
  type ArgumentsOf,
  clientCredentials,
  createHospital,
  faultsByField,
  GENDERS,
  type INVOICE_STATUSES,
  type InvoiceStatus,
  type OptionsOf,
  type PathsOf,
  type PrivateJwk,
  type ROLES,
  type Role,
  type Schema,
  unwrap,
} from 'hospital-service-client';
import { byId, hospital, id, same } from './common.ts';

export async function bodies() {
  await hospital.POST('/patient/', { body: { first_name: 'Åsa', last_name: 'Ek', gender: 'female' } });
  // @ts-expect-error: no body
  await hospital.POST('/patient/');
  // @ts-expect-error: an empty body
  await hospital.POST('/patient/', { body: {} });
  // @ts-expect-error: a field is missing
  await hospital.POST('/patient/', { body: { first_name: 'Åsa', last_name: 'Ek' } });
  // @ts-expect-error: a field has another type
  await hospital.POST('/patient/', { body: { first_name: 'Åsa', last_name: 'Ek', gender: 7 } });
  // @ts-expect-error: an optional field is misspelt
  await hospital.POST('/patient/', { body: { first_name: 'Åsa', last_name: 'Ek', gender: 'f', midle_name: 'M' } });
  // @ts-expect-error: a value is none of those that are known
  await hospital.PATCH('/invoice/{id}', { ...byId, body: { status: 'PARTIALLY_PAID' } });
  await hospital.PATCH('/invoice/{id}', { ...byId, body: { status: 'PARTIALY_PAID' } });
  // @ts-expect-error: a read has no body
  await hospital.GET('/patient/', { body: {} });
  await hospital.login({ email: '', password: '', totp: '' }, { timeout: 5000 });
  await hospital.upload({ entity_id: '', file: new File([], 'a.pdf'), timeout: false });
  // @ts-expect-error: a timeout is a number of milliseconds, or false
  await hospital.GET('/patient/', { timeout: true });
  // @ts-expect-error: a password is missing
  await hospital.login({ email: '' });
  // @ts-expect-error: a file without its owner
  await hospital.upload({ file: new Blob(), filename: 'a.pdf' });
  await hospital.upload({ entity_id: '', file: new Blob(), filename: 'a.pdf' });
  await hospital.upload({ entity_id: '', file: new File([], 'a.pdf') });
  // @ts-expect-error: a Blob without a name, whose extension would say what it is
  await hospital.upload({ entity_id: '', file: new Blob() });
}

export async function paths() {
  // @ts-expect-error: no such path
  await hospital.GET('/patients/');
  // @ts-expect-error: the path has no such method
  await hospital.PUT('/appointment/', {});
  // @ts-expect-error: the path's parameter is missing
  await hospital.GET('/patient/{id}');
  // @ts-expect-error: the query's parameter is misspelt
  await hospital.GET('/patient/', { params: { query: { serach: 'a' } } });
  // @ts-expect-error: a required one is missing
  await hospital.GET('/static/', {});
  // @ts-expect-error: this list has no other view
  await hospital.GET('/department/', { params: { query: { view: 'full' } } });
  // @ts-expect-error: no such view
  await hospital.GET('/patient/', { params: { query: { view: 'everything' } } });
  // @ts-expect-error: a file is fetched by its url
  await hospital.GET('/static/{file_path}', { params: { path: { file_path: '' } } });
}

export async function parameters(search: string | undefined, signal: AbortSignal | undefined) {
  const query = { search, offset: undefined, limit: 20 };
  await hospital.GET('/patient/', { params: { query }, signal, timeout: undefined });
  for await (const _ of hospital.list('/invoice/', { params: { query: { search, status: undefined } } })) return;
  const header = { 'if-match': undefined };
  await hospital.PATCH('/patient/{id}', { params: { path: { id }, header }, body: {} });
  await hospital.GET('/patient/', { params: { query: undefined } });
  // @ts-expect-error: what is required is not undefined
  await hospital.GET('/static/', { params: { query: { entity_id: undefined } } });
  // @ts-expect-error: neither is a part of the path
  await hospital.GET('/patient/{id}', { params: { path: { id: undefined } } });
  await hospital.GET('/patient/', { params: { query: { cursor: '4711' } } });
  await hospital.GET('/audit/access', { params: { query: { cursor: '1.2.3' } } });
  // @ts-expect-error: a cursor is no number to count with
  await hospital.GET('/patient/', { params: { query: { cursor: 4711 } } });
}

export async function words(status: AppointmentStatus, bill: Schema<'Invoice'>, role: Role) {
  if (status === 'SCEDULED') return;
  await hospital.PATCH('/calendar/appointments/{id}', { ...byId, body: { status: 'AT_THE_DENTIST' } });
  // @ts-expect-error: one of those that are known
  'AT_THE_DENTIST' satisfies (typeof APPOINTMENT_STATUSES)[number];
  'CHECKED_IN' satisfies (typeof APPOINTMENT_STATUSES)[number];
  same<Schema<'Invoice'>['status'], InvoiceStatus>(true);
  // @ts-expect-error: a closed list has no other
  if (bill.status === 'PARTIALLY_PAID') return;
  // @ts-expect-error: nor this one
  if (role === 'nurse') return;
  same<(typeof INVOICE_STATUSES)[number], InvoiceStatus>(true);
  same<(typeof ROLES)[number], Role>(true);
  // A text would take all of these: this type has them apart.
  type Known<Words> = Words extends string ? (string extends Words ? never : Words) : never;
  const gender = GENDERS[0] satisfies Schema<'PatientInput'>['gender'];
  same<Extract<Known<Schema<'Patient'>['gender']>, (typeof GENDERS)[number]>, (typeof GENDERS)[number]>(true);
  const { me } = hospital;
  const { user, can } = await me();
  // @ts-expect-error: no such permission
  can('patient:heal');
  return [gender, user.full_name, can('patient:create') satisfies boolean];
}

/** Wrappers of one's own, for any path. */
export function wrappers() {
  async function get<P extends PathsOf<'get'>, Asked extends string = string>(
    path: P,
    ...options: ArgumentsOf<'get', P, Asked>
  ) {
    return unwrap(await hospital.GET<P, Asked>(path, ...options));
  }
  function query<P extends PathsOf<'get'>, Asked extends string = string>(
    path: P,
    options: OptionsOf<'get', P, Asked>,
  ) {
    return {
      key: [path, options.params],
      ask: async (signal: AbortSignal) => unwrap(await hospital.GET(path, { ...options, signal })),
    };
  }
  async function post<P extends PathsOf<'post'>>(path: P, options: OptionsOf<'post', P>) {
    const result = await hospital.POST(path, options);
    return result.ok ? result.data : faultsByField(result);
  }
  return async (signal: AbortSignal) => {
    const departments = await get('/department/');
    same<typeof departments, Schema<'Department'>[]>(true);
    const full = await get('/patient/{id}', { params: { path: { id }, query: { view: 'full' } } });
    same<typeof full, Schema<'Patient'>>(true);
    // @ts-expect-error: the path's parameter is missing
    await get('/patient/{id}');
    // @ts-expect-error: the query's parameter is misspelt
    await get('/patient/', { params: { query: { serach: 'a' } } });
    const bill = await query('/invoice/{id}', { params: { path: { id }, query: { view: 'full' } } }).ask(signal);
    same<typeof bill, Schema<'FullInvoice'>>(true);
    // @ts-expect-error: the path's parameter is missing
    query('/patient/{id}', {});
    // @ts-expect-error: a field is missing
    await post('/patient/', { body: { first_name: 'Åsa' } });
  };
}

/** What a program is known by. */
export function programs(secret: string | undefined, jwk: PrivateJwk, key: CryptoKey) {
  createHospital({
    baseUrl: '/',
    session: clientCredentials({ client_id: id, client_secret: 'hs_', scope: 'system/*.rs' }),
  });
  clientCredentials({ client_id: id, key: jwk, token_url: 'https://hospital.example/auth/token' });
  clientCredentials({ client_id: id, key, kid: 'a' });
  // @ts-expect-error: by nothing
  clientCredentials({ client_id: id });
  // @ts-expect-error: that may not be set
  clientCredentials({ client_id: id, client_secret: secret });
  // @ts-expect-error: which of its keys
  clientCredentials({ client_id: id, key });
}
