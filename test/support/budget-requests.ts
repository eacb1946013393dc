import type { BUDGETS } from './budgets';
import type { Body, CallOptions } from './client';
import { input, make } from './factories';
import { fileOf, PNG } from './files';

/** Records to call the operations with. */
export interface Data {
  department: Body;
  patient: Body;
  doctor: Body;
  appointment: Body;
  invoice: Body;
  item: Body;
  /** of `patient`, with bytes in R2 */
  file: Body;
  account: { email: string; password: string };
  /** uploads a further file of `patient` */
  upload: () => Promise<Body>;
  /** a refresh token that was not used */
  refreshToken: () => Promise<string>;
  /** id of an account that is nobody's */
  user: () => Promise<string>;
}

type Request = CallOptions & { path: string };

const get = (path: string, options: CallOptions = {}) => ({ path, ...options });
const post = (path: string, json: unknown, options: CallOptions = {}) => ({ path, json, ...options });

const booking = ({ patient, doctor, department }: Data, schedule: string) =>
  input.appointment({ patient_id: patient.id, doctor_id: doctor.id, department_id: department.id, schedule });
const bill = ({ patient }: Data, more = {}) => input.invoice({ patient_id: patient.id, ...more });
const oldPassword = { user: { password: undefined } };

/** How each row of the table is called. */
export const REQUESTS: Record<keyof typeof BUDGETS, (data: Data) => Request | Promise<Request>> = {
  'post /auth/signup': () =>
    post('/auth/signup', { email: 'new@test.example', password: 'correct horse', full_name: 'New' }, { as: null }),
  'post /auth/login': ({ account }) => post('/auth/login', account, { as: null }),
  'post /auth/refresh': async ({ refreshToken }) =>
    post('/auth/refresh', { refresh_token: await refreshToken() }, { as: null }),
  'post /auth/logout': async ({ refreshToken }) =>
    post('/auth/logout', { refresh_token: await refreshToken() }, { as: null }),
  'get /auth/users/me': () => get('/auth/users/me'),
  'get /auth/users, 10 rows': () => get('/auth/users?limit=10', { as: 'admin' }),
  'get /auth/users, 100 rows': () => get('/auth/users?limit=100', { as: 'admin' }),
  'patch /auth/users/{id}, role': async ({ user }) =>
    post(`/auth/users/${await user()}`, { type: 'billing' }, { as: 'admin' }),
  'patch /auth/users/{id}, role and disabled': async ({ user }) =>
    post(`/auth/users/${await user()}`, { type: 'none', disabled: true }, { as: 'admin' }),

  'post /department/': () => post('/department/', input.department()),
  'get /department/, 10 rows': () => get('/department/?limit=10'),
  'get /department/, 100 rows': () => get('/department/?limit=100'),
  'get /department/{item_id}': ({ department }) => get(`/department/${department.id}`),

  'post /patient/': () => post('/patient/', input.patient()),
  'post /patient/, with Idempotency-Key': () =>
    post('/patient/', input.patient(), { headers: { 'idempotency-key': crypto.randomUUID() } }),
  'get /patient/, 10 rows': () => get('/patient/?limit=10'),
  'get /patient/, 100 rows': () => get('/patient/?limit=100'),
  'get /patient/, 10 rows of a search': () => get('/patient/?limit=10&search=bodil'),
  'get /patient/, all rows of a search': () => get('/patient/?search=bod'),
  'get /patient/{id}': ({ patient }) => get(`/patient/${patient.id}`),
  'get /patient/{id}, full': ({ patient }) => get(`/patient/${patient.id}?view=full`),
  'get /patient/reg_number/{reg_number}': ({ patient }) => get(`/patient/reg_number/${patient.reg_number}`),
  'put /patient/{id}': ({ patient }) => post(`/patient/${patient.id}`, input.patient()),
  'delete /patient/{id}': async () => get(`/patient/${(await make.patient()).id}`),

  'post /doctor/': () => post('/doctor/', input.doctor()),
  'get /doctor/, 10 rows': () => get('/doctor/?limit=10'),
  'get /doctor/, 100 rows': () => get('/doctor/?limit=100'),
  'get /doctor/{id}': ({ doctor }) => get(`/doctor/${doctor.id}`),
  'get /doctor/{id}, full': ({ doctor }) => get(`/doctor/${doctor.id}?view=full`),
  'get /doctor/reg_number/{reg_number}': ({ doctor }) => get(`/doctor/reg_number/${doctor.reg_number}`),
  'put /doctor/{id}, with a password': ({ doctor }) => post(`/doctor/${doctor.id}`, input.doctor()),
  'put /doctor/{id}, without a password': ({ doctor }) => post(`/doctor/${doctor.id}`, input.doctor(oldPassword)),
  'delete /doctor/{id}': async () => get(`/doctor/${(await make.doctor()).id}`),

  'post /static/upload_file': ({ patient }) => {
    const body = new FormData();
    body.set('entity_id', patient.id);
    body.set('file', fileOf(PNG, 'scan.png'));
    return { path: '/static/upload_file', body };
  },
  'get /static/{file_path}': ({ file }) => get(new URL(file.url).pathname, { as: null }),
  'delete /static/delete_file/{file_id}': async ({ upload }) => get(`/static/delete_file/${(await upload()).id}`),

  'post /appointment/, DOUBLE_BOOKING=allow': (data) => post('/appointment/', booking(data, '2026-12-01T09:30')),
  'post /appointment/, DOUBLE_BOOKING=reject': (data) =>
    post('/appointment/', booking(data, '2031-05-01T08:00'), { env: { DOUBLE_BOOKING: 'reject' } }),

  'post /invoice/': (data) => post('/invoice/', bill(data, { appointment_id: data.appointment.id })),
  'post /invoice/, with a catalog line': (data) =>
    post('/invoice/', bill(data, { items: [{ catalog_id: data.item.id }] })),
  'get /invoice/, 10 rows': () => get('/invoice/?limit=10'),
  'get /invoice/, 100 rows': () => get('/invoice/?limit=100'),
  'get /invoice/, 10 rows by total_amount': () => get('/invoice/?limit=10&order_by=-total_amount'),
  'get /invoice/, 100 rows by total_amount': () => get('/invoice/?limit=100&order_by=-total_amount'),
  'get /invoice/, 10 rows of a status': () => get('/invoice/?limit=10&status=DRAFT&order_by=due_date'),
  'get /invoice/, 100 rows of a status': () => get('/invoice/?limit=100&status=DRAFT&order_by=due_date'),
  'get /invoice/, 10 rows of a tag': () => get('/invoice/?limit=10&tags=ward'),
  'get /invoice/, 100 rows of a tag': () => get('/invoice/?limit=100&tags=ward'),
  'get /invoice/, of a patient': ({ patient }) => get(`/invoice/?patient_id=${patient.id}`),
  'get /invoice/{id}': ({ invoice }) => get(`/invoice/${invoice.id}`),
  'put /invoice/{id}': (data) => {
    const items = [{ catalog_id: data.item.id, quantity: 2 }];
    return post(`/invoice/${data.invoice.id}`, bill(data, { status: 'ISSUED', items }));
  },

  'post /catalog/': () => post('/catalog/', input.catalogItem()),
  'get /catalog/, 10 rows': () => get('/catalog/?limit=10'),
  'get /catalog/, 100 rows': () => get('/catalog/?limit=100'),
  'get /catalog/, 10 rows by default_price': () => get('/catalog/?limit=10&order_by=default_price'),
  'get /catalog/, 100 rows by default_price': () => get('/catalog/?limit=100&order_by=default_price'),
  'get /catalog/, 10 rows of a tag': () => get('/catalog/?limit=10&tags=ward'),
  'get /catalog/, 100 rows of a tag': () => get('/catalog/?limit=100&tags=ward'),
  'get /catalog/{id}': ({ item }) => get(`/catalog/${item.id}`),
  'put /catalog/{id}': ({ item }) => post(`/catalog/${item.id}`, input.catalogItem()),
};
