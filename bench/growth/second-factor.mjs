// The second factor of two doctors: one switches it off, of the other an admin takes it off.
import { Secret, TOTP } from 'otpauth';
import { PASSWORD } from '../lib/bodies.mjs';

export const DOCTORS = [16, 17];

/** @param state `doctors`: the access tokens of the two */
export function secondFactor(world, state) {
  const own = (k) => ({ token: state.doctors[k] });
  const post = (name, path, json, rest) => ({ name, method: 'POST', path, json, ...rest });
  const keep = (of, what) => (answer) => {
    state[of] = [...(state[of] ?? []), answer.json()[what]];
  };
  const codeOf = (secret) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const credentials = (n) => ({ password: PASSWORD, totp: state.recovery[0][n] });
  return [
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
    post(
      'login with a second factor',
      '/auth/login',
      (k) => ({ email: world.doctorEmail(DOCTORS[0]), ...credentials(k) }),
      { options: { token: null }, times: 3 },
    ),
    post('second factor: off', '/auth/totp/disable', () => credentials(3), { options: own, times: 1 }),
    {
      name: 'second factor: off, by an admin',
      method: 'DELETE',
      path: `/auth/users/${world.doctorUser(DOCTORS[1])}/totp`,
      times: 1,
    },
  ];
}
