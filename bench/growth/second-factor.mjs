// The second factor of two doctors: one switches it off, of the other an admin takes it off. A third one only logs in:
// where the logins of an account end, SQLite reads the next one, so there must be one at every size.
import { Secret, TOTP } from 'otpauth';
import { PASSWORD } from '../lib/bodies.mjs';

const DOCTORS = [16, 17, 18];

export function secondFactor(world, state) {
  const ids = DOCTORS.map((k) => ({ id: world.doctorUser(k), email: world.doctorEmail(k) }));
  const doctors = ids.sort((a, b) => (a.id < b.id ? -1 : 1));
  const own = (k) => ({ token: `Bearer ${state.doctors[k]}` });
  const post = (name, path, json, rest) => ({ name, method: 'POST', path, json, ...rest });
  const keep = (of, what) => (answer) => {
    state[of] = [...(state[of] ?? []), answer.json()[what]];
  };
  const codeOf = (secret) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const credentials = (n) => ({ password: PASSWORD, totp: state.recovery[0][n] });
  return [
    post('login of a doctor', '/auth/login', (k) => ({ email: doctors[k].email, password: PASSWORD }), {
      options: { token: null },
      times: DOCTORS.length,
      after: keep('doctors', 'access_token'),
    }),
    { name: 'second factor', path: '/auth/totp', options: own, times: 2 },
    post('second factor: begin', '/auth/totp', () => ({ password: PASSWORD }), {
      options: own,
      times: 2,
      after: keep('secrets', 'secret'),
    }),
    post('second factor: confirm', '/auth/totp/confirm', (k) => ({ totp: codeOf(state.secrets[k]) }), {
      options: own,
      times: 2,
      after: keep('recovery', 'recovery_codes'),
    }),
    post('login with a second factor', '/auth/login', (k) => ({ email: doctors[0].email, ...credentials(k) }), {
      options: { token: null },
      times: 3,
    }),
    post('second factor: off', '/auth/totp/disable', () => credentials(3), { options: own, times: 1 }),
    {
      name: 'second factor: off, by an admin',
      method: 'DELETE',
      path: `/auth/users/${doctors[1].id}/totp`,
      times: 1,
    },
  ];
}
