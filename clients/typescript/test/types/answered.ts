// What must compile of what is answered, and what must not: `npm run types` and package.test.mjs compile this file, which is never
// run. An error that is expected and does not come is an error.
import {
  type AnyResult,
  appointmentOf,
  etagOf,
  HospitalError,
  pageOf,
  type Schema,
  unwrap,
} from 'hospital-service-client';
import { byId, hospital, id, same } from './common.ts';

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
  await hospital.GET('/department/', { params: { query: { format: 'csv' } } });
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
  // Only narrowed logins are answered without a body.
  const patched = unwrap(await hospital.PATCH('/calendar/appointments/{id}', { ...byId, body: { type: 'OPD' } }));
  same<typeof patched, Schema<'CalendarAppointment'>>(true);
  const created = unwrap(await hospital.POST('/department/', { body: { name: 'Ward', code: 'W' } }));
  same<typeof created, Schema<'Department'>>(true);
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
