// A hospital of one record and more of each kind that 1.0.0 did not have, made through HTTP.
import { setTimeout } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { input } from '../input.ts';

const PASSWORD = 'stethoscope & 9 lives';

async function makeAccounts({ signUp, ask, query }) {
  const logins = {};
  for (const name of ['admin', 'staff', 'factor']) logins[name] = await signUp(`${name}@clinic.example`, PASSWORD);
  const { admin } = logins;
  // As `npm run admin` does it.
  await query(`UPDATE user SET type = 'admin', version = version + 1 WHERE id = '${admin.id}'`);
  await query(`INSERT INTO audit (at, actor, action, entity, entity_id, version, changed)
    SELECT updated_at, 'command:admin', 'update', 'user', id, version, '["type"]' FROM user WHERE id = '${admin.id}'`);
  for (const login of Object.values(logins)) await login.logIn();
  const { secret } = await ask('factor', 'POST', '/auth/totp', { password: PASSWORD, totp: null });
  const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  logins.factor.recovery_codes = (await ask('factor', 'POST', '/auth/totp/confirm', { totp })).recovery_codes;
  const invited = { email: 'invited@clinic.example', full_name: 'Invited', type: 'billing' };
  logins.invited = { ...invited, token: (await ask('admin', 'POST', '/auth/users', invited)).token };
  return logins;
}

/** @returns the accounts by name */
export async function fill(client) {
  const { ask, raw, query } = client;
  const logins = await makeAccounts(client);
  const make = (path, body) => ask('staff', 'POST', path, body);
  const department = await make('/department/', input.department({ name: 'Große Ambulanz' }));
  const patient = await make('/patient/', input.patient({ last_name: 'Åkesson' }));
  const deleted = await make('/patient/', input.patient({ first_name: 'Conan', last_name: "O'Neill" }));
  const doctor = await make('/doctor/', input.doctor());
  await make('/catalog/', input.catalogItem({ tags: ['ward', 'say "aah"'] }));

  await ask('staff', 'PUT', `/calendar/doctors/${doctor.id}/hours`, input.hours({ department_id: department.id }));
  const ids = { patient_id: patient.id, doctor_id: doctor.id, department_id: department.id };
  await make('/appointment/', input.appointment(ids));
  const other = await make('/appointment/', input.appointment({ ...ids, schedule: '2027-01-04T08:30:00' }));
  const cancelled = { status: 'CANCELLED', cancel_reason: 'Has a cold' };
  await ask('staff', 'PATCH', `/calendar/appointments/${other.id}`, cancelled);

  const bill = { patient_id: patient.id, status: 'ISSUED', tags: ['insurance', 'C:\\x-ray'] };
  const invoice = await make('/invoice/', input.invoice(bill));
  for (const amount of [40.5, -10]) {
    await make(`/invoice/${invoice.id}/payments`, input.payment({ amount, reference: null }));
  }
  await make('/invoice/', input.invoice({ patient_id: deleted.id, status: 'PAID', paid_amount: 100 }));

  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const upload = (filename) =>
    raw('staff', 'POST', `/static/upload_file?entity_id=${patient.id}&filename=${filename}`, png);
  await upload('heart.png');
  await ask('staff', 'DELETE', `/static/delete_file/${(await upload('gone.png')).id}`);
  await ask('staff', 'DELETE', `/patient/${deleted.id}`);

  // This look and that at the patient whom the other one resembled come out of the queue some seconds later.
  await ask('staff', 'GET', `/patient/${patient.id}`);
  while ((await query('SELECT sum(looks) AS n FROM access_object'))[0].n !== 2) await setTimeout(100);
  return { logins };
}
