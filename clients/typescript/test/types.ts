// What must compile and what must not: `npm run types` and test/package.test.mjs compile this file, which is never run.
// An error that is expected and does not come is an error.
import {
  type AnyResult,
  type APPOINTMENT_STATUSES,
  type AppointmentStatus,
  type ArgumentsOf,
  appointmentOf,
  createHospital,
  etagOf,
  faultsByField,
  GENDERS,
  type Hospital,
  HospitalError,
  type INVOICE_STATUSES,
  type InvoiceStatus,
  type OptionsOf,
  type PathsOf,
  pageOf,
  type ROLES,
  type Role,
  type Schema,
  unwrap,
} from 'hospital-service-client';

const hospital: Hospital = createHospital({ baseUrl: '/' });
const id = '';
const byId = { params: { path: { id } } };
/** Takes a value of exactly this type. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const same = <A, B>(_: Same<A, B>) => undefined;

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

export async function statuses() {
  const result = await hospital.GET('/patient/{id}', byId);
  // @ts-expect-error: there may be no data
  result.data.id;
  if (!result.ok) {
    result.error.code satisfies string;
    result.error.detail satisfies string | { msg: string }[];
    // @ts-expect-error: no such reason
    if (result.error.code === 'gone') return;
    if (result.error.code === 'invalid') return;
  }
  if (result.ok) same<typeof result.data, Schema<'ReducedPatient'>>(true);
  else {
    // @ts-expect-error: there is none
    result.data.id;
  }
  switch (result.status) {
    case 200:
      return result.data.first_name;
    case 404:
      // @ts-expect-error: no such reason
      if (result.error.code === 'gone') return;
      return result.error.detail;
    case 410:
      return result.error.merged_into;
    case 422:
      return result.error.detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
    case 304:
      return result.error.code satisfies string;
    case 0:
      return result.response satisfies undefined;
    case 400:
    case 401:
    case 403:
    case 429:
    case 500:
      return result.error.detail;
    default:
      // @ts-expect-error: 503 is not handled
      result satisfies never;
  }
  switch (result.status) {
    case 503:
      return result.response.headers.get('retry-after');
    default:
      return result satisfies never;
  }
}

export async function secondFactor() {
  const result = await hospital.login({ email: '', password: '' });
  if (result.status === 401) {
    // @ts-expect-error: no such reason
    if (result.error.code === 'totp_mising') return false;
    return result.error.code === 'totp_required';
  }
  return unwrap(result).totp_enrolment_required;
}

export async function tables() {
  const sums = unwrap(await hospital.GET('/payment/summary', { params: { query: { from: '2030-01-07' } } }));
  same<typeof sums, Schema<'PaymentSummary'>>(true);
  const query = { format: 'csv', bom: 'true' } as const;
  const saved = unwrap(await hospital.GET('/payment/summary', { params: { query } }));
  same<typeof saved, Blob>(true);
  const list = unwrap(await hospital.GET('/payment/', { params: { query: { format: 'json' } } }));
  same<typeof list, Schema<'ListedPayment'>[]>(true);
  // @ts-expect-error: no such format
  await hospital.GET('/payment/', { params: { query: { format: 'xlsx' } } });
  // @ts-expect-error: there is no table of these
  await hospital.GET('/catalog/', { params: { query: { format: 'csv' } } });
}

export async function views(view: 'full' | 'reduced') {
  const reduced = unwrap(await hospital.GET('/patient/{id}', byId));
  // @ts-expect-error: only a full patient has it
  reduced.addresses;
  const full = unwrap(await hospital.GET('/patient/{id}', { params: { path: { id }, query: { view: 'full' } } }));
  same<typeof full, Schema<'Patient'>>(true);
  const either = unwrap(await hospital.GET('/patient/{id}', { params: { path: { id }, query: { view } } }));
  if ('addresses' in either) either.addresses;
  const updated = unwrap(await hospital.PATCH('/doctor/{id}', { ...byId, body: { bio: null } }));
  same<typeof updated, Schema<'UpdatedMessage'>>(true);
  const header = { prefer: 'return=representation' } as const;
  const doctor = unwrap(
    await hospital.PATCH('/doctor/{id}', { params: { path: { id }, header }, body: { bio: null } }),
  );
  same<typeof doctor, Schema<'Doctor'>>(true);
  const body = { code: 'ECG', name: 'Electrocardiogram', default_price: 45 };
  same<null, Awaited<ReturnType<typeof createItem>>>(true);
  const createItem = async () => unwrap(await hospital.POST('/catalog/', { body }));
  const item = unwrap(await hospital.POST('/catalog/', { params: { header }, body }));
  same<typeof item, Schema<'CatalogItem'>>(true);
  const bill = unwrap(await hospital.GET('/invoice/{id}', { params: { path: { id }, query: { view: 'full' } } }));
  bill.payments.map(({ amount }) => amount);
  const ofOne = { params: { path: { id }, query: { view: 'full' } } } as const;
  const appointment = unwrap(await hospital.GET('/calendar/appointments/{id}', ofOne));
  same<typeof appointment, Schema<'FullAppointment'>>(true);
  appointment.doctor.last_name satisfies string;
  const bare = unwrap(await hospital.GET('/calendar/appointments/{id}', byId));
  // @ts-expect-error: only a full appointment has names
  bare.doctor;
  const params = { path: { reg_number: 'PAT-00000001' }, query: { view: 'full' } } as const;
  same<Schema<'Patient'>, typeof numbered>(true);
  const numbered = unwrap(await hospital.GET('/patient/reg_number/{reg_number}', { params }));
  const receipt = unwrap(
    await hospital.GET('/invoice/{id}/payments/{payment_id}', {
      params: { path: { id, payment_id: id }, query: { view: 'full' } },
    }),
  );
  same<typeof receipt, Schema<'FullPayment'>>(true);
  const note = unwrap(
    await hospital.GET('/invoice/{id}/credit-note/{note_id}', {
      params: { path: { id, note_id: id }, query: { view: 'full' } },
    }),
  );
  same<typeof note, Schema<'FullCreditNote'>>(true);
}

export async function lists() {
  for await (const patient of hospital.list('/patient/')) same<typeof patient, Schema<'ListedPatient'>>(true);
  for await (const patient of hospital.list('/patient/', { params: { query: { view: 'full' } } })) patient.addresses;
  for await (const invoice of hospital.list('/invoice/')) same<typeof invoice, Schema<'Invoice'>>(true);
  for await (const doctor of hospital.list('/doctor/', { params: { query: { view: 'full' } } }))
    same<typeof doctor, Schema<'DoctorRecord'>>(true);
  for await (const visit of hospital.list('/calendar/appointments/', { params: { query: { view: 'full' } } }))
    same<typeof visit, Schema<'FullListedAppointment'>>(true);
  for await (const visit of hospital.list('/calendar/appointments/'))
    same<typeof visit, Schema<'ListedAppointment'>>(true);
  for await (const slot of hospital.list('/calendar/slots', { params: { query: { from: '', to: '' } } }))
    await hospital.POST('/appointment/', { body: appointmentOf(slot, { patient_id: id, type: 'TELEMEDICINE' }) });
  // @ts-expect-error: whose appointment?
  appointmentOf({ doctor_id: '', department_id: '', schedule: '', expected_duration_minutes: 20 }, {});
  // @ts-expect-error: no list
  for await (const _ of hospital.list('/auth/users/me')) return;
  // @ts-expect-error: whose files?
  for await (const _ of hospital.list('/static/')) return;
  const query = { search: 'ek', limit: 20 };
  const result = await hospital.GET('/patient/', { params: { query } });
  const { items, next, total, approximate } = pageOf(result, query);
  same<typeof items, Schema<'ListedPatient'>[]>(true);
  total satisfies number | undefined;
  approximate satisfies boolean;
  if (next) await hospital.GET('/patient/', { params: { query: next } });
  next?.cursor satisfies string | undefined;
  etagOf(result) satisfies string;
}

export function errors(result: AnyResult) {
  if (result.ok) return;
  const { status, code, faults, retryAfter, requestId } = new HospitalError(result);
  return [status satisfies number, code satisfies string, faults, retryAfter, requestId];
}
