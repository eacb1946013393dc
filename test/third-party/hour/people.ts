// Accounts, departments, doctors, patients and their files.
import assert from 'node:assert/strict';
import { type Hospital, unwrap } from './client.ts';

/** Signs up, logs in and takes the token along. */
export async function logIn(hospital: Hospital, run: string) {
  const email = `nina.${run}@clinic.example`;
  const password = 'correct horse';
  const account = unwrap(await hospital.POST('/auth/signup', { body: { email, password, full_name: 'Nina Nurse' } }));
  assert.equal(account.type, 'staff');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  unwrap(await hospital.POST('/auth/login', { headers, body: { username: email, password } }));
  const tokens = unwrap(await hospital.POST('/auth/login', { body: { email, password } }));
  hospital.authorize(tokens.access_token);
  assert.equal(unwrap(await hospital.GET('/auth/users/me')).email, email);
  const sessions = unwrap(await hospital.GET('/auth/sessions'));
  assert.equal(sessions.length, 2);
  return { email, password, refresh_token: tokens.refresh_token };
}

export async function addDepartment(hospital: Hospital, run: string) {
  const body = { name: 'Cardiology', code: `CARD-${run}`, icon_codes: ['heart'] };
  const department = unwrap(await hospital.POST('/department/', { body }), 201);
  assert.deepEqual(department.icon_codes, ['heart']);
  const listed = unwrap(await hospital.GET('/department/', { params: { query: { search: run } } }));
  assert.deepEqual(
    listed.map(({ id }) => id),
    [department.id],
  );
  return department;
}

export async function addDoctor(hospital: Hospital, run: string) {
  const doctor = unwrap(
    await hospital.POST('/doctor/', {
      body: {
        first_name: 'Erik',
        last_name: 'Lind',
        license_number: `SE-${run}`,
        consultation_fee: 80.5,
        user: { email: `erik.${run}@clinic.example`, password: 'long-enough!' },
      },
    }),
    201,
  );
  assert.equal(doctor.consultation_fee, 80.5);
  const path = { id: doctor.id };
  const body = { bio: 'Speaks Swedish and Finnish' };
  const updated = unwrap(await hospital.PATCH('/doctor/{id}', { params: { path }, body }));
  assert.ok('message' in updated);
  const full = unwrap(await hospital.GET('/doctor/{id}', { params: { path, query: { view: 'full' } } }));
  assert.ok('bio' in full);
  assert.equal(full.bio, body.bio);
  unwrap(await hospital.GET('/doctor/{id}', { params: { path } }));
  const { reg_number } = doctor;
  for (const view of ['reduced', 'full'] as const) {
    const byNumber = { params: { path: { reg_number }, query: { view } } };
    const read = unwrap(await hospital.GET('/doctor/reg_number/{reg_number}', byNumber));
    assert.equal('bio' in read, view === 'full');
  }
  unwrap(await hospital.GET('/doctor/', { params: { query: { search: run, view: 'full' } } }));
  unwrap(await hospital.GET('/doctor/', { params: { query: { limit: 1 } } }));
  return doctor;
}

export async function addPatient(hospital: Hospital, run: string) {
  const body = {
    first_name: 'Åsa',
    last_name: `Svensson${run}`,
    gender: 'female',
    dob: '1984-02-29',
    blood_group: 'A_POS' as const,
    phone_number: '+46 70 123 45 67',
    medical_conditions: [{ diagnozed_date: '2019-05-04', condition: 'Asthma', description: 'Mild' }],
    addresses: [{ address_type: 'home', street: 'Storgatan 1', city: 'Uppsala', country: 'Sweden' }],
  };
  const patient = unwrap(await hospital.POST('/patient/', { body }), 201);
  assert.equal(patient.addresses[0]?.city, 'Uppsala');

  const query = { search: `asa svensson${run}` };
  const found = unwrap(await hospital.GET('/patient/', { params: { query } }));
  assert.deepEqual(
    found.map(({ id }) => id),
    [patient.id],
  );
  const [full] = unwrap(await hospital.GET('/patient/', { params: { query: { ...query, view: 'full' } } }));
  assert.ok(full && 'addresses' in full);
  assert.equal(full.medical_conditions[0]?.condition, 'Asthma');

  const again = { first_name: 'Aasa', last_name: body.last_name, gender: 'female', phone_number: '070-1234567' };
  const second = await hospital.POST('/patient/', { body: again });
  unwrap(second, 201);
  assert.match(second.response.headers.get('link') ?? '', new RegExp(`${patient.id}>; rel="duplicate"`));
  return patient;
}

export async function changePatient(hospital: Hospital, id: string, lastName: string) {
  const path = { id };
  const read = await hospital.GET('/patient/{id}', { params: { path } });
  const reduced = unwrap(read);
  assert.ok(!('addresses' in reduced));
  const etag = read.response.headers.get('etag') ?? '';
  const header = { 'if-match': etag };
  const unchanged = await hospital.GET('/patient/{id}', { params: { path, header: { 'if-none-match': etag } } });
  assert.equal(unchanged.response.status, 304);

  const body = { first_name: 'Åsa', last_name: lastName, gender: 'female', alt_phone_number: '+46 18 61 10 00' };
  const replaced = unwrap(await hospital.PUT('/patient/{id}', { params: { path, header }, body }));
  assert.ok('message' in replaced);
  const prefer = { prefer: 'return=representation' };
  const patched = unwrap(
    await hospital.PATCH('/patient/{id}', { params: { path, header: prefer }, body: { middle_name: 'Maria' } }),
  );
  assert.ok('addresses' in patched);
  assert.equal(patched.alt_phone_number, body.alt_phone_number);
  assert.equal(patched.addresses.length, 1);

  const reg_number = patched.reg_number;
  for (const view of ['reduced', 'full'] as const) {
    const byNumber = { params: { path: { reg_number }, query: { view } } };
    const read = unwrap(await hospital.GET('/patient/reg_number/{reg_number}', byNumber));
    assert.equal('addresses' in read, view === 'full');
  }
  const [duplicate] = unwrap(await hospital.GET('/patient/{id}/duplicates', { params: { path } }));
  assert.equal(duplicate?.patient.first_name, 'Aasa');
  const gone = { params: { path: { id: duplicate.patient.id } } };
  assert.ok(unwrap(await hospital.DELETE('/patient/{id}', gone)).message);
}

const PDF = '%PDF-1.4\nThe blood test of Åsa\n';

export async function attachFile(hospital: Hospital, entity_id: string) {
  const form = new FormData();
  form.set('entity_id', entity_id);
  form.set('file', new File([PDF], 'blood-test.pdf', { type: 'application/pdf' }));
  // openapi-typescript knows bytes as text; what is sent is the form.
  const body = { entity_id, file: '' };
  const file = unwrap(await hospital.POST('/static/upload_file', { body, bodySerializer: () => form }), 201);
  assert.equal(file.mime_type, '.pdf');
  const listed = unwrap(await hospital.GET('/static/', { params: { query: { entity_id } } }));
  assert.equal(listed[0]?.id, file.id);
  const file_path = new URL(file.url).pathname.slice('/static/'.length);
  return { id: file.id, file_path };
}

export async function readFile(hospital: Hospital, file: { id: string; file_path: string }) {
  const parameters = { params: { path: { file_path: file.file_path } } };
  const content = unwrap(await hospital.GET('/static/{file_path}', { ...parameters, parseAs: 'text' }));
  assert.equal(content, PDF);
  unwrap(await hospital.DELETE('/static/delete_file/{file_id}', { params: { path: { file_id: file.id } } }));
}
